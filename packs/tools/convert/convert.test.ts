/** A challenge in both forms: the same challenge, whichever way it is converted, and a clear fault where a folder is none. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseWhy, readPacks, seedBody, whyText } from "@treeline/packs/disk";
import { createVerifier } from "@treeline/verify/worker";
import fc from "fast-check";
import { suiteNames } from "../behave/plan.ts";
import { readCases } from "../cases.ts";
import { adoptAnswers } from "../fairness/adopt.ts";
import { findPacks } from "../packs.ts";
import { validatePacks } from "../validation.ts";
import { type JsonForm, toFolder, toJson } from "./forms.ts";
import { convertAll } from "./index.ts";

// A pack of forty files takes its time on a busy machine.
setDefaultTimeout(180_000);

const scratch = mkdtempSync(join(tmpdir(), "treeline-convert-"));
const verifier = createVerifier();
afterAll(() => {
	verifier.close();
	rmSync(scratch, { recursive: true, force: true });
});

const GOOD = join(import.meta.dir, "../broken/fixtures/good");
const AT = "challenges/01-say-hello-over-http";

/** All files below a folder with their bytes, by path. */
function filesIn(folder: string): Record<string, string> {
	return Object.fromEntries(
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			.sort()
			.map((path) => [
				path.slice(folder.length + 1),
				readFileSync(path, "latin1"),
			]),
	);
}

const packs = await findPacks([]);

describe.each(packs.map((pack) => [pack.slug, pack] as const))(
	"the pack %s as folders",
	async (slug, pack) => {
		const copy = join(scratch, slug);
		cpSync(pack.folder, copy, { recursive: true });
		const before = filesIn(copy);
		const [json] = await readPacks(copy);
		const lines = await convertAll([copy], "files");
		const [folders] = await readPacks(copy);
		const read = await Promise.all(
			pack.challenges.map(({ path }) => readCases(copy, path)),
		);
		const after = filesIn(copy);
		await convertAll([copy], "json");
		const back = filesIn(copy);

		test("seeds and exports the same", () => {
			if (!json || !folders) throw new Error("there is no pack");
			expect(seedBody(folders)).toEqual(seedBody(json));
			expect(folders.manifestFaults).toEqual([]);
		});

		test.each(
			pack.challenges.map((file, index) => [file.path, file, index] as const),
		)(
			"%s has the same bytes when it is converted back",
			async (path, file, index) => {
				expect(lines[index]).toEndWith(" files)");
				expect(after[path]).toBeUndefined();
				expect(Object.keys(after)).toContain(
					`${path.replace(".json", "")}/challenge.json`,
				);
				for (const one of [
					path,
					path.replace("challenges", "cases"),
					...suiteNames(file),
				])
					expect([one, back[one]]).toEqual([one, before[one]]);
				const { accepted, rejected, faults } = await readCases(
					pack.folder,
					path,
				);
				expect(read[index]).toMatchObject({ accepted, rejected, faults });
			},
		);

		test("has the same files as before", () => {
			expect(Object.keys(back)).toEqual(Object.keys(before));
		});
	},
);

const json = (challenge: object, cases: object | null): JsonForm => ({
	challenge: `${JSON.stringify({ ...JSON.parse(readFileSync(join(GOOD, `${AT}.json`), "utf8")), ...challenge }, null, "\t")}\n`,
	cases: cases && JSON.stringify(cases),
	suite: null,
});

/** The values of a form that was converted there and back. */
function roundTrip(form: JsonForm) {
	const back = toJson(toFolder(form).form).form;
	return [back.challenge, back.cases].map((text) => text && JSON.parse(text));
}

