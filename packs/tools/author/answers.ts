/** The answers that `try` is given: each argument is a file, `<path>=<file>`, or a folder; what cannot stand together is kept apart. */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import type { ChallengeFile } from "@treeline/packs/format";
import type { FileEntry } from "@treeline/verify/shapes";
import { NOTE } from "../fairness/answers.ts";

export interface TriedAnswer {
	/** As it was given; null when all that was given is one answer. */
	name: string | null;
	files: FileEntry[];
}

/** One argument and its files, each with its path in the challenge. */
interface Given {
	argument: string;
	isFolder: boolean;
	files: { path: string; at: string }[];
}

/**
 * Reads what `arguments_` name. Files of one place are several answers when each argument is a folder or all are that one file. Throws,
 * with the next step, when it cannot be told which files belong together, or which file of the challenge one of them is.
 */
export async function givenAnswers(
	arguments_: string[],
	challenge: ChallengeFile,
): Promise<TriedAnswer[]> {
	const known = new Set([
		...challenge.files.map(({ path }) => path),
		...Object.keys(challenge.assertions.perFile ?? {}),
	]);
	const given: Given[] = [];
	for (const argument of arguments_) given.push(await read(argument, known));
	for (const { argument, files } of given) {
		const twice = sharedPlace(files);
		if (twice)
			throw new Error(
				`${argument} has \`${twice.path}\` twice: ${twice.at.join(" and ")}. For several answers name the folder of each, as ${argument}/*; \`npm run packs -- fairness --messages\` judges a folder of them.`,
			);
	}
	const shared = sharedPlace(given.flatMap(({ files }) => files));
	const areApart =
		given.every(({ isFolder }) => isFolder) ||
		given.every(({ files }) =>
			files.every(({ path }) => path === shared?.path),
		);
	if (shared && !areApart)
		throw new Error(
			`\`${shared.path}\` is given twice: ${shared.at.join(" and ")}. Try one answer at a time, or give each a folder of its own.`,
		);
	const answers = shared
		? given
		: [{ argument: null, files: given.flatMap(({ files }) => files) }];
	if (Object.keys(challenge.assertions.perFile ?? {}).length > 0)
		for (const { files } of answers) refuseUnknown(files, known);
	return Promise.all(
		answers.map(async ({ argument, files }) => ({
			name: argument,
			files: await Promise.all(
				files.map(async ({ path, at }) => ({
					path,
					content: await readFile(at, "utf8"),
				})),
			),
		})),
	);
}

async function read(
	argument: string,
	known: ReadonlySet<string>,
): Promise<Given> {
	const [, path = "", at = ""] = /^([^=]+)=(.+)$/.exec(argument) ?? [];
	if (known.has(path) && !(await kindOf(argument)))
		return { argument, isFolder: false, files: [{ path, at: await file(at) }] };
	if ((await kindOf(argument)) !== "folder") {
		const at = await file(argument);
		return {
			argument,
			isFolder: false,
			files: [{ path: placeOf(at, basename(at), known), at }],
		};
	}
	const entries = await readdir(argument, {
		recursive: true,
		withFileTypes: true,
	});
	const files = entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort()
		.filter((at) => {
			const inside = slashed(relative(argument, at));
			return inside !== NOTE && !/(^|\/)(node_modules\/|\.)/.test(inside);
		})
		.map((at) => ({
			path: placeOf(at, slashed(relative(argument, at)), known),
			at,
		}));
	if (files.length === 0)
		throw new Error(`${argument} has no files; name a folder that has.`);
	return { argument, isFolder: true, files };
}

const slashed = (path: string) => path.split(sep).join("/");

const kindOf = (path: string): Promise<"file" | "folder" | null> =>
	stat(path).then(
		(found) => (found.isDirectory() ? "folder" : "file"),
		() => null,
	);

async function file(path: string): Promise<string> {
	if ((await kindOf(path)) === "file") return path;
	throw new Error(`${path} is not there; name a file or a folder.`);
}

/** The path that a file has in the challenge: the longest one of the challenge that it ends in, else `otherwise`. */
function placeOf(
	at: string,
	otherwise: string,
	known: ReadonlySet<string>,
): string {
	const whole = slashed(resolve(at));
	const ends = [...known].filter((path) => whole.endsWith(`/${path}`));
	const [longest] = ends.sort((a, b) => b.length - a.length);
	return longest ?? otherwise;
}

/** The first path that several of `files` have, and where these are. */
function sharedPlace(
	files: Given["files"],
): { path: string; at: [string, string] } | null {
	const seen = new Map<string, string>();
	for (const { path, at } of files) {
		const first = seen.get(path);
		if (first !== undefined) return { path, at: [first, at] };
		seen.set(path, at);
	}
	return null;
}

function refuseUnknown(
	files: Given["files"],
	known: ReadonlySet<string>,
): void {
	if (files.some(({ path }) => known.has(path))) return;
	const [first] = files;
	if (!first) return;
	const ways = [...known].map((path) => `\`${path}=${first.at}\``);
	throw new Error(
		`${files.map(({ at }) => at).join(", ")} ${files.length === 1 ? "is" : "are"} none of this challenge's files. Say which it is: ${ways.join(" or ")}.`,
	);
}
