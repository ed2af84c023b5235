/** The two databases, the platform's and the content's: on an operator's Postgres server, or on the embedded one. */
import { readToken, type TokenFile } from "../auth-token.ts";
import type { Reader } from "./reader.ts";

/** A Postgres server of the operator's. */
export interface DatabaseAddress {
	host: string;
	port: number;
	database: string;
	user: string;
	/** A function is asked for each new connection. */
	password: string | (() => Promise<string>);
	/** How the connection is encrypted; absent = not at all. */
	ssl?: "require" | "prefer" | "verify-full";
}

/** Null = the embedded database. */
export function readDatabase(read: Reader): DatabaseAddress | null {
	const named = ["DB_HOST", "DB_PORT", "DB_NAME", "DB_USER", "DB_PASSWORD"];
	if (!named.some((name) => read.value(name))) return null;
	for (const name of ["DB_HOST", "DB_NAME", "DB_USER"])
		if (!read.value(name))
			read.faults.push(
				`${name} is missing while other DB_ settings are there; set it, or unset them all to use the embedded database`,
			);
	return {
		host: read.value("DB_HOST") ?? "",
		port: read.whole("DB_PORT", 5432, 65_535),
		database: read.value("DB_NAME") ?? "",
		user: read.value("DB_USER") ?? "",
		password: read.value("DB_PASSWORD") ?? "",
	};
}

const SSL: Record<string, DatabaseAddress["ssl"]> = {
	disable: undefined,
	prefer: "prefer",
	require: "require",
	"verify-full": "verify-full",
};

/** Null = beside the platform's, on the same server. */
export function readContentDatabase(read: Reader): DatabaseAddress | null {
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
	const address = addressOf(text);
	if (!address) {
		// Not repeated: it may hold a password.
		read.faults.push(
			"SQLDB_DATABASE_URL is no address of a Postgres database; set it to one like postgres://user@db.example:5432/content, with ?sslmode=disable, prefer, require or verify-full where needed",
		);
		return null;
	}
	const password = tokenFile
		? () => readToken(tokenFile)
		: (token ?? address.password);
	return { ...address, password };
}

/** In seconds: 7 days. */
const TOKEN_LIFETIME = 604_800;

/** Null = the content's database has no token that is kept in a file. */
export function readContentToken(read: Reader): TokenFile | null {
	const path = read.value("SQLDB_AUTH_TOKEN_FILE");
	const seconds = read.whole(
		"SQLDB_AUTH_TOKEN_LIFETIME",
		TOKEN_LIFETIME,
		100 * 365 * 86_400,
	);
	return path && read.value("SQLDB_DATABASE_URL")
		? { path, lifetimeMs: seconds * 1000 }
		: null;
}

/** A Postgres URL as libpq reads it, so that the folder of a Unix socket can be the `host` of its query; null when it is none. */
function addressOf(text: string): DatabaseAddress | null {
	const url = URL.parse(text);
	if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return null;
	const option = (name: string) => url.searchParams.get(name);
	const mode = option("sslmode") ?? "disable";
	const host = url.hostname.replace(/^\[|\]$/g, "") || (option("host") ?? "");
	const [database, user, password] = [
		url.pathname.slice(1),
		url.username || encodeURIComponent(option("user") ?? ""),
		url.password,
	].map((part) => decoded(part)) as [string, string, string];
	const port = Number(url.port || (option("port") ?? 5432));
	if (!host || !database || !user || !(mode in SSL) || !isPort(port))
		return null;
	return { host, port, database, user, password, ssl: SSL[mode] };
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
