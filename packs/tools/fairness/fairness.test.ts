import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packs } from "../test/command.ts";

// Each case starts the tools as a process of its own.
setDefaultTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), "treeline-fairness-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
cpSync(join(import.meta.dir, "../broken/fixtures/good"), join(folder, "good"), {
	recursive: true,
});

const app = (route: string) =>
	`import express from "express";\nconst app = express();\n${route}\nexport default app;\n`;
const greets = 'app.get("/hello", (q, r) => { r.json({ message: "Hi" }); });';

/** What the checks of this pack say of each answer is known: its patterns see no path in a constant and no greeting as text. */
const files: Record<string, string> = {
	"all/good-01/right-1-plain/app.js": app(greets),
	"all/good-01/right-2-constant/app.js": app(
		`const at = "/hello";\n${greets.replace('"/hello"', "at")}`,
	),
	"all/good-01/right-2-constant/NOTE.txt": "the path in a constant\nand more\n",
	"all/good-01/right-3-broken/app.js": app("app.get(;"),
	"all/good-01/wrong-1-nothing/app.js": app(""),
	"all/good-01/wrong-2-empty/app.js": app(greets.replace('"Hi"', '""')),
	"all/good-01/wrong-2-empty/NOTE.txt": "breaks 3: an empty greeting \u001b[2J",
	"all/look-up-one-book/wrong-1-starter/other.js": "",
	"all/look-up-one-book/.hidden/right-1/app.js": "",
	"unknown/good-07/right-1/app.js": "",
	"unsafe/good-01/right-1/con.js": "",
	"binary/good-01/right-1/app.js": "\u0000",
	"empty/good-01/notes/app.js": "",
};
for (const [path, content] of Object.entries(files)) {
	mkdirSync(dirname(join(folder, path)), { recursive: true });
	writeFileSync(
		join(folder, path),
		content === "\u0000" ? new Uint8Array([0xff, 0xfe]) : content,
	);
}

const fairness = (...args: string[]) =>
	packs(["fairness", "./good", ...args], { folder });

test("lists ratios for each challenge and in all, and each disagreement with its check and message", async () => {
	const { out, code } = await fairness("all");
	const lines = out.trimEnd().split("\n");
	expect(lines.filter((line) => !line.startsWith(" "))).toEqual([
		"good-01: 1 of 3 (33.3 %) right accepted, 1 of 2 (50.0 %) wrong rejected",
		"good-02: 0 of 0 right accepted, 1 of 1 (100.0 %) wrong rejected",
		"all of good: 1 of 3 (33.3 %) right accepted, 2 of 3 (66.6 %) wrong rejected",
	]);
	expect(lines).toContain(
		"  right-2-constant is refused: the path in a constant",
	);
	expect(out).toContain(
		'    "The app answers `GET` requests for the path `"/hello"`." ',
	);
	expect(out).toContain("    syntax error in `app.js`, line 3");
	expect(lines).toContain(
		"  wrong-2-empty is accepted: breaks 3: an empty greeting ·[2J",
	);
	expect(code).toBe(0);
});

test.each([
	[["--right", "33"], 0, ""],
	[["--right", "34"], 1, "right answers accepted: 1 of 3 (33.3 %), below 34"],
	[["--wrong", "66.6"], 0, ""],
	[["--wrong", "67"], 1, "wrong answers rejected: 2 of 3 (66.6 %), below 67"],
])("with %p it ends with %p", async (limits, ends, said) => {
	const { out, code } = await fairness("all", ...limits);
	expect(out).toContain(said);
	expect(out.includes("below")).toBe(ends === 1);
	expect(code).toBe(ends);
});

test("a folder of one challenge will do", async () => {
	const { out } = await fairness("all/good-01");
	expect(out).toStartWith("good-01: 1 of 3");
});

test.each([
	[["nowhere"], "nowhere is not a folder"],
	[["unknown"], 'There is no challenge "good-07" in good. Its challenges: '],
	[["empty"], "empty has no answers; name them"],
	[["unsafe"], 'uses the reserved name "con.js"'],
	[["binary"], "app.js is not UTF-8 text"],
	[[], "Name a pack and a folder of answers"],
	[["all", "more"], "Name a pack and a folder of answers"],
	[["all", "--right", "x"], "--right takes a percentage"],
	[
		["all", "--adopt", "right-9"],
		'There is no answer "right-9". Name one by its folder, such as "right-1-plain", or with its challenge in front, by number or by slug: "good-01/right-1-plain" or "say-hello-over-http/right-1-plain".',
	],
	[["all", "--adopt", "good-02/right-1-plain"], "There is no answer"],
	[["all", "--adopt", "good-01/wrong-2-empty"], "Write the check first"],
])("%p is refused", async (args, why) => {
	const { err, code } = await fairness(...args);
	expect(err).toContain(why);
	expect(code).toBe(1);
});

test.each([
	["its folder's name", "wrong-1-starter"],
	["the challenge's number", "good-02/wrong-1-starter"],
	["the challenge's slug", "look-up-one-book/wrong-1-starter"],
	["its path", "all/look-up-one-book/wrong-1-starter/"],
	["its path from here", "./all/look-up-one-book/wrong-1-starter"],
])("an answer is named by %s", async (_, name) => {
	const { out, err } = await fairness("all", "--adopt", name);
	expect(err).toBe("");
	expect(out).toContain("good-02/wrong-1-starter is ");
});

test("chosen answers become cases, once", async () => {
	const path = join(folder, "good/cases/01-say-hello-over-http.json");
	const before = await Bun.file(path).json();
	const adopt = () =>
		fairness("all", "--adopt", "good-01/right-2-constant", "wrong-1-nothing");
	const { out, code } = await adopt();
	expect(out).toContain(
		"good-01/right-2-constant is now a case of cases/01-say-hello-over-http.json",
	);
	expect(code).toBe(0);
	const after = await Bun.file(path).json();
	expect(after).toEqual({
		accepted: [
			...before.accepted,
			{
				name: "the path in a constant",
				files: [
					{
						path: "app.js",
						content: files["all/good-01/right-2-constant/app.js"],
					},
				],
			},
		],
		rejected: [
			...before.rejected,
			{
				name: "1-nothing",
				caughtBy: "perFile/app.js/1",
				files: [
					{
						path: "app.js",
						content: files["all/good-01/wrong-1-nothing/app.js"],
					},
				],
			},
		],
	});
	expect((await adopt()).out).toContain("wrong-1-nothing is a case already");
	expect(await Bun.file(path).json()).toEqual(after);
});
