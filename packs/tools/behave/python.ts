/** Suites for pytest: `test_NN_slug.py`, with the solution's folder on `sys.path`. */
import { execFile } from "node:child_process";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { FileEntry } from "@treeline/verify/shapes";
import { childEnvironment, pythonCommand } from "../env.ts";
import { runProcess } from "./child-process.ts";
import { runForked } from "./fork-server.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { createSandbox } from "./sandbox.ts";

/** What runs Python: a program and its first words, and the folder that is its whole world when it runs in a `chroot`. */
interface Python {
	command: string[];
	root: string | null;
}

let found: Promise<Python> | null = null;

/** Runs the suite at `suite` against a solution. */
export async function runWithPytest(
	suite: string,
	packFolder: string,
	files: FileEntry[],
	seconds: number,
): Promise<Outcome> {
	found ??= findPython();
	const { command, root } = await found;
	const sandbox = await createSandbox(
		packFolder,
		suite,
		files,
		root === null ? undefined : join(root, "tmp"),
	);
	const seen = (path: string) =>
		root === null ? path : path.slice(root.length);
	try {
		const report = join(sandbox.folder, "report.xml");
		const args = [
			seen(sandbox.suite),
			...["-q", "--color=no", "--tb=short", "-p", "no:cacheprovider"],
			// A library that is loaded before its plugin is no concern of a suite.
			...["-W", "ignore::pytest.PytestAssertRewriteWarning"],
			`--rootdir=${seen(sandbox.folder)}`,
			`--junitxml=${seen(report)}`,
		];
		const shared = childEnvironment({
			PYTHONDONTWRITEBYTECODE: "1",
			...(root === null ? {} : { HOME: "/root", TMPDIR: "/tmp" }),
		});
		const env = {
			SOLUTION_DIR: seen(sandbox.solution),
			PYTHONPATH: seen(sandbox.solution),
		};
		const run = { folder: seen(sandbox.folder), args, env, seconds };
		const ending =
			(await runForked(command, shared, run)) ??
			(await runProcess(
				[...command, "-m", "pytest", ...args],
				sandbox.folder,
				{ ...shared, ...env },
				seconds,
			));
		return await outcomeOf(ending, report, seconds);
	} finally {
		await sandbox.remove();
	}
}

/** What `npm test` has found already, else what its own search finds or installs. */
async function findPython(): Promise<Python> {
	const words = pythonCommand() ?? (await askLauncher());
	const command = words.split(" ").filter(Boolean);
	const isRooted = basename(command[0] ?? "") === "chroot";
	return { command, root: isRooted ? (command[1] ?? null) : null };
}

/** The launchers' search for a Python is a program, not a module: they run before there are packages. */
async function askLauncher(): Promise<string> {
	const search = join(import.meta.dir, "../../../.ci/needs/python.mjs");
	const { stdout } = await promisify(execFile)(process.execPath, [
		search,
	]).catch((error) => {
		throw new Error(String(error.stderr || error.message).trim());
	});
	return stdout.trim().split("\n").at(-1) ?? "";
}
