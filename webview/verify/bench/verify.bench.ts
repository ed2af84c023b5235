/**
 * What verification costs beside parsing alone and beside other ways to do the same job, in interleaved runs. The others are
 * installed into this folder when they are not there. Run: npm run bench verify
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Assertion, type AssertionSet, verify } from "../index.ts";
import { Budget } from "../limits/budget.ts";
import { readerFor } from "../parse/bytes/node.ts";
import { heapBytes } from "../parse/core.ts";
import { createGrammars } from "../parse/grammars.ts";
import { parseFile } from "../parse/parse.ts";
import { TreeCache } from "../parse/tree-cache.ts";
import { check } from "../verify.ts";
import { challenges, keystrokes, onChallenge, typing } from "./challenges.ts";
import { job, large, query, setOf, small, ten } from "./material.ts";
import { type Candidates, median, medians, print, target } from "./measure.ts";
import { peers } from "./peers.ts";

const here = import.meta.dir;
if (!existsSync(join(here, "node_modules")))
	Bun.spawnSync([process.execPath, "install", "--frozen-lockfile"], {
		cwd: here,
		stdio: ["ignore", "ignore", "inherit"],
	});

const grammars = createGrammars(readerFor());
const javascript = await grammars.load("javascript");

const parsing = (content: string) => () => {
	const parsed = parseFile({ path: "app.js", content }, javascript);
	if (typeof parsed === "string") throw new Error(parsed);
	parsed.tree.delete();
};
const verifying = (content: string, set: AssertionSet) => () =>
	verify(set, [{ path: "app.js", content }]);

/** One letter more each time, from the tree before; without assertions only the syntax is looked at. */
function letters(content: string, set: AssertionSet) {
	const treeCache = new TreeCache(20);
	const middle = content.indexOf("this.pos");
	let typed = "";
	return () => {
		typed += "s";
		const text = content.slice(0, middle) + typed + content.slice(middle);
		return check(set, [{ path: "app.js", content: text }], grammars, () => ({
			onStep() {},
			timedOutSteps: new Set(),
			skipUserPatterns: false,
			budget: new Budget(),
			treeCache,
		}));
	};
}

async function others(content: string): Promise<Candidates> {
	const runs: Candidates = {};
	for (const [name, open] of Object.entries(peers)) {
		const run = await open();
		if (run(content) !== 5) throw new Error(`${name} does not find all five`);
		runs[name] = () => run(content);
	}
	return runs;
}

const at = (rows: Map<string, number>, name: string) => rows.get(name) ?? 0;

async function onSmall() {
	const set = (assertions: Assertion[], count: number) =>
		verifying(small, setOf(assertions, count));
	const rows = await medians(
		{
			"parsing alone": parsing(small),
			"verify, 1 assertion": set(ten, 1),
			"verify, the job": set(job, 5),
			"verify, 10 assertions": set(ten, 10),
			"verify, 200 assertions": set(ten, 200),
			"verify, a query compiled before": set([query], 1),
			...(await others(small)),
		},
		600,
	);
	print(`${small.length} characters, warm`, rows);
	return rows;
}

async function onLarge(content: string) {
	const rows = await medians(
		{
			"parsing alone": parsing(content),
			"verify, the job": verifying(content, setOf(job, 5)),
			"verify, 10 assertions": verifying(content, setOf(ten, 10)),
			"verify after one letter more": letters(content, setOf(job, 5)),
			"diagnose after one letter more": letters(content, {}),
			...(await others(content)),
		},
		21,
	);
	print(`${content.length} characters, warm`, rows);
	return rows;
}

/** How much faster a query is when it has been compiled. */
async function onQueries() {
	const fresh: number[] = [];
	const again: number[] = [];
	const parsed = parseFile({ path: "a.js", content: small }, javascript);
	if (typeof parsed === "string") throw new Error(parsed);
	const { pattern } = query as Extract<Assertion, { type: "sexpression" }>;
	for (let round = 0; round < 60; round++)
		for (const times of [fresh, again]) {
			if (times === fresh) javascript.queries.clear();
			const start = performance.now();
			javascript.queries.get(pattern).find(parsed.tree.rootNode);
			times.push(performance.now() - start);
		}
	parsed.tree.delete();
	return median(again) / median(fresh);
}

