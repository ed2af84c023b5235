/** Fault messages for assertions that cannot work, and the places that they point to. */
import { expect, test } from "bun:test";
import {
	type AssertionSet,
	assertionFaults,
	compileFaults,
	verify,
} from "../index.ts";
import { languagesOf } from "../parse/grammars.ts";
import { matchers } from "./index.ts";

const query = (pattern: string) => ({
	type: "sexpression" as const,
	description: "d",
	pattern,
});
const call = { type: "methodCall", description: "d", method: "get" };

const cases: [
	assertions: unknown,
	faults: [pointer: string, message: string][],
][] = [
	[{}, []],
	[{ perFile: { "a.js": [call] }, crossFile: [call] }, []],
	[
		null,
		[
			[
				"",
				"the assertions are not an object; write `perFile`, `crossFile` or both",
			],
		],
	],
	[
		{ perfile: {} },
		[
			[
				"/perfile",
				"the assertions have the unknown field `perfile`; use `perFile` or `crossFile`",
			],
		],
	],
	[
		{ perFile: [] },
		[
			[
				"/perFile",
				"`perFile` is not an object; give each path its list of assertions",
			],
		],
	],
	[
		{ perFile: { "app.js": [call, { ...call, method: undefined }] } },
		[
			[
				"/perFile/app.js/1/method",
				"assertion 2 of `app.js` has no `method`; add the method's name or remove the assertion",
			],
		],
	],
	[
		{ perFile: { "src/a~b.js": [{ ...call, description: "" }] } },
		[
			[
				"/perFile/src~1a~0b.js/0/description",
				"assertion 1 of `src/a~b.js` has a wrong `description`; write a text that is not empty: its description",
			],
		],
	],
	[
		{ crossFile: [{ ...call, args: ["a", 1] }] },
		[
			[
				"/crossFile/0/args",
				"assertion 1 of `crossFile` has a wrong `args`; write a list of texts that are not empty: pieces of text of its arguments",
			],
		],
	],
	[
		{ crossFile: [{ ...call, arg: [] }] },
		[
			[
				"/crossFile/0/arg",
				"assertion 1 of `crossFile` has the unknown field `arg`; remove it or correct its spelling",
			],
		],
	],
	[
		{
			crossFile: [
				{
					type: "variableDeclaration",
					description: "d",
					name: "x",
					kind: "konst",
				},
			],
		},
		[
			[
				"/crossFile/0/kind",
				'assertion 1 of `crossFile` has a wrong `kind`; write one of "const", "let", "var": the word it must be declared with',
			],
		],
	],
	[
		{
			crossFile: [
				{
					type: "codePattern",
					description: "d",
					pattern: "a",
					not: [{ has: "b" }],
				},
				{ type: "codePattern", description: "d", all: { pattern: "a" } },
				{
					type: "codePattern",
					description: "d",
					all: ["a", { where: { $b: ["1", { has: "c" }] } }],
				},
				{ type: "codePattern", description: "d", pattern: ["a", { has: "b" }] },
				{ type: "codePattern", description: "d", any: ["a", { hass: "b" }] },
			],
		},
		[
			[
				"/crossFile/0/not",
				'assertion 1 of `crossFile` has a wrong `not`: it is a list with a condition in it (item 1), and lists are of patterns, which are texts; put the list into `any`: `"not": { "any": [ … ] }`',
			],
			[
				"/crossFile/1/all",
				'assertion 2 of `crossFile` has a wrong `all`: it is no list; write a list of conditions: `"all": [ … ]`',
			],
			[
				"/crossFile/2/all",
				'assertion 3 of `crossFile` has a wrong `all`: `all/1/where/$b` is a list with a condition in it (item 2), and lists are of patterns, which are texts; put the list into `any`: `"$b": { "any": [ … ] }`',
			],
			[
				"/crossFile/3/pattern",
				'assertion 4 of `crossFile` has a wrong `pattern`: it is a list with a condition in it (item 2), and lists are of patterns, which are texts; write `"any": [ … ]` in place of `pattern`',
			],
			[
				"/crossFile/4/any",
				"assertion 5 of `crossFile` has a wrong `any`: `any/1` has the unknown field `hass`; remove that field, or correct its spelling",
			],
		],
	],
	[
		{
			crossFile: [
				{ type: "exportDeclaration", description: "d", isDefault: "yes" },
			],
		},
		[
			[
				"/crossFile/0/name",
				"assertion 1 of `crossFile` has no `name`; add the exported name or remove the assertion",
			],
			[
				"/crossFile/0/isDefault",
				"assertion 1 of `crossFile` has a wrong `isDefault`; write true or false: whether it must be the default export",
			],
		],
	],
	[
		{
			perFile: {
				"a.py": [
					{ type: "returnStatement", description: "d", valuePattern: "(" },
				],
			},
		},
		[
			[
				"/perFile/a.py/0/valuePattern",
				"assertion 1 of `a.py` cannot be evaluated: its regular expression `(` is not valid; its author should correct it",
			],
		],
	],
	[
		{ crossFile: [7] },
		[
			[
				"/crossFile/0",
				"assertion 1 of `crossFile` is not an object; write one with a `type`",
			],
		],
	],
	[
		{ crossFile: [query('((identifier) @a (#matches? @a "x"))')] },
		[
			[
				"/crossFile/0/pattern",
				"assertion 1 of `crossFile` cannot be evaluated: its pattern uses the unknown predicate `#matches?`; its author should use #eq?, #match? or #any-of?",
			],
		],
	],
	[
		{
			crossFile: [
				query(`((identifier) @a (#match? @a "${"x".repeat(1025)}"))`),
			],
		},
		[
			[
				"/crossFile/0/pattern",
				"assertion 1 of `crossFile` cannot be evaluated: its regular expression is longer than 1024 characters; its author should shorten it",
			],
		],
	],
	[
		{ crossFile: [query("(".repeat(201))] },
		[
			[
				"/crossFile/0/pattern",
				"assertion 1 of `crossFile` cannot be evaluated: its pattern nests more than 200 brackets; its author should flatten it",
			],
		],
	],
	[
		{ crossFile: [query(`${"(_)".repeat(2731)}`)] },
		[
			[
				"/crossFile/0/pattern",
				"assertion 1 of `crossFile` cannot be evaluated: its pattern is longer than 8192 characters; its author should split it into several checks",
			],
		],
	],
];

