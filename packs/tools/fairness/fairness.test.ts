import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { casesPath, readCases, readPacks } from "@treeline/packs/disk";
import { convertAll } from "../convert/index.ts";
import { packs } from "../test/command.ts";
import { adoptAnswers } from "./adopt.ts";

// Each case starts the tools as a process of its own.
setDefaultTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), "treeline-fairness-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const GOOD = join(import.meta.dir, "../broken/fixtures/good");
cpSync(GOOD, join(folder, "good"), { recursive: true });

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

test("with --messages, each answer is listed with what its learner would read", async () => {
	const { out, code } = await fairness("all/good-01", "--messages");
	const lines = out.trimEnd().split("\n");
	expect(lines.filter((line) => /^ {2}[!\w]/.test(line))).toEqual([
		"  right-1-plain is accepted",
		"  ! right-2-constant is refused: the path in a constant",
		"  ! right-3-broken is refused",
		"  wrong-1-nothing is refused",
		"  ! wrong-2-empty is accepted: breaks 3: an empty greeting ·[2J",
	]);
	const at = lines.indexOf("  wrong-1-nothing is refused");
	expect(lines[at + 1]).toMatch(
		/^ {4}"The app answers `GET` requests for the path `"\/hello"`\." \S/,
	);
	expect(code).toBe(0);
});

