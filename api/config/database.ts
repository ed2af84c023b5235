/** Reads the connection settings of the two databases, the platform's and the content's: an operator's Postgres server, or the embedded one; and the content's token from a file. */
import { readFileSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { Reader } from "./environment-reader.ts";
import { type ChoiceOf, SETTINGS } from "./environment-variables.ts";

/** A Postgres server of the operator's. */
export interface DatabaseAddress {
	host: string;
	port: number;
	database: string;
	user: string;
	/** A function is called for each new connection. */
	password: string | (() => Promise<string>);
	/** How connections are encrypted; absent = not at all. */
	tls?: Tls;
}

type SslMode = ChoiceOf<"DB_SSLMODE">;

/** Encryption of connections, as libpq has it. */
interface Tls {
	mode: SslMode;
	/** PEM certificates of the authorities that are accepted; null = those that the runtime knows. */
	ca: string | null;
}

/** `DB_SSLMODE` and `DB_SSLROOTCERT`, for both databases; undefined = neither is set. */
export function readTls(read: Reader): Tls | undefined {
	const path = read.file("DB_SSLROOTCERT");
	if (!path && !read.value("DB_SSLMODE")) return undefined;
	const mode = read.choice("DB_SSLMODE");
	return tlsOf(read, mode, path, "DB_SSLROOTCERT");
}

/** @param path a file of certificates; `name` is what faults call it */
function tlsOf(
	read: Reader,
	mode: SslMode,
	path: string | undefined,
	name: string,
): Tls {
	if (mode === "verify-ca" && !path)
		read.faults.push(
			`${name} is missing, and verify-ca trusts every name that an authority has signed; set it to a file with your own authority's certificate, or use verify-full`,
		);
	const ca = path ? readCertificates(read, path, name) : null;
	return { mode, ca };
}

function readCertificates(
	{ faults }: Reader,
	path: string,
	name: string,
): string | null {
	const advice = `set ${name} to a file with the certificates of the accepted authorities, as PEM`;
	try {
		const text = readFileSync(path, "utf8");
		if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
		faults.push(`${path} holds no certificate; ${advice}`);
	} catch (error) {
		const { code } = error as { code?: string };
		faults.push(`${path} cannot be read (${code}); ${advice}`);
	}
	return null;
}

/** Null = the embedded database. */
export function readDatabase(
	read: Reader,
	tls: Tls | undefined,
): DatabaseAddress | null {
	const named = [
		"DB_HOST",
		"DB_PORT",
		"DB_NAME",
		"DB_USER",
		"DB_PASSWORD",
	] as const;
	if (!named.some((name) => read.value(name))) return null;
	for (const name of ["DB_HOST", "DB_NAME", "DB_USER"] as const)
		if (!read.value(name))
			read.faults.push(
				`${name} is missing while other DB_ settings are there; set it, or unset them all to use the embedded database`,
			);
	return {
		host: read.value("DB_HOST") ?? "",
		port: read.whole("DB_PORT"),
		database: read.value("DB_NAME") ?? "",
		user: read.value("DB_USER") ?? "",
		password: read.value("DB_PASSWORD") ?? "",
		tls,
	};
}

/** Null = beside the platform's, on the same server. */
export function readContentDatabase(
	read: Reader,
	tls: Tls | undefined,
): DatabaseAddress | null {
	const text = read.value("SQLDB_DATABASE_URL");
	const token = read.value("SQLDB_AUTH_TOKEN");
	const tokenFile = read.value("SQLDB_AUTH_TOKEN_FILE");
	if (text === undefined) {
		if (token ?? tokenFile)
			read.faults.push(
				"SQLDB_DATABASE_URL is missing while SQLDB_AUTH_TOKEN or SQLDB_AUTH_TOKEN_FILE is there; set it, or unset them to keep content beside the platform's database",
			);
		return null;
	}
	const address = addressOf(text, read, tls);
	if (!address) {
		// Not repeated: it may hold a password.
		read.faults.push(
			"SQLDB_DATABASE_URL is no address of a Postgres database; set it to one like postgres://user@db.example:5432/content, with ?sslmode=disable, prefer, require, verify-ca or verify-full where needed",
		);
		return null;
	}
	const password = tokenFile
		? () => readToken(tokenFile)
		: (token ?? address.password);
	return { ...address, password };
}

/** Null = the content's database has no token in a file. */
export function readContentToken(read: Reader): TokenFile | null {
	const path = read.value("SQLDB_AUTH_TOKEN_FILE");
	const seconds = read.whole("SQLDB_AUTH_TOKEN_LIFETIME");
	return path && read.value("SQLDB_DATABASE_URL")
		? { path, lifetimeMs: seconds * 1000 }
		: null;
}

/** A Postgres URL as libpq reads it, so that the folder of a Unix socket can be the `host` of its query; null when it is none. */
function addressOf(
	text: string,
	read: Reader,
	standard: Tls | undefined,
): DatabaseAddress | null {
	const url = URL.parse(text);
	if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return null;
	const option = (name: string) => url.searchParams.get(name);
	const given = option("sslmode");
	const mode = SETTINGS.DB_SSLMODE.takes.find((one) => one === given);
	const host = url.hostname.replace(/^\[|\]$/g, "") || (option("host") ?? "");
	const [database, user, password] = [
		url.pathname.slice(1),
		url.username || encodeURIComponent(option("user") ?? ""),
		url.password,
	].map((part) => decoded(part)) as [string, string, string];
	const port = Number(url.port || (option("port") ?? 5432));
	if (!host || !database || !user || (given !== null && !mode) || !isPort(port))
		return null;
	const file = option("sslrootcert") ?? undefined;
	const tls = mode
		? tlsOf(read, mode, file, "sslrootcert in SQLDB_DATABASE_URL")
		: standard;
	return { host, port, database, user, password, tls };
}

const isPort = (port: number) =>
	Number.isInteger(port) && port > 0 && port < 65_536;

/** Empty when the text is not rightly encoded, as if it were missing. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return "";
	}
}

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
