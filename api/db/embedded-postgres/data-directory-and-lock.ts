/**
 * The data directory and its lock: one Treeline per folder. The lock is held by a connection in the database itself, so it ends with its owner
 * and leaves no stale file.
 */
import {
	accessSync,
	chmodSync,
	chownSync,
	constants,
	lstatSync,
	mkdirSync,
} from "node:fs";
import { StartupError, systemCode } from "../../config/startup-error.ts";
import {
	NotReadyError,
	notAPostgres,
	type Postmaster,
	readPostmaster,
} from "./find-running-postmaster.ts";
import type { Account } from "./run-postgres-programs.ts";
import {
	connection,
	ensureDatabase,
	lockOwner,
	type PostgresConnection,
	pidInItsFolder,
	tookLock,
} from "./server-identity-and-lock-queries.ts";

/** Creates the data folder, private to us, and proves that it can be written. Throws StartupError when it cannot. */
export function openDataDirectory(folder: string): void {
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
	} catch (error) {
		const why = systemCode(error) ?? String(error);
		throw new StartupError(
			`The data folder ${folder} cannot be written (${why}). Give this user write access to it, or set DATA_DIR to a folder that it owns.`,
		);
	}
}

/**
 * Makes `folder` exist and belong to `account` (null = ourselves) with `mode`. A folder that someone else made there first, as anyone
 * may in a shared temporary folder, is refused: its owner could swap what we put in it.
 */
export function ownFolder(
	folder: string,
	account: Account | null,
	mode: number,
): void {
	try {
		mkdirSync(folder, { mode });
	} catch (error) {
		if (systemCode(error) !== "EEXIST") throw error;
	}
	const found = lstatSync(folder);
	const self = process.getuid?.() ?? found.uid;
	if (!found.isDirectory() || ![self, account?.uid].includes(found.uid))
		throw new StartupError(
			`${folder} is not a folder of ours (it belongs to user ${found.uid}). Remove it, or set TMPDIR to a folder that only you can write.`,
		);
	if (account && found.uid !== account.uid)
		chownSync(folder, account.uid, account.gid);
	if ((found.mode & 0o777) !== mode) chmodSync(folder, mode);
}

/** The lock of a killed owner lasts until Postgres notices that it is gone. Milliseconds. */
const TIMEOUT_MS = 1_000;
/** What Postgres answers while it starts, recovers or stops. */
const CANNOT_CONNECT_NOW = "57P03";

export interface DataDirectoryLock {
	release(): Promise<void>;
}

/**
 * Connects, proves that the server is the one of `folder`, takes the claim and makes `database` exist.
 * `lost` is called once if the connection breaks later. Throws NotReadyError when the server does not take connections now,
 * StartupError when the folder is taken or the server is another one.
 */
export async function lockDataDirectory(
	folder: string,
	server: Postmaster,
	database: string,
	lost: () => void,
): Promise<DataDirectoryLock> {
	let held = false;
	const sql = connection(server, () => {
		if (held) lost();
		held = false;
	});
	try {
		const pid = await pidInItsFolder(sql);
		if (pid !== server.pid || readPostmaster(folder)?.pid !== server.pid)
			throw notAPostgres(folder, server);
		await takeLock(sql, folder);
		await ensureDatabase(sql, database);
		held = true;
	} catch (error) {
		await sql.end({ timeout: 0 });
		throw error instanceof StartupError ? error : asNotReady(error);
	}
	return {
		async release() {
			held = false;
			await sql.end({ timeout: 0 });
		},
	};
}

async function takeLock(
	sql: PostgresConnection,
	folder: string,
): Promise<void> {
	const deadline = performance.now() + TIMEOUT_MS;
	while (!(await tookLock(sql))) {
		if (performance.now() > deadline)
			throw new StartupError(
				`The data folder of ${folder} is in use by ${(await lockOwner(sql)) ?? "another Treeline"}. Stop that one first, or set DATA_DIR to another folder.`,
			);
		await Bun.sleep(50);
	}
}

function asNotReady(error: unknown): NotReadyError {
	const { code, message = String(error) } = error as {
		code?: string;
		message?: string;
	};
	return new NotReadyError(message, code === CANNOT_CONNECT_NOW);
}
