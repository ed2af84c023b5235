/** Which files of a challenge's folder are sent to the service. */
import { expect, test } from "bun:test";
import type { AssertionSet } from "@treeline/verify/shapes";
import { relevantFiles } from "./relevant-files.ts";

const perFile = (path: string): AssertionSet => ({ perFile: { [path]: [] } });
const check = {
	type: "variableDeclaration",
	name: "f",
	description: "d",
} as const;

/** By title: the starter's paths, what checks read, the folder, and the paths that are sent. */
const cases: [
	title: string,
	starter: string[],
	assertions: AssertionSet,
	folder: Record<string, string>,
	sent: string[],
][] = [
	[
		"files of the starter and files that checks name",
		["app.js"],
		perFile("shelf.js"),
		{ "app.js": "", "shelf.js": "", "diary.txt": "private" },
		["app.js", "shelf.js"],
	],
	[
		"every file, where a check is of any file",
		["app.js"],
		{ crossFile: [check] },
		{ "app.js": "", "notes.js": "" },
		["app.js", "notes.js"],
	],
	[
		"files that scripts import, by whatever way and through one another",
		["app.js"],
		perFile("app.js"),
		{
			"a.js": "export * from './deep/b.js'",
			"app.js": 'import a from "./a.js";\nconst t = await import(`./c`);',
			"c.ts": "",
			"deep/b.js": "const d = require('../d');",
			"d/index.js": "",
			"e.js": "// only ./app.js is named here",
		},
		["a.js", "app.js", "c.ts", "deep/b.js", "d/index.js"],
	],
	[
		"files that Python imports",
		["main.py"],
		perFile("main.py"),
		{
			"a/__init__.py": "from .b import x\n",
			"a/b.py": "from . import c, d as e\n",
			"a/c.py": "",
			"a/d.py": "",
			"main.py": "import a, os\nfrom models.shelf import (\n  Shelf,\n)\n",
			"models/shelf.py": "",
			"other.py": "",
		},
		[
			"a/__init__.py",
			"a/b.py",
			"a/c.py",
			"a/d.py",
			"main.py",
			"models/shelf.py",
		],
	],
];

test.each(cases)("sent are %s", (_, starter, assertions, folder, sent) => {
	const all = Object.entries(folder).map(([path, content]) => ({
		path,
		content,
	}));
	const files = starter.map((path) => ({ path, content: "" }));
	expect(
		relevantFiles(all, { files, assertions }).map(({ path }) => path),
	).toEqual(sent);
});
