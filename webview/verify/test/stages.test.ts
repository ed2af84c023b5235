/** The stages around the matchers: which file a check reads, the message when there is none, and the totals. */
import { describe, expect, test } from "bun:test";
import { type AssertionSet, type FileEntry, verify } from "../index.ts";

const fn = (name: string, more = {}) => ({
	type: "functionDeclaration" as const,
	description: "d",
	name,
	...more,
});
const query = (pattern: string) => ({
	type: "sexpression" as const,
	description: "d",
	pattern,
});
const files = (contents: Record<string, string>): FileEntry[] =>
	Object.entries(contents).map(([path, content]) => ({ path, content }));

const perFile = async (
	path: string,
	assertion: object,
	contents: Record<string, string>,
) => {
	const set = { perFile: { [path]: [assertion] } } as AssertionSet;
	const result = await verify(set, files(contents));
	return result.fileResults[0]?.results[0];
};
const anyFile = async (assertion: object, contents: Record<string, string>) => {
	const set = { crossFile: [assertion] } as AssertionSet;
	return (await verify(set, files(contents))).crossFileResults[0];
};

describe("per file", () => {
	test("a missing file fails all its assertions", async () => {
		const set = { perFile: { "app.js": [fn("a"), fn("b")] } };
		const result = await verify(set, []);
		expect(result).toMatchObject({
			passed: false,
			totalAssertions: 2,
			passedAssertions: 0,
			fileResults: [{ file: "app.js", passed: false }],
		});
		expect(result.fileResults[0]?.results[1]?.message).toBe(
			"There is no file `app.js`; add it",
		);
	});

	test("a file of a similar name is pointed out", async () => {
		expect(
			await perFile("app.js", fn("a"), { "App.js": "function a() {}" }),
		).toMatchObject({
			passed: false,
			message:
				"There is no file `app.js`, but there is `App.js`; rename it to `app.js`",
			nearMiss: { facet: "file", expected: "app.js", actual: "App.js" },
		});
	});

	test.each(["app.mjs", "app.cjs", "app.mts", "notes.txt", "Makefile"])(
		"%s is skipped, and a check for it is at fault",
		async (path) => {
			expect(
				await perFile(path, fn("a"), { [path]: "function a() {}" }),
			).toMatchObject({ passed: false, fault: "check" });
		},
	);

	test("the extension may be in capitals", async () => {
		expect(
			await perFile("App.JS", fn("a"), { "App.JS": "function a() {}" }),
		).toMatchObject({ passed: true, location: { file: "App.JS" } });
	});

	test("of two files of one path the last counts", async () => {
		const set = { perFile: { "a.js": [fn("last")] } };
		const twice = ["first", "last"].map((name) => ({
			path: "a.js",
			content: `function ${name}() {}`,
		}));
		expect((await verify(set, twice)).passed).toBe(true);
		expect((await verify(set, twice.reverse())).passed).toBe(false);
	});

	test("only own keys are paths", async () => {
		const inherited = Object.create({ "a.js": [fn("a")] });
		expect((await verify({ perFile: inherited }, [])).totalAssertions).toBe(0);
		const set = JSON.parse(
			`{"perFile":{"__proto__":[${JSON.stringify(fn("a"))}]}}`,
		);
		expect((await verify(set, [])).fileResults[0]?.file).toBe("__proto__");
	});

	test("what stands in another file is found there", async () => {
		expect(
			await perFile("app.js", fn("load"), {
				"app.js": "",
				"api.js": "\nfunction load() {}",
			}),
		).toMatchObject({
			passed: false,
			message:
				"Found `load` (`api.js`, line 2), but it belongs in `app.js`; move it there",
			location: { file: "api.js", line: 2 },
			nearMiss: { facet: "file", expected: "app.js", actual: "api.js" },
		});
	});

	test("the right name in this file goes before another file", async () => {
		expect(
			await perFile("app.js", fn("load", { async: true }), {
				"app.js": "function load() {}",
				"api.js": "async function load() {}",
			}),
		).toMatchObject({ nearMiss: { facet: "async" } });
	});

	test("a kind that cannot look at this language is at fault", async () => {
		expect(await perFile("a.py", fn("f"), { "a.py": "" })).toMatchObject({
			fault: "check",
			message:
				"Your code is not at fault, this check is: `functionDeclaration` reads JavaScript and TypeScript; for Python write a pattern (`codePattern`)",
		});
	});

	test("content that is no text is not parsed", async () => {
		const broken = [{ path: "a.js", content: undefined as unknown as string }];
		const set = { perFile: { "a.js": [fn("f")] } };
		expect(
			(await verify(set, broken)).fileResults[0]?.results[0]?.message,
		).toBe("`a.js` has no text; save it as plain text and try again");
	});
});

