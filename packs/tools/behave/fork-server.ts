/** Runs Python suites in forked children of an interpreter that has loaded pytest and FastAPI: to load them takes longer than most suites. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ProcessResult } from "./child-process.ts";

/** One run of pytest, with paths as Python sees them. */
export interface ForkedRun {
	folder: string;
	args: string[];
	/** Has `SOLUTION_DIR`, the folder of the answer. */
	env: Record<string, string>;
	seconds: number;
}

/** A started interpreter, which does one run at a time; `null` when a run needs a process of its own. */
type ForkServer = (run: ForkedRun) => Promise<ProcessResult | null>;

/** Those that have no run. Each ends with this process. */
const idle: ForkServer[] = [];

/** The result of a run in a fork of the interpreter `command`; `null` where it has to be a process: forks are safe on Linux alone. */
export async function runForked(
	command: string[],
	env: Record<string, string>,
	run: ForkedRun,
): Promise<ProcessResult | null> {
	if (process.platform !== "linux") return null;
	const server = idle.pop() ?? startForkServer(command, env);
	const result = await server(run);
	idle.push(server);
	return result;
}

function startForkServer(
	[file = "", ...args]: string[],
	env: Record<string, string>,
): ForkServer {
	// As text: the interpreter may see another root folder.
	const program = readFileSync(join(import.meta.dir, "fork_server.py"), "utf8");
	const child = spawn(file, [...args, "-c", program], {
		env,
		stdio: ["pipe", "pipe", "inherit"],
		// It ends with its input, not by a signal to the terminal.
		detached: true,
	});
	let settle: (result: ProcessResult | null) => void = () => {};
	let hasEnded = false;
	const end = () => {
		hasEnded = true;
		settle(null);
	};
	child.on("error", end);
	child.on("exit", end);
	child.stdin.on("error", end);
	createInterface({ input: child.stdout }).on("line", (line) =>
		settle(JSON.parse(line)),
	);
	return (run) =>
		new Promise((resolve) => {
			settle = resolve;
			if (hasEnded) resolve(null);
			else child.stdin.write(`${JSON.stringify(run)}\n`);
		});
}
