/**
 * A Postgres outlives our process when that is killed: it is found again by the pid file in its folder, and adopted.
 */
import { readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { StartupError, systemCode } from "../../config/startup-error.ts";
import { isAlive, isZombie } from "./run-postgres-programs.ts";

/** Postgres is on its way down, or another start is ahead of us: worth another try within the caller's timeout. */
export class NotReadyError extends Error {
	override name = "NotReadyError";
	/** `recovering`: the server itself reports that it cannot take connections now. */
	constructor(
		message: string,
		readonly recovering = false,
	) {
		super(message);
	}
}

/** What `postmaster.pid` says (its lines are fixed since Postgres 10). */
export interface Postmaster {
	pid: number;
	/** When it was started, in seconds since 1970. */
	started: number;
	port: number;
	socketDir: string;
	/** It accepts connections; false while it starts, recovers or stops. */
	ready: boolean;
}

/** The postmaster that the folder's own file names, whether it runs or not; null when there is no file or it is half written. */
export function readPostmaster(folder: string): Postmaster | null {
	let lines: string[];
	try {
		lines = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
	} catch (error) {
		if (systemCode(error) === "ENOENT") return null;
		throw error;
	}
	const pid = Number(lines[0]);
	if (!Number.isInteger(pid) || pid <= 0) return null;
	return {
		pid,
		started: Number(lines[2]),
		port: Number(lines[3]),
		socketDir: lines[4] ?? "",
		ready: lines[7]?.trim() === "ready",
	};
}

/**
 * The living postmaster of `folder`, or null when none is left.
 * Throws StartupError, and deletes nothing, when the file names a process that is something else.
 */
export function findOrphanedPostmaster(folder: string): Postmaster | null {
	const postmaster = readPostmaster(folder);
	if (!postmaster) return null;
	if (!isAlive(postmaster.pid)) {
		// Postgres removes the file of a process that is gone, but would take this one for alive.
		if (isZombie(postmaster.pid)) rmSync(join(folder, "postmaster.pid"));
		return null;
	}
	const home = folderOf(postmaster.pid);
	if (home !== null && home !== folder) throw notAPostgres(folder, postmaster);
	return postmaster;
}

/** The refusal for a process that does not answer as the Postgres of `folder`. */
export function notAPostgres(
	folder: string,
	{ pid, socketDir }: Postmaster,
): StartupError {
	return new StartupError(
		`${join(folder, "postmaster.pid")} names process ${pid}, which runs but does not answer as the Postgres of this folder${socketDir && ` on ${socketDir}`}. ` +
			`Look at it with \`ps -p ${pid}\`: if it is a Postgres, stop it with \`kill -INT ${pid}\`; if it is not, delete that file. Then start again.`,
	);
}

/** Whether the process is known to be the Postgres of `folder` and not ready: it starts, recovers or stops. */
export const isUnready = (
	folder: string,
	{ ready, pid }: Postmaster,
): boolean => !ready && folderOf(pid) === folder;

/** Where a process stands, which for a postmaster is its cluster; null where the system does not tell, or it is just ending. */
function folderOf(pid: number): string | null {
	try {
		return readlinkSync(`/proc/${pid}/cwd`);
	} catch {
		return null;
	}
}
