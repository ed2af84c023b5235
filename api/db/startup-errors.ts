/** Why a database cannot be had, as a sentence that says which setting to correct. */

import { StartupError } from "../config/startup-error.ts";
import type { DatabaseAddress } from "../config.ts";
import { isTlsFailure, isUnavailable } from "./pool.ts";

/** How a database is named in the environment. */
export interface Named {
	/** Its migrations, in `sql/`. */
	folder: "platform" | "content";
	where: string;
	place: string;
	alone: string;
	tls: string;
}

export const PLATFORM: Named = {
	folder: "platform",
	where: "DB_HOST and DB_PORT",
	place: "DB_NAME, DB_USER and DB_PASSWORD",
	alone: "DB_NAME",
	tls: "DB_SSLMODE and DB_SSLROOTCERT",
};

export const CONTENT: Named = {
	folder: "content",
	where: "SQLDB_DATABASE_URL",
	place: "SQLDB_DATABASE_URL and SQLDB_AUTH_TOKEN",
	alone: "SQLDB_DATABASE_URL",
	tls: "sslmode and sslrootcert in SQLDB_DATABASE_URL, or DB_SSLMODE and DB_SSLROOTCERT",
};

/** For content that would stand among the platform's tables. */
export const samePlace = (at: DatabaseAddress) =>
	new StartupError(
		`The database that SQLDB_DATABASE_URL names (${at.host}:${at.port}/${at.database}) is the platform's own. Name another, or unset it to have ${at.database}_content beside it.`,
	);

const requiresTls = ({ tls }: DatabaseAddress) =>
	tls !== undefined && !["disable", "prefer"].includes(tls.mode);

/** The StartupError for what went wrong with the database `at`; `error` itself when that is not the operator's to correct. */
export function refusal(
	error: unknown,
	at: DatabaseAddress,
	named: Named,
): unknown {
	const { code = "", message } = error as { code?: string; message: string };
	const where = `${at.host}:${at.port}/${at.database}`;
	if (/^(28|3D)/.test(code))
		return new StartupError(
			`The database at ${where} refused the user "${at.user}" (${message}). Correct ${named.place}.`,
		);
	if (isTlsFailure(error))
		return new StartupError(
			`The database at ${where} has no certificate that is accepted (${code}: ${message}). Correct ${named.tls}, or the server's certificate.`,
		);
	if (isUnavailable(error) && requiresTls(at))
		return new StartupError(
			`The database at ${where} cannot be reached with TLS (${code}). Start it, turn its setting "ssl" on, or correct ${named.where}; its TLS is set by ${named.tls}.`,
		);
	if (isUnavailable(error))
		return new StartupError(
			`The database at ${where} cannot be reached (${code}). Start it, or correct ${named.where}.`,
		);
	if (code === "42501")
		return new StartupError(
			/create database/i.test(message)
				? `The user "${at.user}" may not create the database ${at.database} for content (${message}). Create it with "${at.user}" as its owner, or set SQLDB_DATABASE_URL to one.`
				: `The user "${at.user}" may not create Treeline's tables in ${where} (${message}). Make it the owner of the database, or grant it CREATE on the schema public.`,
		);
	// Duplicates of a table, an object, a schema or a column: someone else's, since ours are on record.
	if (/^42(P0[67]|710|701)$/.test(code))
		return new StartupError(
			`The database at ${where} holds tables that are not Treeline's (${message}); nothing of it was changed. Set ${named.alone} to a database of its own.`,
		);
	return error;
}
