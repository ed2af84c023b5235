/** Runs the programs of the embedded Postgres as child processes, under our own system account or, for root, another, since Postgres refuses root. */
import { type SpawnOptions, spawn } from "node:child_process";
import { lstatSync, readFileSync } from "node:fs";
import { StartupError, systemCode } from "../../config/startup-error.ts";

/** Fixed, so that neither a locale nor a stray `PG…` variable of the caller reaches the cluster. */
const ENVIRONMENT = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

export interface Ending {
	/** null when the program could not be started or was ended by a signal. */
	code: number | null;
	/** Both streams, in the order they came; the reason when it could not be started. */
	said: string;
}

/** How a program of the database is spawned: as `account` (null = ourselves), in `cwd`. */
export function spawnOptions(
	account: Account | null,
	cwd: string,
): SpawnOptions {
	// The folder is entered before the rights are dropped: the account need not be able to reach it by its path.
	return { ...(account ?? {}), cwd, env: ENVIRONMENT as NodeJS.ProcessEnv };
}

/** Runs a program to its end. Never rejects: a program that cannot be started ends with code null. */
export function run(
	file: string,
	args: string[],
	account: Account | null,
	cwd: string,
): Promise<Ending> {
	return new Promise<Ending>((resolve, reject) => {
		let said = "";
		const hear = (chunk: Buffer) => {
			said += chunk;
		};
		const child = spawn(file, args, {
			...spawnOptions(account, cwd),
			stdio: ["ignore", "pipe", "pipe"],
		});
		child.stdout?.on("data", hear);
		child.stderr?.on("data", hear);
		child.on("error", reject);
		child.on("close", (code) => resolve({ code, said: said.trim() }));
		// An account that this machine cannot switch to makes spawn throw, a missing program makes it tell later.
	}).catch((error: Error) => ({ code: null, said: error.message }));
}

/** Whether `account` (null = ourselves) can enter `folder` by its path. */
export async function reaches(
	account: Account | null,
	folder: string,
): Promise<boolean> {
	const probe = ["-c", 'test -x "$0"', folder];
	return (
		account === null || (await run("/bin/sh", probe, account, "/")).code === 0
	);
}

/** Whether a process of this id runs, ours or another user's; one that ended and waits for its parent to notice does not. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch (error) {
		return systemCode(error) === "EPERM";
	}
	return !isZombie(pid);
}

/** Ended but not collected: in a container, the first process may never do it. False where the system does not tell. */
export function isZombie(pid: number): boolean {
	try {
		return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
	} catch {
		return false;
	}
}

/** The user that Postgres runs as when we are root, which Postgres refuses to be. */
export interface Account {
	uid: number;
	gid: number;
}

/**
 * The account for the cluster in `folder`: null (ourselves) unless we are root; as root the owner of an existing cluster, else `nobody`.
 * Throws StartupError when root has no one to run Postgres as.
 */
export function accountFor(folder: string): Account | null {
	if (process.getuid?.() !== 0) return null;
	const owner = ownerOf(folder);
	if (owner?.uid === 0)
		throw new StartupError(
			`${folder} belongs to root, and Postgres refuses to run as root. Give it away, for instance with \`chown -R nobody ${folder}\`, then start again.`,
		);
	return owner ?? nobody();
}

function ownerOf(folder: string): Account | null {
	try {
		const { uid, gid } = lstatSync(`${folder}/PG_VERSION`);
		return { uid, gid };
	} catch (error) {
		if (systemCode(error) === "ENOENT") return null;
		throw error;
	}
}

/** Looked up by name, since the number differs between systems and initdb insists on an account it can name. */
function nobody(): Account {
	for (const line of passwd().split("\n")) {
		const [name, , uid, gid] = line.split(":");
		// Some systems write -2, the same bits as the unsigned number that the kernel knows.
		if (name === "nobody")
			return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
	}
	throw new StartupError(
		"Postgres refuses to run as root, and /etc/passwd has no user `nobody` to run it as. Start Treeline as an ordinary user, or set DB_HOST to a Postgres server.",
	);
}

function passwd(): string {
	try {
		return readFileSync("/etc/passwd", "utf8");
	} catch {
		return "";
	}
}
