/**
 * One Treeline per data folder. The claim is a lock that a connection holds in the database itself: however its owner ends, the lock
 * ends with it, so there is no stale file to clean.
 */
import { NotYet, StartupError } from "./errors.ts";
import {
	notAPostgres,
	type Postmaster,
	readPostmaster,
} from "./orphaned-postmaster.ts";
import {
	type Connection,
	connection,
	ensureDatabase,
	lockOwner,
	pidInItsFolder,
	tookLock,
} from "./queries.ts";

/** The lock of a killed owner lasts until Postgres notices that it is gone. Milliseconds. */
const PATIENCE = 1_000;
/** What Postgres answers while it starts, recovers or stops. */
const CANNOT_CONNECT_NOW = "57P03";

export interface Claim {
	release(): Promise<void>;
}

/**
 * Connects, proves that the server is the one of `folder`, takes the claim and makes `database` exist.
 * `lost` is called once if the connection breaks later. Throws NotYet when the server does not take connections now,
 * StartupError when the folder is taken or the server is another one.
 */
export async function claim(
	folder: string,
	server: Postmaster,
	database: string,
	lost: () => void,
): Promise<Claim> {
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
		throw error instanceof StartupError ? error : asNotYet(error);
	}
	return {
		async release() {
			held = false;
			await sql.end({ timeout: 0 });
		},
	};
}

async function takeLock(sql: Connection, folder: string): Promise<void> {
	const deadline = performance.now() + PATIENCE;
	while (!(await tookLock(sql))) {
		if (performance.now() > deadline)
			throw new StartupError(
				`The data folder of ${folder} is in use by ${(await lockOwner(sql)) ?? "another Treeline"}. Stop that one first, or set DATA_DIR to another folder.`,
			);
		await Bun.sleep(50);
	}
}

function asNotYet(error: unknown): NotYet {
	const { code, message = String(error) } = error as {
		code?: string;
		message?: string;
	};
	return new NotYet(message, code === CANNOT_CONNECT_NOW);
}