for (const [assertions, faults] of cases)
	test(JSON.stringify(assertions).slice(0, 80), () => {
		expect(assertionFaults(assertions)).toEqual(
			faults.map(([pointer, message]) => ({ pointer, message })),
		);
	});

for (const type of [{ toString: null }, ["methodCall"], 7, null])
	test(`a type that is no text, whatever it turns into: ${JSON.stringify(type)}`, async () => {
		const set = { crossFile: [{ ...call, type }] };
		const [fault] = assertionFaults(set);
		expect(fault?.pointer).toBe("/crossFile/0/type");
		const { crossFileResults } = await verify(set as unknown as AssertionSet, [
			{ path: "app.js", content: "get();" },
		]);
		expect(crossFileResults.map(({ fault }) => fault)).toEqual(["check"]);
	});

test("an unknown type names the known ones", () => {
	const [fault] = assertionFaults({ crossFile: [{ type: "loop" }] });
	expect(fault?.pointer).toBe("/crossFile/0/type");
	expect(fault?.message).toStartWith(
		'assertion 1 of `crossFile` has the unknown `type` "loop"; use one of functionDeclaration',
	);
});

const compiled: [
	what: string,
	set: AssertionSet,
	paths: string[],
	pointers: string[],
][] = [
	[
		"a node of the file's own grammar",
		{ perFile: { "a.css": [query("(property_name)")] } },
		[],
		[],
	],
	[
		"a node of another grammar",
		{ perFile: { "a.css": [query("(class_declaration)")] } },
		[],
		["/perFile/a.css/0/pattern"],
	],
	[
		"any of the seven will do for any file",
		{ crossFile: [query("(class_declaration)"), query("(no_such)")] },
		[],
		["/crossFile/1/pattern"],
	],
	[
		"of the given files, one will do",
		{ crossFile: [query("(class_declaration)")] },
		["a.css"],
		["/crossFile/0/pattern"],
	],
	[
		"a kind for a language it cannot look at",
		{
			perFile: {
				"a.py": [{ type: "methodCall", description: "d", method: "f" }],
			},
		},
		[],
		["/perFile/a.py/0"],
	],
	[
		"known mistakes: a message with a name that is not bound, a mark that is not, a pattern that is no code",
		{
			perFile: {
				"a.js": [
					{ message: "`$y`" },
					{ message: "x", at: "$y" },
					{ pattern: "f(", message: "x" },
					{ not: { has: "f(" }, message: "x" },
				].map((mistake) => ({
					type: "codePattern" as const,
					description: "d",
					pattern: "g()",
					mistakes: [
						{ pattern: "f()", message: "x" },
						{ ...(!("not" in mistake) && { pattern: "f($x)" }), ...mistake },
					],
				})),
			},
		},
		[],
		["message", "at", "pattern", "not/has"].map(
			(field, index) => `/perFile/a.js/${index}/mistakes/1/${field}`,
		),
	],
	[
		"a path that no grammar reads",
		{ perFile: { "a.txt": [query("(_)")] } },
		[],
		["/perFile/a.txt/0"],
	],
];

for (const [what, set, paths, pointers] of compiled)
	test(what, async () => {
		const files = paths.map((path) => ({ path, content: "" }));
		const faults = await compileFaults(set, files);
		expect(faults.map(({ pointer }) => pointer)).toEqual(pointers);
	});

test("the author's reference names the languages that each kind reads", async () => {
	const text = await Bun.file(
		new URL("../../../packs/README.md", import.meta.url),
	).text();
	const rows = [
		...text.matchAll(/^\| `(\w+)` +\| ((?:[A-Z]\w+(?:, )?)+) +\|$/gm),
	];
	expect(rows.map(([, kind, languages]) => [kind, languages])).toEqual(
		Object.entries(matchers).map(([kind, { grammars }]) => [
			kind,
			languagesOf(grammars).join(", "),
		]),
	);
});

test("the fault of a kind that does not read the language says which it reads", async () => {
	const check = (type: string, fields: object) => ({
		perFile: { "a.py": [{ type, description: "d", ...fields }] },
	});
	for (const [type, fields] of [
		["methodCall", { method: "f" }],
		["variableDeclaration", { name: "f" }],
	] as const) {
		const [fault] = await compileFaults(
			check(type, fields) as unknown as AssertionSet,
		);
		expect(fault?.message).toEndWith(
			`\`${type}\` reads JavaScript and TypeScript; for Python write a pattern (\`codePattern\`)`,
		);
	}
});