describe("any file", () => {
	const two = { "a.js": "const x = 1;", "b.js": "\nfunction f(a) {}" };

	test("passes when one of the files satisfies it", async () => {
		expect(await anyFile(fn("f"), two)).toMatchObject({
			passed: true,
			message: "Found `f` (`b.js`, line 2)",
			location: { file: "b.js", line: 2 },
		});
	});

	test("reports the closest miss of all files", async () => {
		expect(await anyFile(fn("f", { params: ["b"] }), two)).toMatchObject({
			message:
				"`f` (`b.js`, line 2) has no parameter `b`; add it between its parentheses",
			location: { file: "b.js" },
		});
	});

	test("files of other languages are passed over", async () => {
		expect(
			await anyFile(fn("f"), { "a.py": "def f(): pass", ...two }),
		).toMatchObject({ passed: true });
	});

	test("without any file it can look at", async () => {
		expect(await anyFile(fn("f"), { "a.css": "a{}" })).toMatchObject({
			passed: false,
			message:
				"None of your files is of a kind that this check can look at (JavaScript, TypeScript); add one that is",
		});
	});

	test("a pattern that only one grammar takes is no error", async () => {
		const mixed = { "a.css": "a { color: red }", "b.js": "f()" };
		const css = await anyFile(query("(property_name)"), mixed);
		expect(css).toMatchObject({ passed: true, location: { file: "a.css" } });
		const miss = await anyFile(query("(class_declaration)"), mixed);
		expect(miss).toMatchObject({ passed: false });
		expect(miss).not.toHaveProperty("fault");
	});

	test("a pattern that no grammar takes is", async () => {
		const mixed = { "a.css": "a {}", "b.js": "f()" };
		expect(await anyFile(query("(no_such_node)"), mixed)).toMatchObject({
			fault: "check",
		});
	});
});

describe("adding up", () => {
	test("nothing asserted is not passed", async () => {
		expect(await verify({}, files({ "a.js": "" }))).toEqual({
			passed: false,
			fileResults: [],
			crossFileResults: [],
			totalAssertions: 0,
			passedAssertions: 0,
		});
		expect((await verify({ perFile: { "a.js": [] } }, [])).passed).toBe(false);
	});

	test("one miss is enough to fail", async () => {
		const set = {
			perFile: { "a.js": [fn("a"), fn("b")] },
			crossFile: [fn("a")],
		};
		expect(
			await verify(set, files({ "a.js": "function a() {}" })),
		).toMatchObject({ passed: false, totalAssertions: 3, passedAssertions: 2 });
	});

	test("results come in the order of the assertions", async () => {
		const set = {
			perFile: { "b.js": [fn("b")], "a.js": [fn("a"), fn("c")] },
		};
		const { fileResults } = await verify(set, []);
		expect(fileResults.map(({ file }) => file)).toEqual(["b.js", "a.js"]);
		expect(fileResults[1]?.results.map(({ assertion }) => assertion)).toEqual([
			fn("a"),
			fn("c"),
		]);
	});
});

test.each(["a.js", "a.jsx", "a.ts", "a.tsx"])(
	"the code of %s is read and never run",
	async (path) => {
		const content = `globalThis.hasRun = true;\nfunction f() {}\nthrow new Error("It ran");\n`;
		expect(await perFile(path, fn("f"), { [path]: content })).toMatchObject({
			passed: true,
		});
		expect("hasRun" in globalThis).toBe(false);
	},
);

describe("malformed assertions fail and are at fault", () => {
	test.each([
		[null, "it is not an object"],
		["text", "it is not an object"],
		[{ description: "d" }, "it has no `type`"],
		[{ type: "toString", description: "d" }, "it has the unknown `type`"],
		[{ type: "methodCall", description: "d" }, "it has no `method`"],
		[{ ...fn("f"), params: "a" }, "it has a wrong `params`"],
		[{ ...fn("f"), async: "yes" }, "it has a wrong `async`"],
	])("%j", async (assertion, why) => {
		const result = await perFile("a.js", assertion as object, {
			"a.js": "f()",
		});
		expect(result).toMatchObject({ passed: false, fault: "check" });
		expect(result?.message).toStartWith(
			`Your code is not at fault, this check is: ${why}`,
		);
	});

	test("a list that is none counts as one malformed assertion", async () => {
		const set = { crossFile: { 0: fn("a") } } as unknown as AssertionSet;
		expect(await verify(set, [])).toMatchObject({
			passed: false,
			totalAssertions: 1,
		});
	});

	test("prose and unknown fields do not keep one from being evaluated", async () => {
		const bare = { type: "functionDeclaration", name: "f", note: 1 };
		expect(
			await perFile("a.js", bare, { "a.js": "function f() {}" }),
		).toMatchObject({ passed: true });
	});
});

describe("the extension says which grammar reads a file", () => {
	const query = (pattern: string) => ({
		...{ type: "sexpression", description: "d", pattern },
	});
	test.each([
		["a.js", "(arrow_function) @a", "() => <p></p>;"],
		["a.jsx", "(jsx_element) @a", "() => <p></p>;"],
		["a.ts", "(type_assertion) @a", "<string>b;"],
		["a.tsx", "(jsx_element) @a", "(b as string, <p></p>);"],
		["a.py", "(module (function_definition)) @a", "def f(): pass"],
		["a.html", "(element) @a", "<p></p>"],
		["a.css", "(stylesheet (rule_set)) @a", "p { color: red }"],
		["a.json", "(document (object)) @a", "{}"],
	])("%s", async (path, pattern, content) => {
		const result = await perFile(path, query(pattern), { [path]: content });
		expect(result).toMatchObject({ passed: true });
	});
});
