/** Starts the embedded Postgres of a data folder, or adopts a running one; the result stops it. */
import { realpathSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
	type DataDirectoryLock,
	lockDataDirectory,
	openDataDirectory,
} from "./data-directory-and-lock.ts";
import { findBinaries } from "./find-runnable-postgres-binaries.ts";
import {
	findOrphanedPostmaster,
	isUnready,
	NotReadyError,
	notAPostgres,
	type Postmaster,
} from "./find-running-postmaster.ts";
import {
	clusterExists,
	createCluster,
	removeAbandonedDrafts,
} from "./initdb.ts";
import { accountFor } from "./run-postgres-programs.ts";
import { USER } from "./server-identity-and-lock-queries.ts";
import {
	type Cluster,
	launch,
	StartupTimeout,
	shutDown,
} from "./start-and-stop-postmaster.ts";

interface EmbeddedOptions {
	/** Holds the cluster (`postgres/`) and the server's log; created when missing. */
	dataDir: string;
	/** One line for a person about a step that takes time or that they should know of. */
	log: (line: string) => void;
	/** Server settings on top of ours, for instance `{ fsync: "off" }` in tests. */
	settings?: Record<string, string>;
	/** Ends a start that waits, and the server with it. */
	leaving?: AbortSignal;
}

/** Where a client connects; `host` is the folder of the socket, as postgres.js and libpq take it. */
export interface EmbeddedCluster {
	host: string;
	port: number;
	user: string;
	database: string;
	password?: undefined;
	socketDir: string;
	/** The server was already running: a killed process of ours had left it. */
	adopted: boolean;
	/** The data folder was empty: this start created the cluster. */
	created: boolean;
	/** Stops the server and waits for its end; further calls wait for the same end. */
	stop(): Promise<void>;
}

const DATABASE = "treeline";
/** Pauses between tries to get a lost server back: the first, and the longest. Milliseconds. */
const FIRST_PAUSE = 500;
const MAX_PAUSE = 30_000;

/**
 * Starts the Postgres of `dataDir`, or adopts the one that still runs there, and claims it for this process.
 * While claimed, a server that ends on its own is started again.
 * Throws StartupError: unwritable folder, other major version, folder in use, foreign process, no build for this platform.
 */
export async function startEmbedded(
	options: EmbeddedOptions,
): Promise<EmbeddedCluster> {
	const { cluster, created } = await openCluster(options);
	const keeper = new Keeper(cluster, options.log);
	options.leaving?.addEventListener("abort", () => keeper.leave());
	if (options.leaving?.aborted) keeper.leave();
	const { postmaster, adopted } = await keeper.take();
	if (adopted)
		options.log(
			`Found Postgres still running (process ${postmaster.pid}) and took it over`,
		);
	return {
		host: postmaster.socketDir,
		port: postmaster.port,
		user: USER,
		database: DATABASE,
		socketDir: postmaster.socketDir,
		adopted,
		created,
		stop: () => keeper.stop(),
	};
}

/** Where the Postgres of `dataDir` is to be reached if one runs there now, claimed by a process or not; null when none does. */
export function runningCluster(
	dataDir: string,
): Pick<EmbeddedCluster, "host" | "port" | "user" | "database"> | null {
	if (!hasCluster(dataDir)) return null;
	const running = findOrphanedPostmaster(
		join(realpathSync(dataDir), "postgres"),
	);
	if (!running) return null;
	const { socketDir: host, port } = running;
	return { host, port, user: USER, database: DATABASE };
}

/** Whether `dataDir` holds a cluster. Throws StartupError when it is another version's. */
export const hasCluster = (dataDir: string): boolean =>
	clusterExists(join(dataDir, "postgres"));

async function openCluster({
	dataDir,
	log,
	settings = {},
}: EmbeddedOptions): Promise<{ cluster: Cluster; created: boolean }> {
	openDataDirectory(dataDir);
	// One name for one folder: it is compared with what running servers say.
	const home = realpathSync(dataDir);
	const folder = join(home, "postgres");
	const stands = clusterExists(folder);
	removeAbandonedDrafts(folder);
	const account = accountFor(folder);
	const bin = await findBinaries(account, home, log);
	if (!stands) log(`Creating the database in ${folder} …`);
	// A server that waits for no disk needs none that is waited for at its creation.
	const isSynced = settings.fsync !== "off";
	const created =
		!stands && (await createCluster(folder, bin, account, isSynced));
	const logFile = join(home, "postgres.log");
	return { cluster: { folder, logFile, bin, account, settings }, created };
}

/** Keeps one cluster running and claimed until it is stopped. */
class Keeper {
	#postmaster: Postmaster | null = null;
	#claim: DataDirectoryLock | null = null;
	#retaking: Promise<void> | null = null;
	#stopped: Promise<void> | null = null;
	readonly #leaving = new AbortController();

	constructor(
		readonly cluster: Cluster,
		readonly log: (line: string) => void,
	) {}

	/** Adopts or starts the server, and claims it; an ending or recovering one is waited for. */
	async take(): Promise<{ postmaster: Postmaster; adopted: boolean }> {
		const { folder } = this.cluster;
		const startupTimeout = new StartupTimeout(this.log, this.#leaving.signal);
		/** A server of ours that still recovers is found again by the next try; it is no orphan. */
		let launched = false;
		for (;;) {
			const orphan = findOrphanedPostmaster(folder);
			try {
				launched ||= orphan === null;
				const postmaster =
					orphan ?? (await launch(this.cluster, startupTimeout));
				this.#claim = await lockDataDirectory(
					folder,
					postmaster,
					DATABASE,
					() => {
						this.#retaking = this.#retake();
					},
				);
				this.#postmaster = postmaster;
				return { postmaster, adopted: !launched };
			} catch (error) {
				if (!(error instanceof NotReadyError)) throw error;
				const recovering =
					error.recovering || (orphan && isUnready(folder, orphan));
				if (!startupTimeout.lasts(recovering ?? false))
					throw orphan ? notAPostgres(folder, orphan) : error;
				await Bun.sleep(50);
			}
		}
	}

	/** The server went away, or threw out its connections after a crash of one of them. */
	async #retake(): Promise<void> {
		const leaving = this.#leaving.signal;
		if (leaving.aborted) return;
		this.log("Lost the connection to Postgres; looking after it …");
		await this.#claim?.release();
		for (let pause = FIRST_PAUSE; !leaving.aborted; pause *= 2) {
			try {
				const { adopted } = await this.take();
				this.log(adopted ? "Postgres is back" : "Postgres was started again");
				return;
			} catch (error) {
				if (leaving.aborted) return;
				this.log(`${(error as Error).message}\nTrying again …`);
			}
			await sleep(Math.min(pause, MAX_PAUSE), null, {
				signal: leaving,
			}).catch(() => null);
		}
	}

	/** From now on nothing is waited for and nothing is started again. */
	leave(): void {
		this.#leaving.abort();
	}

	stop(): Promise<void> {
		this.leave();
		this.#stopped ??= this.#shutDown();
		return this.#stopped;
	}

	async #shutDown(): Promise<void> {
		await this.#retaking;
		// The claim is held until the server is gone, so that no other start adopts it on its way down.
		if (this.#postmaster) await shutDown(this.cluster.folder, this.#postmaster);
		await this.#claim?.release();
		removeIfEmpty(this.#postmaster?.socketDir);
	}
}

/** Temporary folders are shared: what is no longer needed does not stay. */
function removeIfEmpty(folder: string | undefined): void {
	try {
		if (folder) rmdirSync(folder);
	} catch {
		// Not empty, or already gone: either is as it should be.
	}
}
