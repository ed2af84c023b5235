/** What ran inside VS Code, declared to `bun test`: one test for each, so that each is counted and named by itself. */
import { describe, test } from "bun:test";
import type { HostKind } from "../build.ts";
import { runSuite, type SuiteOptions } from "./mocha-run.ts";

/** Runs the suite, then declares its results. Tests must be declared while a file loads, so the file waits for this. */
export async function declareSuite(
	name: string,
	kind: HostKind,
	options?: SuiteOptions,
): Promise<void> {
	const { results, fault } = await runSuite(kind, options).catch(
		(error: Error) => ({ results: [], fault: error.stack ?? error.message }),
	);
	describe(name, () => {
		for (const { title, error, skipped } of results)
			test.skipIf(skipped)(title, () => {
				if (error !== null) throw new Error(error);
			});
		test("the host ran all tests and ended", () => {
			if (fault !== null) throw new Error(fault);
		});
	});
}
