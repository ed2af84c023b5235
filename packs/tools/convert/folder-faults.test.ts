/** Faults of a challenge that is a folder: each points to the file that its author wrote, and hostile folders are refused. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readCases, readPacks } from "@treeline/packs/disk";
import type { ChallengeFile } from "@treeline/packs/format";
import { createVerifier } from "@treeline/verify/worker";
import { validatePacks } from "../validation.ts";
import { convertAll } from "./index.ts";

// A pack of forty files takes its time on a busy machine.
setDefaultTimeout(180_000);

const scratch = mkdtempSync(join(tmpdir(), "treeline-folders-"));
const verifier = createVerifier();
afterAll(() => {
	verifier.close();
	rmSync(scratch, { recursive: true, force: true });
});

const GOOD = join(import.meta.dir, "../broken/fixtures/good");
const AT = "challenges/01-say-hello-over-http";

const goodFolders = join(scratch, "good-folders");
cpSync(GOOD, goodFolders, { recursive: true });
await convertAll([goodFolders], "files");

/** The good pack with folders, changed. */
async function changed(
	name: string,
	change: (folder: string, at: (path: string) => string) => void,
): Promise<string> {
	const folder = join(scratch, name.replace(/\W+/g, "-"));
	cpSync(goodFolders, folder, { recursive: true });
	change(folder, (path) => join(folder, AT, path));
	return folder;
}

const CASE = "rejected/01-post-in-place-of-get";

async function findings(folder: string) {
	const [validation] = await validatePacks(folder, verifier, true);
	// What has faults is named as its author finds it.
	for (const { path } of validation?.files ?? [])
		expect([path, existsSync(join(folder, path))]).toEqual([path, true]);
	return validation?.files.flatMap((file) => file.findings) ?? [];
}

test("a pack of folders holds strictly", async () => {
	const folder = await changed("holds", () => {});
	expect(await findings(folder)).toEqual([]);
	expect(existsSync(join(folder, AT, CASE, "WHY.md"))).toBe(true);
});

const write = (path: string, text: string) => {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
};
const edit = (path: string, from: string, to: string) => {
	const text = readFileSync(path, "utf8");
	if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
	writeFileSync(path, text.replace(from, to));
};

const challengeLines = readFileSync(
	join(goodFolders, AT, "challenge.json"),
	"utf8",
).split("\n");
/** The line of challenge.json that has `text`, from 1. */
const lineOf = (text: string) =>
	challengeLines.findIndex((line) => line.includes(text)) + 1;
/** The line of the first check, which is the first item of `app.js`. */
const FIRST_CHECK = lineOf('"app.js": [') + 1;

