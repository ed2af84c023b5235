/** A challenge in both forms: the same challenge, whichever way it is converted, and a clear fault where a folder is none. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
	parseWhy,
	readCases,
	readPacks,
	seedBody,
	whyText,
} from "@treeline/packs/disk";
import fc from "fast-check";
import { findPacks } from "../packs.ts";
import { type JsonForm, toFolder, toJson } from "./forms.ts";
import { convertAll } from "./index.ts";

// A pack of forty files takes its time on a busy machine.
setDefaultTimeout(180_000);

const scratch = mkdtempSync(join(tmpdir(), "treeline-convert-"));
afterAll(() => {
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

/** The files of a folder with the cases' folders under their numbers: JSON has no place for their names, which `layout.json` repeats. */
function withNumberedCases(files: Record<string, string>) {
	const names = new Map<string, string>();
	const counts = new Map<string, number>();
	// As they are read: by the number in front, which need not have a zero before it.
	const numberOf = (path: string) =>
		Number(/\/(\d+)[^/]*\/WHY\.md$/.exec(path)?.[1] ?? 1e9);
	const paths = Object.keys(files).filter((path) => path.endsWith("/WHY.md"));
	for (const path of paths.sort((a, b) => numberOf(a) - numberOf(b))) {
		const [, kind, name] =
			/^(.*\/(?:accepted|rejected))\/([^/]+)\/WHY\.md$/.exec(path) ?? [];
		if (kind === undefined) continue;
		const number = (counts.get(kind) ?? 0) + 1;
		counts.set(kind, number);
		names.set(`${kind}/${name}`, `${kind}/${number}`);
	}
	const kept = Object.entries(files).filter(
		([path]) => !path.endsWith("/layout.json"),
	);
	const numbered = kept.map(([path, bytes]) => {
		const folder = /^.*\/(?:accepted|rejected)\/[^/]+/.exec(path)?.[0] ?? "";
		return [path.replace(folder, names.get(folder) ?? folder), bytes];
	});
	return Object.fromEntries(numbered);
}

