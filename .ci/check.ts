/** Behind `npm run check`: what can be known of the code without running it. Each check is one line, and one test of `npm test`. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { breaches, readHouse } from "./laws.ts";

interface Check {
	name: string;
	/** What is wrong, for a person; empty when all is well. */
	run(): Promise<string>;
}

const LINTED = [
	"api",
	"extension",
	"packs",
	"webview",
	".ci",
	"package.json",
	"tsconfig.json",
];

const CHECKS: Check[] = [
	{ name: "types", run: () => types(".", "types") },
	{ name: "pure types", run: () => types("webview/verify", "pure-types") },
	{
		name: "lint",
		run: () =>
			program(
				"biome",
				"check",
				...LINTED.flatMap((path) => (existsSync(path) ? lintedIn(path) : [])),
			),
	},
	{ name: "laws", run: async () => breaches(readHouse()).join("\n") },
	{ name: "texts", run: () => script("webview/l10n/check.ts") },
	{
		name: "pack schemas",
		run: () => script("packs/tools/main.ts", "schema", "--check"),
	},
];

/**
 * Checks a project's types; what did not change since the last time is not checked again. One checker and rare collections of memory take
 * a third of the processor time: several checkers each work out the types that they share.
 */
const types = (project: string, name: string) =>
	output(
		[
			"node_modules/.bin/tsc",
			...["--noEmit", "-p", project, "--checkers", "1", "--incremental"],
			...["--tsBuildInfoFile", `.build/${name}.tsbuildinfo`],
		],
		{ ...process.env, GOGC: "400" },
	);

/** What of `path` is linted: of a challenge that is a folder, neither the answers nor the texts, which are written as learners write. */
function lintedIn(path: string): string[] {
	if (/^packs\/[^/]+\/challenges\/[^/]+$/.test(path) && isFolder(path))
		return entriesOf(path).filter((one) =>
			/\/(challenge\.json|behavior\.test\.tsx?)$/.test(one),
		);
	// Only folders that lead to challenges are taken apart.
	return /^packs(\/[^/]+(\/challenges)?)?$/.test(path) && isFolder(path)
		? entriesOf(path).flatMap(lintedIn)
		: [path];
}

const isFolder = (path: string) => statSync(path).isDirectory();

const entriesOf = (folder: string) =>
	readdirSync(folder)
		.filter((name) => name !== "node_modules")
		.map((name) => `${folder}/${name}`);

/** Runs a script of the house; its output when it fails. */
const script = (...words: string[]) => output([process.execPath, ...words]);

/** Runs a program of the packages; its output when it fails. */
const program = (name: string, ...args: string[]) =>
	output([`node_modules/.bin/${name}`, ...args]);

async function output(
	command: string[],
	env: NodeJS.Dict<string> = process.env,
): Promise<string> {
	const child = Bun.spawn(command, {
		env,
		stdin: "ignore",
		stdout: "pipe",
		stderr: "pipe",
	});
	const [out, err, code] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	if (code === 0) return "";
	return `${out}${err}`.trim() || `${command[0]} ended with code ${code}`;
}

let failures = 0;
for (const check of CHECKS) {
	const started = performance.now();
	const fault = await check.run();
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	console.log(`${fault ? "✗" : "✓"} ${check.name} (${seconds} s)`);
	if (!fault) continue;
	failures++;
	console.log(fault.replace(/^/gm, "  "));
}

// The same report that `bun test` writes, as far as `npm test` reads it.
const report = Bun.argv
	.find((word) => word.startsWith("--reporter-outfile="))
	?.split("=")[1];
if (report)
	await Bun.write(
		report,
		`<testsuites tests="${CHECKS.length}" failures="${failures}" skipped="0" />\n`,
	);
process.exit(failures === 0 ? 0 : 1);
