/** What the demo shows before the engine is loaded: its code and checks, with the results that the engine gives for them. */
import { t } from "../../l10n/l10n.ts";

export const DEMO_FILE = "greet.js";

export const DEMO_CODE = `function greet(name) {
  return "Hello";
}
`;

export const demoChecks = () => [
	{
		description: t("`greet` takes one parameter."),
		passed: true,
		message: null,
	},
	{
		description: t("It returns a text that contains the parameter."),
		passed: false,
		message: t('`"Hello"` (line 2) never has `name`; add it'),
	},
	{
		description: t("`greet` is exported."),
		passed: false,
		message: t(
			"`greet` (line 1) is not exported yet; put `export` before its declaration",
		),
	},
];
