/** The processes of a throw-away Postgres, and those that any process has started; on Linux, which tells them in `/proc`. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The main process of the server whose log is at `log`. Throws when there is none. */
export const postmasterOf = (log: string): number =>
	Number.parseInt(
		readFileSync(join(dirname(log), "postgres/postmaster.pid"), "utf8"),
		10,
	);

/** All processes of the server whose log is at `log`, the main one first. Throws when there is none. */
export function serverProcesses(log: string): number[] {
	const postmaster = postmasterOf(log);
	return [postmaster, ...childrenOf(postmaster)];
}

/** Lets the server whose log is at `log` go on if it was stopped by a signal, so that it can be ended. */
export function continueServer(log: string): void {
	try {
		for (const pid of serverProcesses(log)) process.kill(pid, "SIGCONT");
	} catch {
		// It has ended, or runs where nobody stops it.
	}
}

/** The processes that `pid` has started. */
export function childrenOf(pid: number): number[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.filter((child) => processState(child)?.parent === pid);
}

/** `T` = stopped, `Z` = ended and not waited for; null for a process that is not there. */
export function processState(
	pid: number,
): { state: string; parent: number } | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		const [state = "", parent] = stat.split(") ").at(-1)?.split(" ") ?? [];
		return { state, parent: Number(parent) };
	} catch {
		return null;
	}
}
