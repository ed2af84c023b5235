/** What the demo shows before the engine is loaded: its code and checks, with the results that the engine gives for them. */
export const DEMO_FILE = "greet.js";

export const DEMO_CODE = `function greet(name) {
  return "Hello";
}
`;

export const DEMO_CHECKS = [
	{ description: "`greet` takes one parameter.", passed: true, message: null },
	{
		description: "It returns a text that contains the parameter.",
		passed: false,
		message: '`"Hello"` (line 2) never has `name`; add it',
	},
	{
		description: "`greet` is exported.",
		passed: false,
		message:
			"`greet` (line 1) is not exported yet; put `export` before its declaration",
	},
] as const;
