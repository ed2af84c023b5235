/**
 * Selects the tests for `npm test -- --changed`: the suites and test files that the changes since `main` can affect. Run by Bun, prints
 * one JSON object: suite → `{ files, why }`, where `files` is null for the whole suite. A test is affected by the modules that it imports,
 * by those of the programs that its suite starts, and by files that its suite reads and that no test imports.
 */
import { posix } from "node:path";
import { readHouse } from "./house.ts";
import { importsOf, PACKAGES, packageOf } from "./imports.ts";
import { testFiles } from "./shards.mjs";
import { Stop } from "./step.mjs";
import { SUITES } from "./suites.mjs";

/** Files that every test depends on. */
const EVERYTHING =
	/^(\.ci\/|package\.json$|bun\.lock$|bunfig\.toml$|tsconfig\.json$)/;

/**
 * Chooses among `suites`, whose test files `filesOf` lists, by the paths in `changed`; deleted files are among them.
 * `house` is the text of every file by its path.
 */
export function affectedSuites(changed, { house, suites, filesOf }) {
	const graph = graphOf(house);
	const reached = suites.map((suite) => {
		const tests = filesOf(suite);
		return {
			suite,
			tests: new Map(tests.map((file) => [file, reachOf(graph, [file])])),
			started: reachOf(graph, suite.starts ?? []),
		};
	});
	const imported = new Set(
		reached.flatMap(({ tests, started }) => [
			...started,
			...[...tests.values()].flatMap((reach) => [...reach]),
		]),
	);
	const chosen = {};
	for (const { suite, tests, started } of reached) {
		const whole = changed.find(
			(path) =>
				suite.always ||
				EVERYTHING.test(path) ||
				started.has(path) ||
				(!imported.has(path) && isRead(suite, path)),
		);
		if (whole !== undefined) {
			chosen[suite.name] = { files: null, why: [whole] };
			continue;
		}
		const files = [...tests.keys()].filter((file) =>
			changed.some((path) => tests.get(file).has(path)),
		);
		const why = changed.filter((path) =>
			files.some((file) => tests.get(file).has(path)),
		);
		if (files.length > 0) chosen[suite.name] = { files, why };
	}
	return chosen;
}

const isRead = ({ reads = [] }, path) =>
	reads.some((folder) => path.startsWith(`${folder}/`));

/** The paths that `starts` import, transitively, and `starts` themselves. */
function reachOf(graph, starts) {
	const reach = new Set(starts);
	for (const path of reach)
		for (const target of graph.get(path) ?? []) reach.add(target);
	return reach;
}

/** The paths that each file imports at run time; third-party packages are left out. */
function graphOf(house) {
	const graph = new Map();
	for (const { file, target, typeOnly } of importsOf(house)) {
		if (typeOnly) continue;
		const targets = targetsOf(house, file, target);
		graph.set(file, [...(graph.get(file) ?? []), ...targets]);
	}
	return graph;
}

function targetsOf(house, file, target) {
	if (target.startsWith(".")) return [posix.join(posix.dirname(file), target)];
	const name = target.startsWith("#")
		? packageOf(file)
		: target.split("/").slice(0, 2).join("/");
	const folder = PACKAGES[name]?.folder;
	const manifest = folder && house.get(`${folder}/package.json`);
	if (!manifest) return [];
	const { exports, imports } = JSON.parse(manifest);
	const entry = target.startsWith("#")
		? imports?.[target]
		: exports?.[`.${target.slice(name.length)}`];
	return pathsIn(entry).map((path) => posix.join(folder, path));
}

/** The paths of an entry of a package's `exports` or `imports`, under every condition. */
function pathsIn(entry) {
	if (typeof entry === "string") return [entry];
	return Object.values(entry ?? {}).flatMap(pathsIn);
}

/** The paths that differ from the merge base with `main`: committed, uncommitted, untracked and deleted. */
function changedPaths() {
	const base = ["main", "origin/main"]
		.map((branch) => git(["merge-base", "HEAD", branch]))
		.find((commit) => commit !== null);
	const lists = [
		git(["diff", "--name-only", "--no-renames", "-z", base?.trim() ?? "HEAD"]),
		git(["ls-files", "--others", "--exclude-standard", "-z"]),
	];
	if (lists.includes(null))
		throw new Stop(
			"git cannot list the changes here. Name the suites to run, or run all with `npm test`.",
		);
	return [...new Set(lists.join("").split("\0"))].filter(Boolean).sort();
}

function git(args) {
	const { stdout, success } = Bun.spawnSync(["git", ...args]);
	return success ? stdout.toString() : null;
}

if (import.meta.main) {
	const changed = changedPaths();
	const house = readHouse();
	const chosen = affectedSuites(changed, {
		house,
		suites: SUITES,
		filesOf: testFiles,
	});
	console.log(JSON.stringify({ changed: changed.length, chosen }));
}
