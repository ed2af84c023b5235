/** The token of the content's database in a file: reads it for each connection, and warns before it expires. */

import { readFile, stat } from "node:fs/promises";
import type { Reader } from "./environment-reader.ts";

export interface TokenFile {
	path: string;
	/** In milliseconds from the file's last change; 0 = it does not expire (specification, "Limits": 7 days by default). */
	lifetimeMs: number;
}

/** The part of its lifetime after which a token should have been replaced. */
const WARN_AT = 0.8;
/** In milliseconds: how often an age is looked at that no probe asks for. */
const INTERVAL_MS = 3_600_000;

/** The token in `path`. Rejects when the file cannot be read. */
export const readToken = async (path: string): Promise<string> =>
	(await readFile(path, "utf8")).trim();

/**
 * A check that fails from 80 % of the token's lifetime on, or when its file cannot be read. `warn` is called once for each token.
 * @param now milliseconds since 1970
 */
export function tokenCheck(
	{ path, lifetimeMs }: TokenFile,
	warn: (message: string) => void,
	now: () => number = Date.now,
) {
	let warned = Number.NaN;
	return {
		name: "database_token",
		critical: false,
		async works() {
			const { mtimeMs } = await stat(path);
			const age = now() - mtimeMs;
			if (lifetimeMs === 0 || age < WARN_AT * lifetimeMs) return true;
			if (warned !== mtimeMs)
				warn(
					`the token in SQLDB_AUTH_TOKEN_FILE (${path}) expires at ${new Date(mtimeMs + lifetimeMs).toISOString()}; write a new one into the file, which needs no restart`,
				);
			warned = mtimeMs;
			return false;
		},
	};
}

/** The checks of a token, which is also looked at every hour; none without a file. */
export function tokenChecks(
	token: TokenFile | null,
	warn: (message: string) => void,
): ReturnType<typeof tokenCheck>[] {
	if (!token) return [];
	const check = tokenCheck(token, warn);
	const look = () => void check.works().catch(() => {});
	look();
	setInterval(look, INTERVAL_MS).unref();
	return [check];
}

/** Null = the content's database has no token in a file. */
export function readContentToken(read: Reader): TokenFile | null {
	const path = read.value("SQLDB_AUTH_TOKEN_FILE");
	const seconds = read.whole("SQLDB_AUTH_TOKEN_LIFETIME");
	return path && read.value("SQLDB_DATABASE_URL")
		? { path, lifetimeMs: seconds * 1000 }
		: null;
}