/** A process's first verification beside the least that it needs, both bundled, as the page and the extension load the engine. */
async function cold() {
	const { outputs } = await Bun.build({
		entrypoints: [join(here, "cold.ts")],
		outdir: join(here, "node_modules/.cold"),
		target: "bun",
		splitting: true,
		minify: true,
	});
	const entry = outputs.find(({ kind }) => kind === "entry-point")?.path ?? "";
	const times: Record<string, number[]> = { floor: [], verify: [] };
	for (let round = 0; round < 9; round++)
		for (const [what, list] of Object.entries(times)) {
			const run = Bun.spawnSync([process.execPath, entry, what]);
			list.push(Number(run.stdout.toString()));
		}
	const rows = new Map(
		Object.entries(times).map(([what, list]) => [what, median(list)]),
	);
	print("cold: core, one grammar and one parse, beside verify", rows);
	return at(rows, "verify") / at(rows, "floor");
}

async function memory() {
	const run = verifying(small, setOf(ten, 10));
	const grow = async (count: number) => {
		for (let call = 0; call < count; call++) await run();
		return heapBytes() / 1_048_576;
	};
	const [early, late] = [await grow(300), await grow(2700)];
	console.log(
		`\nmemory of the core after 300 and 3,000 verifications: ${early} and ${late} MiB`,
	);
}

/** The packs' own checks: each challenge beside parsing its files, and typing an answer. */
async function onPacks() {
	const ratios = { warm: [] as number[], first: [] as number[] };
	const all = challenges();
	console.log("\nthe packs' own checks, on their references");
	for (const challenge of all) {
		const { parsing, warm, first } = await onChallenge(challenge);
		ratios.warm.push(warm / parsing);
		ratios.first.push(first / warm);
		console.log(
			`${challenge.name.padEnd(12)} ${parsing.toFixed(2).padStart(7)} ms parsing ${(warm / parsing).toFixed(2).padStart(6)} × warm ${(first / warm).toFixed(2).padStart(6)} × first`,
		);
	}
	const typed = all.flatMap((challenge) => {
		const { files, scaffold } = challenge;
		const [file] = files;
		const starter = scaffold.find(({ path }) => path === file?.path);
		return file && starter && files.length === 1
			? [{ challenge, file, starter }]
			: [];
	});
	const small: number[] = [];
	for (const { challenge, file, starter } of typed)
		small.push(
			await typing(
				challenge,
				file.path,
				keystrokes(starter.content, file.content),
			),
		);
	const [one] = typed;
	const long = large();
	const much = one
		? await typing(
				one.challenge,
				one.file.path,
				keystrokes(long + one.starter.content, long + one.file.content).slice(
					0,
					40,
				),
			)
		: Number.NaN;
	return {
		warm: median(ratios.warm),
		first: median(ratios.first),
		typed: median(small),
		typedLong: much,
	};
}

await memory();
const packs = await onPacks();
const little = await onSmall();
const much = await onLarge(large());
const coldRatio = await cold();
console.log();
const parse = "parsing alone";
target("a challenge's own checks to parsing, median", packs.warm, 1.6);
target(
	"a challenge's first verification to a warm one, median",
	packs.first,
	2,
);
target(
	"a keystroke to a full verification, the packs' own answers",
	packs.typed,
	0.25,
);
target("a keystroke to a full verification, 229 KB", packs.typedLong, 0.1);
const tens = "verify, 10 assertions";
target(
	"10 assertions to parsing, small",
	at(little, tens) / at(little, parse),
	1.7,
);
target(
	"10 assertions to parsing, large",
	at(much, tens) / at(much, parse),
	1.5,
);
target(
	"200 assertions to one, small",
	at(little, "verify, 200 assertions") / at(little, "verify, 1 assertion"),
	1.2,
	"Each further check takes about 1 µs and does not ask the parser; the first one of each kind makes the map of its names.",
);
target("a repeated query to its first run", await onQueries(), 0.2);
target(
	"one letter more to a full verification, large",
	at(much, "verify after one letter more") / at(much, "verify, the job"),
	0.15,
	"A sixth is parsing, half is the walk through the whole tree for the wanted nodes (8 ms, be it for one type), the rest the maps of names. Handles of nodes do not outlive their tree, so they are all made anew.",
);
target(
	"the syntax alone after one letter more, large",
	at(much, "diagnose after one letter more") / at(much, "verify, the job"),
	0.15,
);
target(
	"cold verification to its floor",
	coldRatio,
	1.3,
	"Half of the difference is reading the sources of the matchers, module by module; the other half the first run of everything.",
);
for (const name of [
	"eslint",
	"@babel/parser + traverse",
	"@ast-grep/napi",
	"espree + esquery",
])
	for (const [size, rows] of [
		["small", little],
		["large", much],
	] as const)
		target(
			`the job to ${name}, ${size}`,
			at(rows, "verify, the job") / at(rows, name),
			1,
		);
