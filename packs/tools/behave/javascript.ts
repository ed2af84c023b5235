/** Suites for Bun's own test runner: `NN-slug.test.ts`, and `.test.tsx` for solutions that draw on a page. */
import { join, relative } from "node:path";
import type { FileEntry } from "@treeline/verify/shapes";
import { childEnvironment } from "../env.ts";
import { runProcess } from "./child-process.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { createSandbox } from "./sandbox.ts";

/** Runs the suite at `suite` against a solution. */
export async function runWithBun(
	suite: string,
	packFolder: string,
	files: FileEntry[],
	seconds: number,
): Promise<Outcome> {
	const sandbox = await createSandbox(packFolder, suite, files);
	try {
		const report = join(sandbox.folder, "report.xml");
		const page = suite.endsWith("x") ? ["--preload", "./behavior/dom.ts"] : [];
		const ending = await runProcess(
			[
				process.execPath,
				"test",
				...page,
				`./${relative(sandbox.folder, sandbox.suite)}`,
				// Bun's own 5 s for a test say nothing about an answer on a busy machine.
				`--timeout=${seconds * 1000}`,
				"--reporter=junit",
				`--reporter-outfile=${report}`,
			],
			sandbox.folder,
			childEnvironment({ SOLUTION_DIR: sandbox.solution }),
			seconds,
		);
		return await outcomeOf(ending, report, seconds);
	} finally {
		await sandbox.remove();
	}
}
