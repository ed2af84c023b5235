/** Reads the connection settings of the two databases, the platform's and the content's: an operator's Postgres server, or the embedded one. */
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { readToken } from "./database-token-file.ts";
import type { Reader } from "./environment-reader.ts";
import {
	type ChoiceOf,
	SETTINGS,
	type SettingName,
} from "./environment-variables.ts";

/** Where a Postgres server listens. */
export interface ServerAddress {
	/** A name, an address, or the folder of a Unix socket. */
	host: string;
	port: number;
}

/** A Postgres database of the operator's. */
export interface DatabaseAddress extends ServerAddress {
	/** Servers of the same data: of them and the first, the one that takes writes is used. Absent = the first alone. */
	otherServers?: readonly ServerAddress[];
	/** Streaming replicas that reads may run on. Absent = none. */
	replicas?: readonly ServerAddress[];
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
	const path = read.optionalPath("DB_SSLROOTCERT");
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
		"DB_REPLICA_HOSTS",
	] as const;
	if (!named.some((name) => read.value(name))) return null;
	for (const name of ["DB_HOST", "DB_NAME", "DB_USER"] as const)
		if (!read.value(name))
			read.faults.push(
				`${name} is missing while other DB_ settings are there; set it, or unset them all to use the embedded database`,
			);
	const port = read.whole("DB_PORT");
	const hosts = (read.value("DB_HOST") ?? "").split(",");
	const [first = { host: "", port }, ...otherServers] = readServers(
		read,
		"DB_HOST",
		hosts,
		port,
	);
	if (read.value("DB_HOST") && !hosts.some((host) => host.trim()))
		read.faults.push(
			"DB_HOST names no server; set it to one like db.example:5432, or to several with commas",
		);
	if ([first, ...otherServers].some(isSocket) && otherServers.length > 0)
		read.faults.push(
			"DB_HOST has several servers and a Unix socket among them; name servers by host and port, or one socket alone",
		);
	return {
		...first,
		...(otherServers.length > 0 && { otherServers }),
		...readReplicas(read, "DB_REPLICA_HOSTS", port),
		database: read.value("DB_NAME") ?? "",
		user: read.value("DB_USER") ?? "",
		password: read.value("DB_PASSWORD") ?? "",
		tls,
	};
}

/** Servers as `host`, `host:port` or `[IPv6]:port`; a path is the folder of a Unix socket. What is none becomes a fault of the setting `name`. */
function readServers(
	{ faults }: Reader,
	name: SettingName,
	texts: readonly string[],
	standardPort: number,
): ServerAddress[] {
	const servers: ServerAddress[] = [];
	for (const text of texts.map((text) => text.trim()).filter(Boolean)) {
		const server = serverOf(text, standardPort);
		if (server) servers.push(server);
		else
			faults.push(
				`${name} has "${text}", which is no server; write each as db.example, db.example:5433 or [2001:db8::1]:5433`,
			);
	}
	return servers;
}

function serverOf(text: string, standardPort: number): ServerAddress | null {
	// A path, or an IPv6 address without brackets, has no port behind it.
	if (text.startsWith("/") || isIP(text) > 0)
		return { host: text, port: standardPort };
	const [, address, name, port = String(standardPort)] =
		/^(?:\[([^\]]+)\]|([^\s:[\]/]+))(?::(\d+))?$/.exec(text) ?? [];
	const host = address ?? name;
	if (!host || (address && isIP(address) !== 6) || !isPort(Number(port)))
		return null;
	return { host, port: Number(port) };
}

function readReplicas(
	read: Reader,
	name: "DB_REPLICA_HOSTS" | "SQLDB_REPLICA_HOSTS",
	standardPort: number,
): Pick<DatabaseAddress, "replicas"> {
	const replicas = readServers(read, name, read.list(name), standardPort);
	return replicas.length > 0 ? { replicas } : {};
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
		if (read.value("SQLDB_REPLICA_HOSTS"))
			read.faults.push(
				"SQLDB_DATABASE_URL is missing while SQLDB_REPLICA_HOSTS is there; set it, or name the replicas of the platform's server, which has content as well, in DB_REPLICA_HOSTS",
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
	return {
		...address,
		...readReplicas(read, "SQLDB_REPLICA_HOSTS", address.port),
		password,
	};
}

/**
 * A Postgres URL as libpq reads it, so that the folder of a Unix socket can be the `host` of its query, and several servers can stand between commas; null
 * when it is none.
 */
function addressOf(
	text: string,
	read: Reader,
	standard: Tls | undefined,
): DatabaseAddress | null {
	// A password may have commas, and signs like "@".
	const [, before = "", list = "", after = ""] =
		/^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(text) ?? [];
	const [firstHost = "", ...otherHosts] = list.split(",");
	const url = URL.parse(before + firstHost + after);
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
	const standardPort = Number(option("port") ?? 5432);
	const port = Number(url.port || standardPort);
	const otherServers = otherHosts.map((host) => serverOf(host, standardPort));
	if (!host || !database || !user || (given !== null && !mode) || !isPort(port))
		return null;
	if (!otherServers.every((server) => server !== null)) return null;
	const file = option("sslrootcert") ?? undefined;
	const tls = mode
		? tlsOf(read, mode, file, "sslrootcert in SQLDB_DATABASE_URL")
		: standard;
	return {
		...{ host, port, database, user, password, tls },
		...(otherServers.length > 0 && { otherServers }),
	};
}

const isSocket = ({ host }: ServerAddress) => host.startsWith("/");

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
