/** Suites for Bun's own test runner: `NN-slug.test.ts`, and `.test.tsx` for solutions that draw on a page. */
import { basename, join } from "node:path";
import type { FileEntry } from "@treeline/verify/shapes";
import { childEnvironment } from "../env.ts";
import { runToEnd } from "./child-process.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { setStage } from "./sandbox.ts";

/** Runs the suite at `suite` against a solution. */
export async function runWithBun(
	suite: string,
	packFolder: string,
	files: FileEntry[],
	seconds: number,
): Promise<Outcome> {
	const stage = await setStage(packFolder, files);
	try {
		const report = join(stage.folder, "report.xml");
		const page = suite.endsWith("x") ? ["--preload", "./behavior/dom.ts"] : [];
		const ending = await runToEnd(
			[
				process.execPath,
				"test",
				...page,
				`./pack/behavior/${basename(suite)}`,
				"--reporter=junit",
				`--reporter-outfile=${report}`,
			],
			stage.folder,
			childEnvironment({ SOLUTION_DIR: stage.solution }),
			seconds,
		);
		return await outcomeOf(ending, report, seconds);
	} finally {
		await stage.clear();
	}
}
