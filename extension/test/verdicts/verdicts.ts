/** The engine's answers to cases, wherever this runs: Bun, Node, a browser, an extension host of either kind. */
import { verify } from "@treeline/verify";
import type { VerdictCase, VerdictTable } from "./cases.ts";

/**
 * The whole result of each case as JSON, in order: outcome, messages, places and near misses. `wasmBasePath` is where the core and the
 * grammars are, as for `verify`. Rejects when a grammar cannot be loaded.
 */
export async function verdictsOf(
	cases: VerdictCase[],
	wasmBasePath?: string,
): Promise<string[]> {
	const verdicts: string[] = [];
	for (const { assertions, files } of cases)
		verdicts.push(
			JSON.stringify(
				await verify(assertions, files, wasmBasePath ? { wasmBasePath } : {}),
			),
		);
	return verdicts;
}

/** By which verdicts are compared: SHA-256, which every place has. */
export async function digestOf(verdict: string): Promise<string> {
	const bytes = new TextEncoder().encode(verdict);
	const digest = await crypto.subtle.digest("SHA-256", bytes);
	return Array.from(new Uint8Array(digest), (byte) =>
		byte.toString(16).padStart(2, "0"),
	).join("");
}

/**
 * The cases on which this place does not agree with `table`, each with both results; empty when all are the same. `readVerdicts` is
 * asked for Bun's answers when one differs.
 */
export async function disagreements(
	{ assertions, cases, digests }: VerdictTable,
	wasmBasePath: string,
	readVerdicts: () => Promise<string[]>,
): Promise<string[]> {
	const asked = cases.map((one) => ({
		...one,
		assertions: assertions[one.assertions] ?? {},
	}));
	const here = await verdictsOf(asked, wasmBasePath);
	const found = await Promise.all(here.map(digestOf));
	const differing = [...cases.keys()].filter(
		(index) => found[index] !== digests[index],
	);
	if (differing.length === 0) return [];
	const verdicts = await readVerdicts();
	return differing.map(
		(index) =>
			`${cases[index]?.name}\n  Bun: ${verdicts[index]}\n  here: ${here[index]}`,
	);
}