describe("what a folder keeps", () => {
	const files = [
		["Windows lines", "a.js", "a\r\nb\r\n"],
		["no newline at the end", "b.js", "x"],
		["an empty file", "c.js", ""],
		["newlines alone", "d.js", "\n\n"],
		["unicode", "naïve-名前.js", "const 名前 = '\u{1F4DA}\u2028';\uFEFF"],
		["a byte order mark", "e.js", "\uFEFFlet x;\n"],
		["a name like an option", "-rf", "x\n"],
		["a name like a program", "run.sh", "#!/bin/sh\n"],
		["a hidden name", ".env.example", "A=1\n"],
		["a name that a shell would expand", "$(touch x)`y`.js", "x\n"],
		["folders", "a b/c/d.js", "x\n"],
	].map(([, path = "", content = ""]) => ({ path, content }));

	test("files of any bytes and names, in their order, and texts with any ending", () => {
		const form = json(
			{
				files,
				scaffold: [...files].reverse(),
				prompt: "Task\r\n\r\nwith lines\n\n",
				debrief: "\n",
			},
			null,
		);
		const value = JSON.parse(form.challenge);
		expect(roundTrip(form)).toEqual([value, null]);
		const folder = join(scratch, "bytes");
		for (const { path, content } of toFolder(form).form) {
			mkdirSync(dirname(join(folder, AT, path)), { recursive: true });
			writeFileSync(join(folder, AT, path), content);
		}
		writeFileSync(
			join(folder, "pack.json"),
			JSON.stringify({ challenges: [`${AT}.json`] }),
		);
		return expect(readPacks(folder)).resolves.toMatchObject([
			{ challenges: [{ value, path: `${AT}.json` }] },
		]);
	});

	test("cases with all their attributes, also with odd names and of odd layout", () => {
		const rejected = [
			{ name: "plain", caughtBy: "perFile/app.js/0", files },
			{ files, caughtBy: "crossFile/10", name: '"quoted"', behaves: false },
			{
				name: " spaces and\nlines\r\n",
				behaves: true,
				reason: "First.\n\ncaughtBy: nothing\n\n",
				caughtBy: "perFile/a b/c.js/3",
				files: [...files].reverse(),
			},
			{ name: "plain", caughtBy: "crossFile/0", reason: "R", files },
			{ name: "名前", caughtBy: "crossFile/0", files },
		];
		for (const cases of [
			{ rejected, accepted: [{ name: "# one", files }] },
			{ accepted: [], rejected: [] },
			{ $schema: "./own.json", accepted: [], rejected },
		]) {
			const form = json({ files }, cases);
			expect(roundTrip(form)[1]).toEqual(cases);
			expect(Object.keys(roundTrip(form)[1])).toEqual(Object.keys(cases));
		}
	});

	test("every name, attribute and reason of a case that its schema allows", () => {
		const unit = fc.constantFrom(...'"\\ \t\r\n:a1\u2028\uFEFFé名#caughtBy');
		const text = fc.string({ minLength: 1, unit });
		fc.assert(
			fc.property(
				text.filter((name) => name.trim() !== ""),
				fc.option(fc.boolean(), { nil: undefined }),
				fc.option(text, { nil: undefined }),
				(name, behaves, reason) => {
					const caughtBy = "perFile/a.js/0";
					const why = parseWhy(
						whyText({
							name,
							caughtBy,
							files: [],
							...(behaves !== undefined && { behaves }),
							...(reason !== undefined && { reason }),
						}),
						"rejected",
					);
					expect(why).toEqual({
						name,
						caughtBy,
						caughtByLine: 3,
						...(behaves !== undefined && { behaves }),
						...(reason !== undefined && { reason }),
					});
				},
			),
			{ numRuns: 200 },
		);
	});

	test("the addresses of schemas, one folder deeper", () => {
		const form = json(
			{ $schema: "../../schema/challenge.schema.json" },
			{ $schema: "../../schema/cases.schema.json", accepted: [], rejected: [] },
		);
		const { form: entries } = toFolder(form);
		expect(entries[0]?.content).toContain(
			'"../../../schema/challenge-folder.schema.json"',
		);
		expect(roundTrip(form)).toEqual([
			JSON.parse(form.challenge),
			JSON.parse(form.cases ?? ""),
		]);
	});

	test.each([
		[
			{ files: [{ path: "a.js", content: "\ud800" }] },
			"`solution/a.js` has half of a surrogate pair",
		],
		[
			{ files: [{ path: "../../pack.json", content: "" }] },
			'leaves the challenge\'s folder with ".."',
		],
		[
			{ files: [{ path: "a/.DS_Store", content: "" }] },
			"would not be read; rename it",
		],
		[{ title: "" }, "`title` is empty; fill it in (#/title)"],
	])("%j is refused", (challenge, why) => {
		expect(() => toFolder(json(challenge, null))).toThrow(why);
	});

	test.each([
		[{ path: "WHY.md", content: "" }, "has a file `WHY.md`"],
		[{ path: "../x", content: "" }, 'with ".."'],
	])("a case with %j is refused", (file, why) => {
		const cases = { accepted: [{ name: "n", files: [file] }], rejected: [] };
		expect(() => toFolder(json({}, cases))).toThrow(why);
	});
});

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

/** The line of the first check, which is the first item of `app.js`. */
const FIRST_CHECK =
	(toFolder({
		challenge: readFileSync(join(GOOD, `${AT}.json`), "utf8"),
		cases: null,
		suite: null,
	})
		.form[0]?.content.split("\n")
		.findIndex((line) => line.includes('"app.js": [')) ?? 0) + 2;

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
			`${AT}/challenge.json:1:1`,
			"is not JSON",
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
			`${AT}/challenge.json:1:1`,
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

test("nothing is written when one challenge of a pack cannot be converted", async () => {
	const folder = join(scratch, "half");
	cpSync(GOOD, folder, { recursive: true });
	const path = join(folder, "challenges/02-look-up-one-book.json");
	edit(path, '"title": "', '"title": 1, "was": "');
	const before = filesIn(folder);
	await expect(convertAll([folder], "files")).rejects.toThrow(
		"Nothing was written.",
	);
	expect(filesIn(folder)).toEqual(before);
});

test("an answer is adopted into a folder of its own", async () => {
	const folder = await changed("adopted", () => {});
	const [pack] = await readPacks(folder);
	const [file] = pack?.challenges ?? [];
	if (!pack || !file) throw new Error("there is no pack");
	const { accepted } = await readCases(folder, file.path);
	const files = [{ path: "app.js", content: "// Another.\n" }];
	await adoptAnswers(
		pack,
		[
			{
				name: "good-01",
				path: file.path,
				challenge: file.value as never,
				answers: [],
				verified: [
					{
						answer: { name: "right-x", isRight: true, files, note: "Another" },
						result: {} as never,
						broken: null,
						isAccepted: true,
					},
				],
			},
		],
		["right-x"],
	);
	const after = await readCases(folder, file.path);
	expect(after.accepted).toEqual([...accepted, { name: "Another", files }]);
});
