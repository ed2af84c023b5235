/** Runs a process with a time limit and kills its process group when the limit is over. */
import { spawn } from "node:child_process";

export interface ProcessResult {
	code: number | null;
	/** Killed because its time was over. */
	timedOut: boolean;
	/** Standard output and error in order of arrival; only the end of a long one. */
	output: string;
}

/** Most output that is kept, in UTF-16 units. */
const MAX_OUTPUT = 200_000;

/** Runs `command` in `folder` for at most `seconds`. Never rejects: a program that cannot start has ended with code null. */
export function runProcess(
	[file = "", ...args]: string[],
	folder: string,
	env: Record<string, string>,
	seconds: number,
): Promise<ProcessResult> {
	return new Promise((resolve) => {
		let output = "";
		let timedOut = false;
		const child = spawn(file, args, {
			cwd: folder,
			env,
			stdio: ["ignore", "pipe", "pipe"],
			// A group of its own, so that what a solution starts ends with it.
			detached: true,
		});
		const append = (chunk: Buffer) => {
			output = (output + chunk).slice(-MAX_OUTPUT);
		};
		child.stdout.on("data", append);
		child.stderr.on("data", append);
		const timer = setTimeout(() => {
			timedOut = true;
			endGroup(child.pid);
		}, seconds * 1000);
		const finish = (code: number | null) => {
			clearTimeout(timer);
			endGroup(child.pid);
			resolve({ code, timedOut, output });
		};
		child.on("error", (error) => {
			output += error.message;
			finish(null);
		});
		child.on("exit", (code) => {
			// Its last output may still be in the pipe; a process that it left running must not delay the result.
			const wait = setTimeout(() => finish(code), 200);
			child.on("close", () => {
				clearTimeout(wait);
				finish(code);
			});
		});
	});
}

function endGroup(pid: number | undefined): void {
	try {
		if (pid !== undefined) process.kill(-pid, "SIGKILL");
	} catch (error) {
		// The group is gone, which is what was wanted.
		if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
	}
}
