/**
 * Runs the suite of a page against several answers in one process with one browser: to start both takes much longer than most suites. Such
 * a suite loads no code of an answer: the browser renders it, without its scripts and in a context of its own.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { FileEntry } from "@treeline/verify/shapes";
import { childEnvironment } from "../env.ts";
import { runProcess } from "./child-process.ts";
import type { Outcome } from "./outcome.ts";
import { createSandbox } from "./sandbox.ts";

/** Whether the suite at `suite` sees an answer through the browser alone. */
export async function isPageSuite(suite: string): Promise<boolean> {
	const text = await readFile(suite, "utf8");
	const imports = [...text.matchAll(/\b(?:from|import)\s*"([^"]+)"/g)].map(
		([, it]) => it,
	);
	return (
		imports.some((it) => it?.endsWith("/behavior/page.ts")) &&
		imports.every(
			(it) => it === "bun:test" || it?.endsWith("/behavior/page.ts"),
		) &&
		!/\b(import|require)\s*\(|\b(process|Bun|globalThis)\b/.test(text)
	);
}

/**
 * The outcome of each answer when all pass. Null when one does not, or the process ends otherwise: an answer that fails is judged in a
 * process of its own.
 */
export async function runPagesTogether(
	suite: string,
	packFolder: string,
	answers: readonly FileEntry[][],
	seconds: number,
): Promise<Outcome[] | null> {
	const root = await mkdtemp(join(tmpdir(), "treeline-pages-"));
	try {
		const suites: string[] = [];
		for (const files of answers) {
			const sandbox = await createSandbox(packFolder, suite, files, root);
			suites.push(relative(root, sandbox.suite));
		}
		const report = join(root, "report.xml");
		const limit = seconds * answers.length;
		const { code, timedOut } = await runProcess(
			[
				process.execPath,
				"test",
				...suites.map((file) => `./${file}`),
				`--timeout=${limit * 1000}`,
				"--reporter=junit",
				`--reporter-outfile=${report}`,
			],
			root,
			childEnvironment({ PAGE_SUITES: String(suites.length) }),
			limit,
		);
		if (code !== 0 || timedOut) return null;
		const counts = testsByFile(await readFile(report, "utf8"));
		const tests = suites.map((file) => counts.get(file) ?? 0);
		return tests.every((count) => count > 0) ? tests.map(passedOutcome) : null;
	} finally {
		await rm(root, { recursive: true, force: true, maxRetries: 10 });
	}
}

/** How many tests passed in each file; none of a file with another outcome. */
function testsByFile(xml: string): Map<string, number> {
	const counts = new Map<string, number>();
	for (const [, file = "", rest = ""] of xml.matchAll(
		/<testcase\b[^>]*\bfile="([^"]*)"[^>]*?(\/?)>/g,
	))
		counts.set(file, rest ? (counts.get(file) ?? 0) + 1 : Number.NaN);
	return counts;
}

const passedOutcome = (tests: number): Outcome => ({
	passed: true,
	tests,
	failures: 0,
	timedOut: false,
	why: "",
});
