/** `convert`: writes challenges as folders of files, or as the JSON that the specification shows. What is written is checked before anything is replaced. */
import {
	mkdir,
	mkdtemp,
	realpath,
	rename,
	rm,
	writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import {
	type ChallengeOnDisk,
	casesPath,
	folderOf,
	type PackOnDisk,
	readChallengeFolder,
	readText,
} from "@treeline/packs/disk";
import type { FileEntry } from "@treeline/verify/shapes";
import { findChallenge } from "../author/find-challenge.ts";
import { suiteNames } from "../behave/plan.ts";
import type { Command } from "../main.ts";
import { findPacks } from "../packs.ts";
import { isThere, requireInside } from "../paths.ts";
import { endingOf, type JsonForm, toFolder, toJson } from "./forms.ts";

export const convert: Command = {
	usage: "convert <pack or pack/challenge…> --to files|json",
	summary: "write challenges as folders of files, or as JSON, without loss",
	async run(args) {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: { to: { type: "string" } },
		});
		if (positionals.length === 0 || !/^(files|json)$/.test(values.to ?? ""))
			throw new Error(
				"Name a pack or a challenge, and the form: `convert express --to files`, or `--to json`.",
			);
		const lines = await convertAll(positionals, values.to as Form);
		console.log(lines.join("\n"));
		return 0;
	},
};

type Form = "files" | "json";

/** One challenge that will be written in another form. */
interface Conversion {
	pack: string;
	/** Files to write, relative to the pack. */
	write: FileEntry[];
	/** What is moved to the pack: the folder, or each file. */
	places: string[];
	/** Files and folders to remove afterwards. */
	remove: string[];
	line: string;
}

/** Converts the packs or challenges called `names`; a line for each challenge. Throws before anything is written when one cannot be converted. */
export async function convertAll(names: string[], to: Form): Promise<string[]> {
	const lines: string[] = [];
	const conversions: Conversion[] = [];
	for (const { pack, file } of await chosen(names)) {
		if (file.fault !== undefined) throw new Error(file.fault);
		if ((to === "files") === (file.folder !== undefined)) {
			lines.push(`${file.path} is in this form already`);
			continue;
		}
		try {
			const conversion = await (to === "files" ? asFolder : asJson)(
				pack.folder,
				file,
			);
			for (const place of conversion.places)
				await requireInside(pack.folder, place);
			conversions.push(conversion);
		} catch (error) {
			throw new Error(
				`\`${join(pack.folder, file.path)}\` cannot be converted. ${(error as Error).message}\nNothing was written.`,
			);
		}
	}
	for (const conversion of conversions) {
		await perform(conversion);
		lines.push(conversion.line);
	}
	return lines;
}

/** The challenges of whole packs, and those that are named one by one; each once. */
async function chosen(
	names: string[],
): Promise<{ pack: PackOnDisk; file: ChallengeOnDisk }[]> {
	const found = new Map<string, { pack: PackOnDisk; file: ChallengeOnDisk }>();
	const add = async (pack: PackOnDisk, files: ChallengeOnDisk[]) => {
		const folder = await realpath(pack.folder);
		for (const file of files)
			found.set(join(folder, file.path), { pack, file });
	};
	for (const name of names) {
		const packs = await findPacks([name]).catch(() => null);
		if (packs)
			for (const pack of packs) {
				const [fault] = pack.manifestFaults;
				if (fault)
					throw new Error(
						`The pack in ${pack.folder} is not valid: ${fault.detail}. Fix it first, with \`npm run packs -- validate\`.`,
					);
				await add(pack, pack.challenges);
			}
		else {
			const { pack, file } = await findChallenge(name);
			await add(pack, [file]);
		}
	}
	return [...found.values()];
}

async function asFolder(
	pack: string,
	file: ChallengeOnDisk,
): Promise<Conversion> {
	const at = folderOf(file.path);
	if (at === null)
		throw new Error("Its file's name does not end in `.json`; rename it.");
	await requireFree(pack, [at]);
	const cases = casesPath(file.path);
	const [suite, ...others] = await existing(pack, suiteNames(file));
	if (others.length > 0)
		throw new Error(
			`It has several suites: ${[suite, ...others].join(", ")}; keep one.`,
		);
	const json: JsonForm = {
		challenge: file.text ?? "",
		cases: await textOf(pack, cases),
		suite: suite
			? {
					ending: endingOf(suite),
					text: (await textOf(pack, suite)) ?? "",
				}
			: null,
	};
	const { form, changed } = toFolder(json);
	return {
		pack,
		write: form.map(({ path, content }) => ({
			path: `${at}/${path}`,
			content,
		})),
		places: [at],
		remove: [
			file.path,
			...(json.cases === null ? [] : [cases]),
			...(suite ? [suite] : []),
		],
		line: lineFor(`${file.path} is now ${at}/`, form.length, changed),
	};
}

async function asJson(
	pack: string,
	file: ChallengeOnDisk,
): Promise<Conversion> {
	const at = folderOf(file.path);
	const folder = at === null ? null : await readChallengeFolder(pack, at);
	if (at === null || !folder) throw new Error("It is not there any more.");
	const { form, changed } = toJson(folder.entries);
	const [ts = "", tsx = "", py = ""] = suiteNames({ path: file.path });
	const names = { ".test.ts": ts, ".test.tsx": tsx, ".py": py };
	const write = [
		{ path: file.path, content: form.challenge },
		...(form.cases === null
			? []
			: [{ path: casesPath(file.path), content: form.cases }]),
		...(form.suite
			? [{ path: names[form.suite.ending], content: form.suite.text }]
			: []),
	];
	await requireFree(
		pack,
		write.map(({ path }) => path),
	);
	return {
		pack,
		write,
		places: write.map(({ path }) => path),
		remove: [at],
		line: lineFor(`${at}/ is now ${file.path}`, write.length, changed),
	};
}

const lineFor = (text: string, files: number, changed: string[]) =>
	`${text} (${files} files)${changed.length > 0 ? `; converted back, the layout of ${changed.join(", ")} will differ, not the content` : ""}`;

/** Writes all files to a temporary folder of the pack, moves them to their places, and removes what they replace. */
async function perform({ pack, write, places, remove }: Conversion) {
	const temporary = await mkdtemp(join(pack, ".convert-"));
	try {
		for (const { path, content } of write) {
			const target = join(temporary, path);
			await mkdir(dirname(target), { recursive: true });
			await writeFile(target, content);
		}
		for (const place of places) {
			await mkdir(dirname(join(pack, place)), { recursive: true });
			await rename(join(temporary, place), join(pack, place));
		}
		for (const path of remove) await rm(join(pack, path), { recursive: true });
	} finally {
		await rm(temporary, { recursive: true, force: true });
	}
}

const textOf = (pack: string, path: string): Promise<string | null> =>
	readText(pack, path).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return null;
		throw new Error(`\`${path}\` ${error.message}.`);
	});

async function requireFree(pack: string, paths: string[]): Promise<void> {
	const [there] = await existing(pack, paths);
	if (there)
		throw new Error(`\`${there}\` is there already; remove or rename it.`);
}

async function existing(pack: string, paths: string[]): Promise<string[]> {
	const found = await Promise.all(
		paths.map((path) => isThere(join(pack, path))),
	);
	return paths.filter((_, index) => found[index]);
}