describe("a fault points to the file, the line and the column that its author wrote", () => {
	test.each<
		[
			name: string,
			change: (folder: string, at: (path: string) => string) => void,
			place: string,
			says: string,
		]
	>([
		[
			"an empty task",
			(_, at) => write(at("prompt.md"), "\n"),
			`${AT}/prompt.md:1:1`,
			"`prompt` is empty; fill it in",
		],
		[
			"no task",
			(_, at) => rmSync(at("prompt.md")),
			`${AT}/prompt.md`,
			"is not there; write the task into it",
		],
		[
			"a check that the reference fails",
			(_, at) => edit(at("challenge.json"), '"express"', '"fastify"'),
			`${AT}/challenge.json:${FIRST_CHECK}:5`,
			"the reference solution fails assertion 1",
		],
		[
			"JSON that is broken",
			(_, at) => edit(at("challenge.json"), '"title":', '"title"'),
			`${AT}/challenge.json:${lineOf('"title":')}:10`,
			"is not JSON",
		],
		[
			"a layout that is broken JSON",
			(_, at) => write(at("layout.json"), '{\n\t"each": {,}\n}\n'),
			`${AT}/layout.json:2:11`,
			"is not JSON",
		],
		[
			"a layout with a list that is too long",
			(_, at) =>
				write(
					at("layout.json"),
					`{\n\t"each": {\n\t\t"x": { "files": ${JSON.stringify(Array(51).fill("a"))} }\n\t}\n}\n`,
				),
			`${AT}/layout.json:3:10`,
			"takes at most 50 items",
		],
		[
			"an order that is no list",
			(_, at) =>
				edit(at("challenge.json"), '"title"', '"fileOrder": 1,\n\t"title"'),
			`${AT}/challenge.json:${lineOf('"title":')}:2`,
			"has the wrong type (expected: array)",
		],
		[
			"two attributes of one name",
			(_, at) =>
				edit(
					at(`${CASE}/WHY.md`),
					"caughtBy",
					"caughtBy: crossFile/0\ncaughtBy",
				),
			`${AT}/${CASE}/WHY.md:4:1`,
			"has a second `caughtBy:` in line 4; keep one",
		],
		[
			"a syntax error of the reference",
			(_, at) => {
				const text = readFileSync(at("solution/app.js"), "utf8");
				write(at("solution/app.js"), `let b = ;\n${text}`);
			},
			`${AT}/solution/app.js:1:1`,
			"the reference solution fails to parse",
		],
		[
			"a syntax error of a case",
			(_, at) => write(at(`${CASE}/app.js`), "\n\nlet = = 1;\n"),
			`${AT}/${CASE}/app.js:3:1`,
			"does not parse",
		],
		[
			"a check that a case names and that is not there",
			(_, at) => edit(at(`${CASE}/WHY.md`), "/1", "/17"),
			`${AT}/${CASE}/WHY.md:3:1`,
			"names the check perFile/app.js/17",
		],
		[
			"a case that does not say what it is",
			(_, at) => rmSync(at(`${CASE}/WHY.md`)),
			`${AT}/${CASE}/WHY.md`,
			"write into its first line what is wrong",
		],
		[
			"an attribute of no meaning",
			(_, at) => edit(at(`${CASE}/WHY.md`), "caughtBy", "catchedBy"),
			`${AT}/${CASE}/WHY.md:3:1`,
			"write `caughtBy: <check>`",
		],
		[
			"a member that has its own file",
			(_, at) =>
				edit(at("challenge.json"), '"title"', '"prompt": "x",\n\t"title"'),
			`${AT}/challenge.json:${lineOf('"title":')}:2`,
			"has `prompt`, which stands in `prompt.md`; move it there",
		],
		[
			"a folder of another name",
			(_, at) => write(at("start/app.js"), ""),
			`${AT}/start/`,
			"is no part of a challenge; rename it to `starter/`",
		],
		[
			"a file in no case",
			(_, at) => write(at("accepted/app.js"), ""),
			`${AT}/accepted/app.js`,
			"is in no case; put it into a folder of its own",
		],
		[
			"two suites",
			(_, at) => {
				write(at("behavior.test.ts"), "");
				write(at("test_behavior.py"), "");
			},
			`${AT}/test_behavior.py:1:1`,
			"are both there; keep one suite",
		],
		[
			"two folders of one name",
			(_, at) => {
				cpSync(at(CASE), at("rejected/Twin"), { recursive: true });
				cpSync(at(CASE), at("rejected/twin"), { recursive: true });
			},
			`${AT}/rejected/twin`,
			"are one folder where case does not count; rename one",
		],
		[
			"a link to a file",
			(folder, at) =>
				symlinkSync(join(folder, "pack.json"), at("solution/pack.json")),
			`${AT}/solution/pack.json`,
			"is a link; put the file itself there",
		],
		[
			"a link to a folder",
			(_, at) => symlinkSync("/", at("accepted/root")),
			`${AT}/accepted/root`,
			"is a link; put the file itself there",
		],
		[
			"a huge file",
			(_, at) => {
				write(at("starter/huge.js"), "");
				truncateSync(at("starter/huge.js"), 64 * 1024 ** 3);
			},
			`${AT}/starter/huge.js`,
			"is larger than 2 MiB; make it smaller",
		],
		[
			"bytes that are no text",
			(_, at) => writeFileSync(at("starter/a.js"), new Uint8Array([255, 0])),
			`${AT}/starter/a.js`,
			"is not UTF-8 text; save it as UTF-8, or remove it",
		],
		[
			"a folder of no end",
			(_, at) => write(at(`starter/${"a/".repeat(20)}x`), ""),
			`${AT}/starter/${"a/".repeat(13)}a`,
			"is more than 14 folders deep; flatten it",
		],
		[
			"both forms at once",
			(folder) => cpSync(join(GOOD, `${AT}.json`), join(folder, `${AT}.json`)),
			`${AT}.json`,
			"are both there; keep the one that you edit and remove the other",
		],
		[
			"cases left over from the JSON form",
			(folder) =>
				cpSync(join(GOOD, "cases"), join(folder, "cases"), { recursive: true }),
			"cases/01-say-hello-over-http.json",
			"belongs to no challenge",
		],
		[
			"a folder that the manifest does not list",
			(folder) =>
				cpSync(join(folder, AT), join(folder, "challenges/03-x"), {
					recursive: true,
				}),
			"challenges/03-x",
			"is not in `challenges` of pack.json",
		],
	])("%s", async (name, change, place, says) => {
		const folder = await changed(name, change);
		const found = (await findings(folder)).filter(({ detail }) =>
			detail.includes(says),
		);
		const places = found.map(({ file, line, column }) =>
			line === null ? file : `${file}:${line}:${column}`,
		);
		expect([name, places[0]]).toEqual([name, place]);
	});
});

