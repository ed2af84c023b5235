/** Starts and stops the postmaster of the embedded Postgres. Its socket's file name has a number, but nothing listens on the network. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartupError } from "../../config/startup-error.ts";
import { ownFolder } from "./data-directory-and-lock.ts";
import {
	NotReadyError,
	type Postmaster,
	readPostmaster,
} from "./find-running-postmaster.ts";
import { asSeenBy } from "./initdb.ts";
import {
	type Account,
	isAlive,
	reaches,
	spawnOptions,
} from "./run-postgres-programs.ts";

/** Only the number in the socket's file name: nothing listens on the network. */
const PORT = 5432;
/** Room for `/.s.PGSQL.5432.lock` in the 107 bytes that a socket's address may have. */
const MAX_SOCKET_DIR_LENGTH = 107 - 20;

const SETTINGS = {
	listen_addresses: "",
	unix_socket_permissions: "0700",
	cluster_name: "treeline",
	// A failed statement is reported by its sender; this log is for the server's own life.
	log_min_messages: "log",
	log_checkpoints: "off",
	// A server of which a process crashed ends, and its owner starts it again. Left to itself, it waits for ever when its recovery fails as well,
	// as on a disk with errors.
	restart_after_crash: "off",
};

/** What a start needs to know of a cluster. */
export interface Cluster {
	folder: string;
	logFile: string;
	bin: string;
	account: Account | null;
	settings: Record<string, string>;
}

/**
 * Starts Postgres on the cluster and waits until it accepts connections; when it is time to leave before that, it is stopped again.
 * Throws NotReadyError while another postmaster, alive or dying, holds the folder; StartupError with the log's end when it fails otherwise.
 */
export async function launch(
	cluster: Cluster,
	startupTimeout: StartupTimeout,
): Promise<Postmaster> {
	const socketDir = await openSocketDir(cluster);
	// What an earlier server said of its end is still there when someone asks.
	const log = openSync(cluster.logFile, "a", 0o600);
	const saidBefore = fstatSync(log).size;
	const began = Math.floor(Date.now() / 1000);
	const child = spawn(
		join(cluster.bin, "postgres"),
		[
			...["-D", asSeenBy(cluster.account, cluster.folder)],
			...["-k", socketDir, "-p", String(PORT)],
			...Object.entries({ ...SETTINGS, ...cluster.settings }).flatMap(
				([name, value]) => ["-c", `${name}=${value}`],
			),
		],
		{
			...spawnOptions(cluster.account, cluster.folder),
			// A process group of its own: Ctrl-C is ours to handle, in our order.
			detached: true,
			stdio: ["ignore", log, log],
		},
	);
	closeSync(log);
	let ending: string | null = null;
	child.on("error", (error) => {
		ending = error.message;
	});
	child.on("exit", (code, signal) => {
		ending = `ended with ${signal ?? `code ${code}`}`;
	});
	child.unref();
	try {
		while (startupTimeout.lasts(true)) {
			if (ending !== null) throw failure(cluster, saidBefore, ending);
			const postmaster = readPostmaster(cluster.folder);
			// The file may still be that of a server that died, whose number may even be given again.
			const isOurs = postmaster?.pid === child.pid;
			if (postmaster?.ready && isOurs && postmaster.started >= began)
				return postmaster;
			await Bun.sleep(3);
		}
	} catch (error) {
		if (startupTimeout.leaving.aborted && child.pid)
			await shutDown(cluster.folder, { pid: child.pid });
		throw error;
	}
	throw failure(cluster, saidBefore, "is not ready and goes on trying");
}

function failure(
	{ folder, logFile }: Cluster,
	saidBefore: number,
	why: string,
): Error {
	const said = readFileSync(logFile)
		.subarray(saidBefore)
		.toString()
		.trim()
		.split("\n")
		.slice(-8)
		.join("\n");
	if (
		/lock file .* already exists|shared memory block .* is still in use/.test(
			said,
		)
	)
		return new NotReadyError(said);
	return new StartupError(
		`Postgres on ${folder} ${why}. The end of ${logFile}:\n${said}\nRemove the cause and start again, or set DB_HOST to a Postgres server.`,
	);
}

/**
 * Stops a postmaster and waits until it is gone: open transactions are rolled back and the data is left clean; one that hangs for 10 s
 * is ended at once, which costs the next start a recovery. Throws StartupError when it stays nevertheless.
 */
export async function shutDown(
	folder: string,
	{ pid }: Pick<Postmaster, "pid">,
): Promise<void> {
	for (const [signal, stopTimeoutMs] of [
		["SIGINT", 10_000],
		["SIGQUIT", 5_000],
	] as const) {
		if (isAlive(pid)) process.kill(pid, signal);
		if (await isGone(pid, stopTimeoutMs)) return;
	}
	throw new StartupError(
		`Postgres (process ${pid}) on ${folder} does not stop. Look at it with \`ps -p ${pid}\` before the next start.`,
	);
}

async function isGone(pid: number, stopTimeoutMs: number): Promise<boolean> {
	const deadline = performance.now() + stopTimeoutMs;
	while (performance.now() < deadline) {
		if (!isAlive(pid)) return true;
		await Bun.sleep(3);
	}
	return false;
}

/** The private folder of the socket, short enough for a socket's address and reachable by the account. Its privacy is the password. */
async function openSocketDir({ folder, account }: Cluster): Promise<string> {
	const hash = createHash("sha256").update(folder).digest("hex").slice(0, 12);
	const name = `treeline-${account?.uid ?? process.getuid?.() ?? 0}-${hash}`;
	for (const room of new Set([tmpdir(), "/tmp"])) {
		const socketDir = join(room, name);
		if (Buffer.byteLength(socketDir) > MAX_SOCKET_DIR_LENGTH) continue;
		ownFolder(socketDir, account, 0o700);
		if (await reaches(account, socketDir)) return socketDir;
	}
	throw new StartupError(
		`Postgres needs a temporary folder with a path of at most ${MAX_SOCKET_DIR_LENGTH - name.length - 1} bytes that user ${account?.uid} reaches. Set TMPDIR to one.`,
	);
}

/** An ending server, or a start that was faster than ours. Milliseconds. */
const SOON = 5_000;
/** A server that lives and replays its journal after a crash: that lasts as long as there was work. Milliseconds. */
const RECOVERY = 15 * 60_000;
const LOG_INTERVAL_MS = 5_000;

export class StartupTimeout {
	readonly #began = performance.now();
	#loggedAt = this.#began;
	#lastRecovering = this.#began;

	/** `leaving` ends the waiting. */
	constructor(
		readonly log: (line: string) => void,
		readonly leaving: AbortSignal,
	) {}

	/** Whether to look once more; `recovering` = the server lives and says that it is not ready. Throws when it is time to leave. */
	lasts(recovering: boolean): boolean {
		this.leaving.throwIfAborted();
		const now = performance.now();
		if (!recovering) return now - this.#lastRecovering < SOON;
		this.#lastRecovering = now;
		if (now - this.#loggedAt > LOG_INTERVAL_MS) {
			this.#loggedAt = now;
			this.log(
				`Postgres is not ready yet, it may be recovering from a crash; waiting since ${Math.round((now - this.#began) / 1000)} s …`,
			);
		}
		return now - this.#began < RECOVERY;
	}
}
