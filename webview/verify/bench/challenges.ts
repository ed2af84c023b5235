/** What learners really run: the packs' own checks, on their references and as an answer is typed from the starter, letter by letter. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { AssertionSet } from "../index.ts";
import { Budget } from "../limits/budget.ts";
import { readerFor } from "../parse/bytes/node.ts";
import { createGrammars, type Grammars, grammarOf } from "../parse/grammars.ts";
import { parseFile } from "../parse/parse.ts";
import { TreeCache } from "../parse/tree-cache.ts";
import type { FileEntry } from "../shapes.ts";
import { check } from "../verify.ts";

export interface Challenge {
	name: string;
	assertions: AssertionSet;
	files: FileEntry[];
	scaffold: FileEntry[];
}

const root = join(import.meta.dir, "../../../packs");
const read = (...path: string[]) =>
	JSON.parse(readFileSync(join(root, ...path), "utf8"));

/** A challenge of either form; this package knows the format of packs only as far as it measures by it. */
function readChallenge(pack: string, name: string): Omit<Challenge, "name"> {
	if (name.endsWith(".json")) return read(pack, "challenges", name);
	const folder = join(root, pack, "challenges", name);
	const filesIn = (set: string): FileEntry[] =>
		readdirSync(join(folder, set), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			.sort()
			.map((path) => ({
				path: relative(join(folder, set), path),
				content: readFileSync(path, "utf8"),
			}));
	const { assertions } = read(pack, "challenges", name, "challenge.json");
	return {
		assertions,
		files: filesIn("solution"),
		scaffold: filesIn("starter"),
	};
}

const packNames = (): string[] =>
	readdirSync(root)
		.filter((name) => existsSync(join(root, name, "pack.json")))
		.sort();

const definitionsOf = (pack: string) =>
	existsSync(join(root, pack, "definitions.json"))
		? read(pack, "definitions.json")
		: {};

/** The challenges of all packs, with the definitions of their packs. */
export const challenges = (): Challenge[] =>
	packNames().flatMap((pack) =>
		readdirSync(join(root, pack, "challenges"))
			.sort()
			.map((name) => {
				const { assertions, files, scaffold } = readChallenge(pack, name);
				const { $schema: _, ...definitions } = definitionsOf(pack);
				return {
					name: `${pack} ${name.slice(0, 2)}`,
					assertions: { ...assertions, definitions },
					files,
					scaffold,
				};
			}),
	);

/** Of repeated times the first quartile: compiling and collecting garbage beside can only add to them. */
const quartile = (times: readonly number[]): number =>
	times.toSorted((a, b) => a - b)[Math.floor(times.length / 4)] ?? Number.NaN;

/** Milliseconds of the processor that an action takes: others who use the machine do not count. */
async function timed(action: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await action();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

async function fresh(files: readonly FileEntry[]): Promise<Grammars> {
	const grammars = createGrammars(readerFor());
	for (const { path } of files) {
		const name = grammarOf(path);
		if (name) await grammars.load(name);
	}
	return grammars;
}

async function parseAll(files: readonly FileEntry[], grammars: Grammars) {
	for (const file of files) {
		const name = grammarOf(file.path);
		if (!name) continue;
		const parsed = parseFile(file, await grammars.load(name));
		if (typeof parsed === "string") throw new Error(parsed);
		parsed.tree.delete();
	}
}

/** Milliseconds of parsing a challenge's reference, of its warm verification, and of its first one with the grammars loaded. */
export async function onChallenge({ assertions, files }: Challenge) {
	const grammars = await fresh(files);
	const times = { parsing: [] as number[], warm: [] as number[] };
	for (let round = 0; round < 24; round++) {
		const parsing = await timed(() => parseAll(files, grammars));
		const warm = await timed(() => check(assertions, files, grammars));
		if (round < 8) continue;
		times.parsing.push(parsing);
		times.warm.push(warm);
	}
	const first: number[] = [];
	for (let round = 0; round < 5; round++) {
		const unused = await fresh(files);
		first.push(await timed(() => check(assertions, files, unused)));
	}
	return {
		parsing: quartile(times.parsing),
		warm: quartile(times.warm),
		first: quartile(first),
	};
}

/** The states of a file while what an answer adds to it is typed, broken ones included. */
export function keystrokes(from: string, to: string): string[] {
	const most = Math.min(from.length, to.length);
	let head = 0;
	while (head < most && from[head] === to[head]) head += 1;
	let tail = 0;
	while (
		tail < most - head &&
		from[from.length - 1 - tail] === to[to.length - 1 - tail]
	)
		tail += 1;
	const [before, after] = [to.slice(0, head), to.slice(to.length - tail)];
	const typed = to.slice(head, to.length - tail);
	return Array.from(
		typed,
		(_, index) => before + typed.slice(0, index + 1) + after,
	);
}

/**
 * The time of all keystrokes of an answer to that of full verifications of the same texts, side by side. While one types, checks are left
 * out where a syntax error withholds the pass.
 */
export async function typing(
	{ assertions }: Challenge,
	path: string,
	states: readonly string[],
): Promise<number> {
	const grammars = await fresh([{ path, content: "" }]);
	const treeCache = new TreeCache(20);
	const times = { typed: 0, full: 0 };
	for (const content of states) {
		const files = [{ path, content }];
		times.typed += await timed(() =>
			check(assertions, files, grammars, () => ({
				onStep() {},
				timedOutSteps: new Set(),
				skipUserPatterns: false,
				skipsBroken: true,
				budget: new Budget(),
				treeCache,
			})),
		);
		times.full += await timed(() => check(assertions, files, grammars));
	}
	treeCache.clear();
	return times.typed / times.full;
}
