/**
 * What the extension costs: its activation beside that of an empty extension in the same host, a first verification beside parsing the
 * same files alone, and the sizes of what is loaded and of the package. Ends with 1 when a budget is missed. `--starts=N` takes more or
 * fewer samples, `--host=web` measures that host alone.
 */
import { join } from "node:path";
import { builtExtension, type HostKind } from "../test/build.ts";
import type { Sample } from "./sample.ts";
import { sampleStarts } from "./starts.ts";

/** Milliseconds that an activation may take beyond that of an empty extension. */
const ACTIVATION_MS = 30;
const KILOBYTE = 1024;
const BUDGETS = { bundle: 150 * KILOBYTE, vsix: 4 * KILOBYTE * KILOBYTE };
const HOSTS: Record<HostKind, string> = {
	node: "Node extension host",
	web: "web worker extension host",
};

const option = (name: string) =>
	Bun.argv
		.find((each) => each === `--${name}` || each.startsWith(`--${name}=`))
		?.replace(/^[^=]*=?/, "");

await printSizes();
const host = option("host");
for (const kind of ["node", "web"] as const)
	if (!host || host === kind)
		printHost(
			HOSTS[kind],
			await sampleStarts(kind, Number(option("starts") || 12)),
		);
// esbuild's service would keep this process alive.
process.exit();

async function printSizes(): Promise<void> {
	const { folder, vsix } = await builtExtension();
	for (const name of ["extension.cjs", "extension.browser.cjs"])
		printBudget(
			name,
			Bun.file(join(folder, "dist", name)).size,
			BUDGETS.bundle,
		);
	printBudget("treeline.vsix", Bun.file(vsix).size, BUDGETS.vsix);
}

function printBudget(what: string, bytes: number, most: number): void {
	const size = (count: number) => `${(count / KILOBYTE).toFixed(0)} KB`;
	print(what, `${size(bytes)} of at most ${size(most)}`, bytes <= most);
}

function printHost(name: string, samples: Sample[]): void {
	const middle = (read: (sample: Sample) => number) =>
		median(samples.map(read));
	const ours = middle(({ activated }) => activated.ours);
	const empty = middle(({ activated }) => activated.empty);
	const first = middle(({ verified }) => verified.first);
	const parsing = middle(({ verified }) => verified.parsing);
	const ms = (value: number) => `${value.toFixed(1)} ms`;
	console.log(`${name}, medians of ${samples.length} starts`);
	print(
		"activation",
		`${ms(ours)}, of an empty extension ${ms(empty)}, ratio ${(ours / empty).toFixed(1)}, over it ${ms(ours - empty)} of at most ${ACTIVATION_MS}`,
		ours - empty <= ACTIVATION_MS,
	);
	print(
		"first verification",
		`${ms(first)}, parsing alone ${ms(parsing)}, ratio ${(first / parsing).toFixed(2)}`,
		true,
	);
}

function print(what: string, figures: string, isWithin: boolean): void {
	console.log(`${what.padEnd(22)} ${figures}${isWithin ? "" : "  MISSED"}`);
	if (!isWithin) process.exitCode = 1;
}

function median(values: number[]): number {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
