/** Answers of others on disk, right and wrong ones: `<challenge>/right-…` and `<challenge>/wrong-…`, each a folder of files. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import type { PackOnDisk } from "@treeline/packs/disk";
import {
	type ChallengeFile,
	challengeSlug,
	pathsFault,
} from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";

/** One answer: the starter with the answer's files laid over it. */
export interface Answer {
	/** Its folder's name: `right-03-early-return`. */
	name: string;
	isRight: boolean;
	files: FileEntry[];
	/** The first line of its NOTE.txt; null without one. */
	note: string | null;
}

/** A challenge with the answers to it. */
export interface AnswerSet {
	/** As folders name it: `express-01`. */
	name: string;
	/** The challenge's file, relative to the pack. */
	path: string;
	challenge: ChallengeFile;
	answers: Answer[];
}

/** Tells about an answer; not a part of it. */
export const NOTE = "NOTE.txt";

/**
 * The answers below `folder` by challenge, in the pack's order: `folder` holds a folder for each challenge, called `<pack>-<number>`,
 * by its slug or as in the pack, `01-<slug>`, or is such a folder itself. With `only`, the path of a challenge, those to this one alone; a folder that holds them
 * may then have any name. Throws, with the next step, for a folder that is not there or names no challenge.
 */
export async function readAnswers(
	pack: PackOnDisk,
	folder: string,
	only?: string,
): Promise<AnswerSet[]> {
	const names = await foldersIn(folder);
	const single = names.some(isAnswer);
	const sets: AnswerSet[] = [];
	for (const at of single ? [resolve(folder)] : names.sort()) {
		const path = single ? at : join(folder, at);
		if (only && !single && !foldersOf(pack, only).includes(at)) continue;
		const { path: file, challenge } = challengeOf(
			pack,
			only ? challengeSlug(only) : basename(at),
		);
		const answers: Answer[] = [];
		for (const name of (await foldersIn(path)).filter(isAnswer).sort())
			answers.push(await readAnswer(path, name, challenge));
		sets.push({ name: answerName(pack, file), path: file, challenge, answers });
	}
	if (sets.every(({ answers }) => answers.length === 0))
		throw new Error(
			`${folder} has no answers${only ? ` to ${challengeSlug(only)}` : ""}; name them <challenge>/right-<what> and <challenge>/wrong-<what>.`,
		);
	return sets.sort((a, b) => a.path.localeCompare(b.path));
}

const isAnswer = (name: string) => /^(right|wrong)-/.test(name);

const foldersIn = (folder: string): Promise<string[]> =>
	readdir(folder, { withFileTypes: true }).then(
		(entries) =>
			entries
				.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
				.map(({ name }) => name),
		() => {
			throw new Error(`${folder} is not a folder; name one that has answers.`);
		},
	);

/** What folders of answers call a challenge: `express-01`. */
const answerName = ({ slug }: PackOnDisk, path: string) =>
	`${slug}-${/^\d+/.exec(basename(path))?.[0] ?? challengeSlug(path)}`;

/** The folders that may hold the answers to a challenge. */
const foldersOf = (pack: PackOnDisk, path: string) => [
	answerName(pack, path),
	challengeSlug(path),
	basename(path, ".json"),
];

function challengeOf(
	pack: PackOnDisk,
	name: string,
): { path: string; challenge: ChallengeFile } {
	const file = pack.challenges.find(({ path }) =>
		foldersOf(pack, path).includes(name),
	);
	if (!file)
		throw new Error(
			`There is no challenge "${name}" in ${pack.slug}. Its challenges: ${pack.challenges.map(({ path }) => answerName(pack, path)).join(", ")}; a slug will do, too.`,
		);
	if (file.fault !== undefined) throw new Error(file.fault);
	return { path: file.path, challenge: file.value as ChallengeFile };
}

async function readAnswer(
	folder: string,
	name: string,
	{ scaffold = [] }: ChallengeFile,
): Promise<Answer> {
	const root = join(folder, name);
	const files = new Map(scaffold.map((file) => [file.path, file]));
	let note: string | null = null;
	const entries = await readdir(root, { recursive: true, withFileTypes: true });
	for (const entry of entries) {
		if (!entry.isFile()) continue;
		const full = join(entry.parentPath, entry.name);
		const path = full
			.slice(root.length + 1)
			.split(sep)
			.join("/");
		if (/(^|\/)(\.|node_modules\/|__pycache__\/)/.test(path)) continue;
		const content = await readText(full);
		if (path === NOTE) note = content.trim().split("\n")[0] || null;
		else files.set(path, { path, content });
	}
	const unsafe = pathsFault([...files.keys()]);
	if (unsafe) throw new Error(`${root}: ${unsafe}.`);
	return {
		name,
		isRight: name.startsWith("right-"),
		files: [...files.values()],
		note,
	};
}

async function readText(path: string): Promise<string> {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(
			await readFile(path),
		);
	} catch {
		throw new Error(`${path} is not UTF-8 text; remove it or save it as such.`);
	}
}
