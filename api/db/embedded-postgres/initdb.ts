/** Creates the cluster of the embedded server with initdb, in a draft folder that is renamed when it is complete. */
import {
	existsSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { StartupError, systemCode } from "../../config/startup-error.ts";
import { ownFolder } from "./data-directory-and-lock.ts";
import { MAJOR } from "./find-runnable-postgres-binaries.ts";
import { type Account, isAlive, run } from "./run-postgres-programs.ts";
import { USER } from "./server-identity-and-lock-queries.ts";

const DRAFT = /\.creating-(\d+)$/;

/**
 * Whether a cluster stands in `folder`. Throws StartupError, and touches nothing, when it is of another major version or no cluster.
 */
export function clusterExists(folder: string): boolean {
	const found = majorOf(folder);
	if (found === null) {
		if (!existsSync(folder) || readdirSync(folder).length === 0) return false;
		throw new StartupError(
			`${folder} has files in it but no PG_VERSION, so it is not a Postgres cluster. Move it away, or set DATA_DIR to another folder.`,
		);
	}
	if (found === String(MAJOR)) return true;
	throw new StartupError(
		`The data in ${folder} was written by Postgres ${found}; this Treeline brings Postgres ${MAJOR}, which cannot read it. Nothing was changed. With the Treeline version that wrote it, run npm run backup; then restore that with this one into another DATA_DIR.`,
	);
}

function majorOf(folder: string): string | null {
	try {
		return readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
	} catch (error) {
		const code = systemCode(error);
		if (code === "ENOENT") return null;
		throw new StartupError(
			`The cluster ${folder} cannot be read (${code}). Start Treeline as the user that owns it, or set DATA_DIR to another folder.`,
		);
	}
}

/**
 * Creates a cluster in `folder`: in a draft beside it and moved in one step, so that an interrupted creation leaves no half cluster.
 * `isSynced` waits until it is on disk. False when another start was faster. Throws StartupError with initdb's words when it fails.
 */
export async function createCluster(
	folder: string,
	bin: string,
	account: Account | null,
	isSynced: boolean,
): Promise<boolean> {
	const draft = `${folder}.creating-${process.pid}`;
	try {
		ownFolder(draft, account, 0o700);
		await initialize(draft, bin, account, isSynced);
		renameSync(draft, folder);
		return true;
	} catch (error) {
		if (["ENOTEMPTY", "EEXIST"].includes(systemCode(error) ?? "")) return false;
		if (error instanceof StartupError) throw error;
		throw new StartupError(
			`A database cannot be created in ${folder} (${(error as Error).message}). Free the folder for this user, or set DATA_DIR to another one.`,
		);
	} finally {
		discard(draft);
		// Once more: an initdb that had outlived its killer has failed by now for want of its folder.
		removeAbandonedDrafts(folder);
	}
}

async function initialize(
	draft: string,
	bin: string,
	account: Account | null,
	isSynced: boolean,
): Promise<void> {
	const { code, said } = await run(
		join(bin, "initdb"),
		[
			...[
				"-D",
				asSeenBy(account, draft),
				"-U",
				USER,
				"-A",
				"trust",
				"-E",
				"UTF8",
			],
			// Sorts and compares the same on every machine: no locale of the operating system is involved.
			...[
				"--locale-provider=builtin",
				"--builtin-locale=C.UTF-8",
				"--locale=C",
			],
			"--no-instructions",
			...(isSynced ? [] : ["--no-sync"]),
		],
		account,
		draft,
	);
	if (code === 0) return;
	throw new StartupError(
		`initdb could not create a database in ${dirname(draft)}:\n${said}\nRemove the cause and start again, or set DB_HOST to a Postgres server.`,
	);
}

/**
 * The name under which a program of the database finds the folder it was started in. Another account may be unable to walk there by
 * path (root's home is private), yet it always reaches the folder it stands in.
 */
export function asSeenBy(account: Account | null, folder: string): string {
	return account && process.platform === "linux" ? "/proc/self/cwd" : folder;
}

/** Takes away what interrupted creations have left beside `folder`. */
export function removeAbandonedDrafts(folder: string): void {
	for (const name of readdirSync(dirname(folder))) {
		const draft = name.startsWith(basename(folder)) && DRAFT.exec(name);
		if (draft && !isAlive(Number(draft[1])))
			discard(join(dirname(folder), name));
	}
}

function discard(draft: string): void {
	try {
		rmSync(draft, { recursive: true, force: true });
	} catch {
		// An initdb that outlived its killer still writes there; the next look takes what is left.
	}
}