describe.each(packs.map((pack) => [pack.slug, pack] as const))(
	"the pack %s in both forms",
	async (slug, pack) => {
		const copy = join(scratch, slug);
		cpSync(pack.folder, copy, { recursive: true });
		const steps: {
			files: Record<string, string>;
			seeded: object;
			faults: unknown[];
			cases: object[];
		}[] = [];
		for (const form of ["json", "files", "json"] as const) {
			// A pack that is JSON already starts at the second step.
			if (steps.length > 0 || pack.challenges.some(({ folder }) => folder))
				await convertAll([copy], form);
			const [read] = await readPacks(copy);
			if (!read) throw new Error("there is no pack");
			steps.push({
				files: filesIn(copy),
				seeded: seedBody(read),
				faults: [
					...read.manifestFaults,
					...read.challenges.flatMap(({ fault }) => fault ?? []),
				],
				cases: await Promise.all(
					pack.challenges.map(async ({ path }) => {
						const { accepted, rejected, faults } = await readCases(copy, path);
						return { accepted, rejected, faults };
					}),
				),
			});
		}
		const [json, folders, back] = steps;

		test("seeds and exports the same", () => {
			for (const one of steps) {
				expect(one.faults).toEqual([]);
				expect(JSON.stringify(one.seeded)).toBe(JSON.stringify(seedBody(pack)));
			}
		});

		test("has the same bytes when it is converted back", async () => {
			if (!json || !folders || !back) throw new Error("a step is missing");
			expect(Object.keys(back.files)).toEqual(Object.keys(json.files));
			for (const { path } of pack.challenges) {
				expect(json.files).toHaveProperty([path]);
				expect(folders.files).not.toHaveProperty([path]);
				expect(folders.files).toHaveProperty([
					path.replace(".json", "/challenge.json"),
				]);
			}
			for (const [path, bytes] of Object.entries(json.files))
				expect([path, back.files[path]]).toEqual([path, bytes]);
			// The pack as it stands is one of the two.
			const own = filesIn(pack.folder);
			const same = Object.hasOwn(own, pack.challenges[0]?.path ?? "")
				? json
				: folders;
			expect(withNumberedCases(same.files)).toEqual(withNumberedCases(own));
		});

		test("has the same cases", async () => {
			for (const [index, { path }] of pack.challenges.entries()) {
				const { accepted, rejected } = await readCases(pack.folder, path);
				expect(accepted).not.toBeEmpty();
				for (const { cases } of steps)
					expect(cases[index]).toEqual({ accepted, rejected, faults: [] });
			}
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

	test("a suite with a program in a text, whose imports stay", () => {
		const text =
			'import {\n\tserve,\n} from "./server.ts";\nrun(`\n\timport "./a";\n`);\n';
		const suite = { ending: ".test.ts" as const, text };
		const { form } = toFolder({ ...json({}, null), suite });
		expect(form[form.length - 1]?.content).toContain('"../../behavior/server');
		expect(toJson(form).form.suite).toEqual(suite);
	});

	test("a task that starts with a byte order mark", () => {
		const form = json({ prompt: "\uFEFFTask", debrief: "\uFEFF" }, null);
		expect(roundTrip(form)).toEqual([JSON.parse(form.challenge), null]);
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

test("nothing is written when one challenge of a pack cannot be converted", async () => {
	const folder = join(scratch, "half");
	cpSync(GOOD, folder, { recursive: true });
	const path = join(folder, "challenges/02-look-up-one-book.json");
	const text = readFileSync(path, "utf8");
	writeFileSync(path, text.replace('"title": "', '"title": 1, "was": "'));
	const before = filesIn(folder);
	await expect(convertAll([folder], "files")).rejects.toThrow(
		"Nothing was written.",
	);
	expect(filesIn(folder)).toEqual(before);
});

describe("`convert` refuses what it cannot put in its place, and writes nothing", () => {
	const outside = join(scratch, "elsewhere");
	mkdirSync(outside);
	test.each<
		[
			name: string,
			to: "files" | "json",
			change: (folder: string) => void,
			says: string,
		]
	>([
		[
			"a folder of cases that leaves the pack",
			"json",
			(folder) => {
				rmSync(join(folder, "cases"), { recursive: true, force: true });
				symlinkSync(outside, join(folder, "cases"));
			},
			"`cases` is a link that leaves the pack's folder",
		],
		[
			"a folder of suites that leaves the pack",
			"json",
			(folder) => {
				writeFileSync(join(folder, AT, "behavior.test.ts"), "");
				rmSync(join(folder, "behavior"), { recursive: true, force: true });
				symlinkSync(outside, join(folder, "behavior"));
			},
			"`behavior` is a link that leaves the pack's folder",
		],
		[
			"a link to nowhere in the place of the cases",
			"json",
			(folder) => {
				rmSync(join(folder, "cases"), { recursive: true, force: true });
				symlinkSync(join(scratch, "nowhere"), join(folder, "cases"));
			},
			"`cases` is a link that leads nowhere",
		],
		[
			"a file in the place of the folder",
			"files",
			(folder) =>
				writeFileSync(join(folder, "challenges/02-look-up-one-book"), "mine"),
			"`challenges/02-look-up-one-book` is there already",
		],
	])("%s", async (name, to, change, says) => {
		const folder = join(scratch, `refused-${name.replace(/\W+/g, "-")}`);
		cpSync(GOOD, folder, { recursive: true });
		if (to === "json") await convertAll([folder], "files");
		change(folder);
		const names = () => readdirSync(folder, { recursive: true }).sort();
		const before = names();
		await expect(convertAll([folder], to)).rejects.toThrow(says);
		expect(names()).toEqual(before);
		expect(readdirSync(outside)).toEqual([]);
	});
});

test("a challenge that is named twice is converted once", async () => {
	const folder = join(scratch, "twice");
	cpSync(GOOD, folder, { recursive: true });
	await convertAll([folder], "files");
	const lines = await convertAll([folder, join(folder, AT), folder], "json");
	expect(lines.map((line) => line.split("/ ")[0])).toEqual([
		AT,
		"challenges/02-look-up-one-book",
	]);
});
