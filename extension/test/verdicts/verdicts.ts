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

/** The cases on which this place does not agree with `table`, each with both results; empty when all are the same. */
export async function disagreements(
	{ cases, verdicts }: VerdictTable,
	wasmBasePath: string,
): Promise<string[]> {
	const here = await verdictsOf(cases, wasmBasePath);
	return here.flatMap((verdict, index) =>
		verdict === verdicts[index]
			? []
			: `${cases[index]?.name}\n  Bun: ${verdicts[index]}\n  here: ${verdict}`,
	);
}
