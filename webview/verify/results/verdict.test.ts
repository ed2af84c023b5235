/** What counts as a pass: each row is checks, files with a syntax error, and what follows. */
import { expect, test } from "bun:test";
import type { Assertion, AssertionSet } from "../shapes.ts";
import { messageForAuthor } from "./author-message.ts";
import { decideVerdict } from "./verdict.ts";

const plant: Assertion = {
	type: "functionDeclaration",
	name: "plant",
	description: "There is a function `plant`.",
};
const here: AssertionSet = { perFile: { "plant.js": [plant] } };
const anywhere: AssertionSet = { crossFile: [plant] };
const both: AssertionSet = { ...here, ...anywhere };

const cases: [
	what: string,
	assertions: AssertionSet,
	checksPass: boolean,
	broken: string[],
	passed: boolean,
	counting: string[],
][] = [
	["all passes and parses", here, true, [], true, []],
	["a check is open", here, false, [], false, []],
	[
		"the checked file does not parse",
		here,
		true,
		["plant.js"],
		false,
		["plant.js"],
	],
	["a file that no check names does not parse", here, true, ["b.js"], true, []],
	[
		"any file may be looked at, and one does not parse",
		anywhere,
		true,
		["b.js"],
		false,
		["b.js"],
	],
	[
		"named and any file together",
		both,
		true,
		["b.js", "plant.js"],
		false,
		["b.js", "plant.js"],
	],
	[
		"an empty list of checks for any file looks at none",
		{ ...here, crossFile: [] },
		true,
		["b.js"],
		true,
		[],
	],
	[
		"a file whose name every object knows",
		here,
		true,
		["constructor"],
		true,
		[],
	],
	[
		"an open check, and a checked file that does not parse",
		here,
		false,
		["plant.js", "b.js"],
		false,
		["plant.js"],
	],
	["no checks at all", {}, true, ["b.js"], true, []],
];

test.each(cases)(
	"%s",
	(_, assertions, checksPass, broken, passed, counting) => {
		const where = { startLine: 2, startColumn: 1, endLine: 2, endColumn: 4 };
		const fault = { message: "`a` may be a syntax error", ...where };
		const verdict = decideVerdict(assertions, {
			result: {
				passed: checksPass,
				fileResults: [],
				crossFileResults: [],
				totalAssertions: 1,
				passedAssertions: checksPass ? 1 : 0,
			},
			diagnostics: {
				"plant.js": [],
				...Object.fromEntries(broken.map((file) => [file, [fault]])),
			},
		});
		expect(verdict.passed).toBe(passed);
		expect(verdict.faults.map(({ file }) => file).sort()).toEqual(counting);
		for (const each of verdict.faults) expect(each).toMatchObject(fault);
	},
);

test("the message for an author says how to leave an order open", () => {
	const message = "`return a` (line 2) must come after `a.b` (line 2)";
	const of = (facet: string) =>
		messageForAuthor({
			assertion: plant,
			message,
			nearMiss: { facet, expected: "return $_", actual: "a.b" },
		});
	expect(of("order")).toBe(
		`${message}. Where the order does not matter, ask for each part by itself in \`all\``,
	);
	expect(of("value")).toBe(message);
});