test("a check that cannot be evaluated stops the count, and is named", async () => {
	cpSync(GOOD, join(folder, "at-fault/good"), { recursive: true });
	const path = join(
		folder,
		"at-fault/good/challenges/01-say-hello-over-http.json",
	);
	const challenge = await Bun.file(path).json();
	challenge.assertions.perFile["app.js"][1] = {
		type: "codePattern",
		description: "It greets.",
		pattern: "$_.json({ message: ",
	};
	writeFileSync(path, JSON.stringify(challenge));
	const { out, err, code } = await packs(
		["fairness", "./at-fault/good", "all"],
		{ folder },
	);
	expect(out).not.toContain("rejected");
	expect(err).toContain(
		'good-01: the check perFile/app.js/1 ("It greets.") cannot be evaluated: its pattern is not valid code',
	);
	expect(err).toContain("Fix it first, with `npm run packs -- validate`");
	expect(code).toBe(1);
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

describe("a dispute that was saved from the service", () => {
	const saved = {
		_id: "0197f2a4-7c1e-7f43-9d0a-3c1b5e8f2a60",
		packSlug: "good",
		challengeSlug: "say-hello-over-http",
		failed: [{ check: "perFile/app.js/1", message: "There is no route." }],
		files: [
			{
				path: "app.js",
				content: app(
					`const path = "/hello";\n${greets.replace('"/hello"', "path")}`,
				),
			},
		],
		note: "The path has a name.\u001b[2J\nNothing asks for a text.",
	};
	const dispute = (value: unknown, ...args: string[]) => {
		writeFileSync(
			join(folder, "dispute.json"),
			typeof value === "string" ? value : JSON.stringify(value),
		);
		return packs(["dispute", "dispute.json", ...args], { folder });
	};

	test("becomes an accepted case, once, and a rejected one on request", async () => {
		const at = copyOf("disputed");
		const challenge = `./${basename(at)}/say-hello-over-http`;
		const { out, err, code } = await dispute({ data: saved }, challenge);
		expect(err).toBe("");
		expect(out.split("\n")).toEqual([
			"! disputed-answer is refused: The path has a name. [2J",
			expect.stringContaining("answers `GET` requests for the path"),
			"good/say-hello-over-http/disputed-answer is now a case of cases/01-say-hello-over-http.json",
			expect.stringContaining("Correct the checks, until `npm run packs"),
			"",
		]);
		expect(code).toBe(0);
		const { accepted } = await readCases(at, FIRST);
		expect(accepted.at(-1)).toEqual({
			name: "The path has a name. [2J",
			files: saved.files,
		});
		expect((await dispute([saved], challenge)).out).toContain(
			"disputed-answer is a case already",
		);
		const wrong = {
			...saved,
			note: null,
			files: [{ path: "app.js", content: app("app.use(1);") }],
		};
		await dispute(wrong, challenge, "--rejected", "--name", "no route");
		const { rejected } = await readCases(at, FIRST);
		expect(rejected.at(-1)).toEqual({
			name: "no route",
			caughtBy: "perFile/app.js/1",
			files: wrong.files,
		});
	});

	test.each([
		["no JSON", "{", "is not JSON"],
		["several", [saved, saved], "has 2 disputes; save one of them"],
		["no files", { ...saved, files: undefined }, "is no dispute: #/files"],
		[
			"a pack outside",
			{ ...saved, packSlug: "../good" },
			"is no dispute: #/packSlug",
		],
		[
			"a path outside",
			{ ...saved, files: [{ path: "../../x", content: "" }] },
			"dispute.json: ",
		],
		[
			"a syntax error",
			{ ...saved, files: [{ path: "app.js", content: "app.get(;" }] },
			"has a syntax error in",
		],
	])("with %s is refused", async (_, value, why) => {
		const { err, code } = await dispute(value, "./good/say-hello-over-http");
		expect(err).toContain(why);
		expect(code).toBe(1);
	});
});

const FIRST = "challenges/01-say-hello-over-http.json";

/** A copy of the pack in a folder of its own. */
function copyOf(name: string): string {
	const copy = join(folder, `copy-${name.replace(/\W+/g, "-")}`);
	cpSync(GOOD, copy, { recursive: true });
	return copy;
}

/** Adopts a right answer as the only one of the pack's first challenge. */
async function adopt(at: string) {
	const [pack] = await readPacks(at);
	const [file] = pack?.challenges ?? [];
	if (!pack || !file) throw new Error("there is no pack");
	const files = [{ path: "app.js", content: "// Another.\n" }];
	const answer = { name: "right-x", isRight: true, files, note: "Another" };
	const set = {
		name: "good-01",
		path: file.path,
		challenge: file.value as never,
		answers: [],
		verified: [{ answer, result: {} as never, broken: null, isAccepted: true }],
	};
	await adoptAnswers(pack, [set], ["right-x"]);
	return { name: "Another", files };
}

test("an answer is adopted into a folder of its own", async () => {
	const folder = copyOf("adopted");
	await convertAll([folder], "files");
	const { accepted } = await readCases(folder, FIRST);
	const adopted = await adopt(folder);
	const after = await readCases(folder, FIRST);
	expect(after.accepted).toEqual([...accepted, adopted]);
});

describe("no answer is adopted into a file of cases that cannot be read", () => {
	const precious = join(folder, "precious.json");
	test.each<[name: string, change: (cases: string) => void, says: string]>([
		[
			"a link that leaves the pack",
			(cases) => {
				rmSync(cases);
				symlinkSync(precious, cases);
			},
			"is a link that leaves the pack's folder",
		],
		[
			"a link to a file outside that is not there yet",
			(cases) => {
				rmSync(cases);
				symlinkSync(join(folder, "not-yet.json"), cases);
			},
			"is a link that leads nowhere",
		],
		[
			"bytes that are no text",
			(cases) => writeFileSync(cases, new Uint8Array([255, 0])),
			"is not UTF-8 text",
		],
		["broken JSON", (cases) => writeFileSync(cases, "{,}"), "is not JSON"],
		[
			"a file that is too large",
			(cases) => truncateSync(cases, 64 * 1024 ** 3),
			"is larger than 2 MiB",
		],
	])("%s", async (name, change, says) => {
		const pack = copyOf(name);
		const cases = join(pack, casesPath(FIRST));
		writeFileSync(precious, "mine");
		change(cases);
		const sizeOf = () => lstatSync(cases).size;
		const size = sizeOf();
		await expect(adopt(pack)).rejects.toThrow(says);
		expect(sizeOf()).toBe(size);
		expect(readFileSync(precious, "utf8")).toBe("mine");
		expect(existsSync(join(folder, "not-yet.json"))).toBe(false);
	});
});
