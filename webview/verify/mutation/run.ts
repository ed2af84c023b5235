/**
 * Mutation tests of the cases: changes one decision at a time and runs the cases: `bun webview/verify/mutation/run.ts`, or with
 * the names of some files (`jsxElement syntax-index`). Ends with 1 when a file falls short, or a proof is stale. Takes minutes; no part of the tests.
 */
import { basename } from "node:path";
import assertionKinds from "../kinds/assertion-kinds.json" with {
	type: "json",
};
import { EngineCopy } from "./engine-copy.ts";
import equivalent from "./equivalent.json" with { type: "json" };
import { type Mutant, mutantsOf } from "./mutants.ts";
import { isProved, lostFiles, type Proof, staleProofs } from "./proofs.ts";

/** Of the mutants that are not proved equivalent, as many must die, in every file. */
const needed = 0.95;
/** Mutants tried at the same time. */
const lanes = 2;

const proofs: Proof[] = equivalent;
const shared = [
	"explain/names.ts",
	"kinds/bindings.ts",
	"kinds/matcher.ts",
	"kinds/named-nodes.ts",
	"parse/syntax-index.ts",
];
const kinds = Object.keys(assertionKinds);
const all = [...kinds.map((kind) => `kinds/${kind}.ts`), ...shared];

const stem = (file: string) => basename(file, ".ts");
const asked = Bun.argv.slice(2);
const unknown = asked.filter(
	(name) => !all.some((file) => stem(file) === name),
);
if (unknown.length > 0) {
	console.error(
		`There is no ${unknown.join(", ")}; name some of ${all.map(stem).join(", ")}, or none for all.`,
	);
	process.exit(2);
}
const files = all.filter(
	(file) => asked.length === 0 || asked.includes(stem(file)),
);

/** A matcher's own cases; those of all kinds for what they share. */
const casesFor = (file: string) =>
	kinds.includes(stem(file))
		? [stem(file)]
		: ["syntaxIndex", "names", ...kinds, "general"];

const copies = await Promise.all(
	Array.from({ length: lanes }, () => EngineCopy.make()),
);
try {
	process.exitCode = await main();
} finally {
	await Promise.all(copies.map((copy) => copy.remove()));
}

async function main(): Promise<number> {
	const [copy] = copies;
	if (!(await copy?.passes(["syntaxIndex", "names", ...kinds, "general"]))) {
		console.error("The cases fail without any change; fix that first.");
		return 1;
	}
	const mutants: Mutant[] = [];
	for (const file of files)
		mutants.push(...mutantsOf(file, (await copy?.read(file)) ?? ""));
	const survivors = await tryAll(mutants);
	const isSharp = table(mutants, survivors);
	return report(survivors) && isSharp ? 0 : 1;
}

async function tryAll(mutants: Mutant[]): Promise<Mutant[]> {
	const survivors: Mutant[] = [];
	const queue = [...mutants];
	await Promise.all(
		copies.map(async (copy) => {
			for (let one = queue.shift(); one; one = queue.shift())
				if ((await copy.try(one, casesFor(one.file))) === "survived")
					survivors.push(one);
		}),
	);
	return mutants.filter((one) => survivors.includes(one));
}

/** One line per file; whether every file is sharp enough. */
function table(mutants: Mutant[], survivors: Mutant[]): boolean {
	console.log(
		`${"file".padEnd(34)}mutants  killed  proved  survived  killed of killable`,
	);
	let isSharp = true;
	for (const file of [...files, "all"]) {
		const of = (some: Mutant[]) =>
			some.filter((one) => file === "all" || one.file === file);
		const total = of(mutants).length;
		const alive = of(survivors);
		const proved = alive.filter((one) => isProved(proofs, one)).length;
		const killed = total - alive.length;
		const share = total === proved ? 1 : killed / (total - proved);
		isSharp &&= share >= needed;
		const numbers = [total, killed, proved, alive.length - proved];
		console.log(
			`${file.padEnd(34)}${numbers.map((n, i) => String(n).padStart([7, 8, 8, 10][i] ?? 8)).join("")}  ${(share * 100).toFixed(1).padStart(17)} %`,
		);
	}
	return isSharp;
}

/** Survivors without a proof and proofs without a survivor; whether the proofs are in order. */
function report(survivors: Mutant[]): boolean {
	for (const { file, line, source, change } of survivors.filter(
		(one) => !isProved(proofs, one),
	))
		console.log(`\nsurvived  ${file}:${line}  ${change}\n          ${source}`);
	const stale = staleProofs(proofs, files, survivors);
	for (const { file, source, change } of stale)
		console.log(
			`\nstale proof  ${file}: ${change}\n             ${source}\n             no such mutant survives; remove the proof`,
		);
	const lost = lostFiles(proofs, all);
	for (const file of lost)
		console.log(`\nstale proofs for ${file}, which is no longer mutated`);
	return stale.length === 0 && lost.length === 0;
}
