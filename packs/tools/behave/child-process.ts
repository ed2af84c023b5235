/** A runner's process: its words, its end, and an end by force when it takes too long, its children included. */
import { spawn } from "node:child_process";

export interface Ending {
	code: number | null;
	/** Ended because its time was over. */
	late: boolean;
	/** Both streams in the order they came, cut after a while. */
	said: string;
}

/** No runner needs more words, in UTF-16 units; one that floods us keeps only its last. */
const MOST = 200_000;

/** Runs `command` in `folder` for at most `seconds`. Never rejects: a program that cannot start has ended with code null. */
export function runToEnd(
	[file = "", ...args]: string[],
	folder: string,
	env: Record<string, string>,
	seconds: number,
): Promise<Ending> {
	return new Promise((resolve) => {
		let said = "";
		let late = false;
		const child = spawn(file, args, {
			cwd: folder,
			env,
			stdio: ["ignore", "pipe", "pipe"],
			// A group of its own, so that what a solution starts ends with it.
			detached: true,
		});
		const hear = (chunk: Buffer) => {
			said = (said + chunk).slice(-MOST);
		};
		child.stdout.on("data", hear);
		child.stderr.on("data", hear);
		const timer = setTimeout(() => {
			late = true;
			endGroup(child.pid);
		}, seconds * 1000);
		const finish = (code: number | null) => {
			clearTimeout(timer);
			endGroup(child.pid);
			resolve({ code, late, said });
		};
		child.on("error", (error) => {
			said += error.message;
			finish(null);
		});
		child.on("exit", (code) => {
			// What it said last may still be in the pipe; what it left running must not hold us.
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
