import {
	accessSync,
	chmodSync,
	chownSync,
	constants,
	lstatSync,
	mkdirSync,
} from "node:fs";
import type { Account } from "./account.ts";
import { StartupError, systemCode } from "./errors.ts";

/** Creates the data folder, private to us, and proves that it can be written. Throws StartupError when it cannot. */
export function openDataDir(folder: string): void {
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