test("a challenge's folder that is a link out of the pack is not read", async () => {
	const outside = await changed("outside", () => {});
	const folder = await changed("linked", (root) => {
		rmSync(join(root, AT), { recursive: true });
		symlinkSync(join(outside, AT), join(root, AT));
	});
	expect((await findings(folder))[0]?.detail).toBe(
		`\`${AT}\` is a link that leaves the pack's folder; put the folder inside`,
	);
	await expect(convertAll([folder], "json")).rejects.toThrow("is a link");
});

test("texts that start with a byte order mark are read without it, and answers with it", async () => {
	const folder = await changed("marked", (_, at) => {
		write(at("layout.json"), "{}\n");
		for (const name of [
			"challenge.json",
			"layout.json",
			"prompt.md",
			`${CASE}/WHY.md`,
			"solution/app.js",
		])
			write(at(name), `\uFEFF${readFileSync(at(name), "utf8")}`);
	});
	expect(await findings(folder)).toEqual([]);
	const value = async (root: string) =>
		(await readPacks(root))[0]?.challenges[0]?.value as ChallengeFile;
	const marked = await value(folder);
	const usual = await value(goodFolders);
	expect(marked.prompt).toBe(usual.prompt);
	expect(marked.files[0]?.content).toBe(`\uFEFF${usual.files[0]?.content}`);
	const path = `${AT}.json`;
	expect((await readCases(folder, path)).rejected).toEqual(
		(await readCases(goodFolders, path)).rejected,
	);
	await convertAll([folder], "json");
	expect(await value(folder)).toEqual(marked);
});

test.each([
	["links", (path: string) => symlinkSync("/", path)],
	["folders", (path: string) => mkdirSync(path)],
])("a folder with too many %s is one fault", async (name, make) => {
	const folder = await changed(`many ${name}`, (_, at) => {
		for (let index = 0; index <= 2000; index++) make(at(`accepted/${index}`));
	});
	expect((await findings(folder)).map(({ detail }) => detail)).toEqual([
		`\`${AT}\` has more than 2000 files and folders; keep those of the challenge and its cases`,
	]);
});
