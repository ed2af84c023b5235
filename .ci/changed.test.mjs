import { expect, test } from "bun:test";
import { affectedSuites } from "./changed.mjs";

/** Written apart from its export, so that the laws do not take the text below for an import of this file. */
const API = "@treeline/api";

const house = new Map(
	Object.entries({
		"api/package.json": '{ "exports": { "./shapes": "./shapes.ts" } }',
		"api/main.ts": 'import "./app.ts";',
		"api/app.ts": 'import type { Type } from "./shapes.ts";',
		"api/shapes.ts": "",
		"api/app.test.ts": 'import "./test/harness.ts";',
		"api/other.test.ts": 'import "./test/once.ts";',
		"api/test/harness.ts": "",
		"api/test/once.ts": 'export * from "./harness.ts";',
		"api/test/spawned.ts": "",
		"webview/verify/package.json":
			'{ "exports": { "./worker": { "browser": "./browser.ts", "default": "./node.ts" } }, "imports": { "#bytes": "./bytes.ts" } }',
		"webview/verify/node.ts": 'import "#bytes";',
		"webview/verify/browser.ts": "",
		"webview/verify/bytes.ts": "",
		"webview/page.test.ts": `const { a } = await import("${API}/shapes");\nimport "@treeline/verify/worker";`,
	}),
);
const suites = [
	{ name: "check", always: true },
	{ name: "api", starts: ["api/main.ts"], reads: ["api", "sql"] },
	{ name: "page", reads: ["webview"] },
];
const filesOf = ({ name }) =>
	[...house.keys()].filter(
		(path) =>
			path.endsWith(".test.ts") &&
			path.startsWith(name === "page" ? "webview" : `${name}/`),
	);

test.each([
	["nothing", [], {}],
	["a file that no suite knows", ["README.md"], {}],
	["a test alone", ["api/app.test.ts"], { api: ["api/app.test.ts"] }],
	[
		"a harness, also by re-export",
		["api/test/harness.ts"],
		{ api: ["api/app.test.ts", "api/other.test.ts"] },
	],
	["a helper", ["api/test/once.ts"], { api: ["api/other.test.ts"] }],
	["a program that the suite starts", ["api/app.ts"], { api: null }],
	["a file that it reads without an import", ["sql/001.sql"], { api: null }],
	[
		"a program that it runs by its path",
		["api/test/spawned.ts"],
		{ api: null },
	],
	["a deleted file", ["api/gone.ts"], { api: null }],
	[
		"an export of another package, except where only its types are imported",
		["api/shapes.ts"],
		{ page: ["webview/page.test.ts"] },
	],
	[
		"a package's own import (`#bytes`), under any condition",
		["webview/verify/bytes.ts"],
		{ page: ["webview/page.test.ts"] },
	],
	["a lock file", ["bun.lock"], { api: null, page: null }],
])("selects the tests affected by %s", (_, changed, expected) => {
	const { check, ...chosen } = affectedSuites(changed, {
		house,
		suites,
		filesOf,
	});
	expect(check?.files ?? null).toBeNull();
	expect(check === undefined).toBe(changed.length === 0);
	expect(
		Object.fromEntries(
			Object.entries(chosen).map(([name, { files }]) => [name, files]),
		),
	).toEqual(expected);
});

test("names the files that affect a suite", () => {
	const changed = ["README.md", "api/test/once.ts", "api/other.test.ts"];
	expect(affectedSuites(changed, { house, suites, filesOf }).api).toEqual({
		files: ["api/other.test.ts"],
		why: ["api/test/once.ts", "api/other.test.ts"],
	});
});
