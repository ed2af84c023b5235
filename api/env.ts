/** The environment is read here and nowhere else; all that is missing or malformed is reported at once (contract, section 1). */
import { isAbsolute, join } from "node:path";
import { StartupError } from "./startup-error.ts";

/** A Postgres server of the operator's. */
export interface DatabaseAddress {
	host: string;
	port: number;
	database: string;
	user: string;
	password: string;
}

export interface Config {
	host: string;
	/** 0 = any free port. */
	port: number;
	backendHost: string;
	backendPort: number;
	/** Absolute: the embedded database and generated secrets. */
	dataDir: string;
	/** Absolute: the packs that a start on the embedded database seeds. */
	packsDir: string;
	/** Null = the embedded database in `dataDir`. */
	database: DatabaseAddress | null;
	/** The public address; null = `http://localhost:<port>`. */
	frontendUrl: string | null;
	/** Accepted admin secrets, the current one first; empty = generated into `dataDir`. */
	adminSecrets: string[];
	/** Milliseconds after which a request's statement is given up; 0 = never. */
	requestTimeoutMs: number;
	/** What is odd and does not keep the program from running, for a person. */
	warnings: string[];
	/** Milliseconds that a stop waits for requests under way. */
	shutdownGraceMs: number;
}

type Environment = Record<string, string | undefined>;

const ROOT = join(import.meta.dir, "..");
const SHORTEST_SECRET = 32;
const LOCAL = "http://localhost";

/** Reads the configuration, or throws one StartupError that names every fault. */
export function readConfig(env: Environment = Bun.env): Config {
	const faults: string[] = [];
	const warnings: string[] = [];
	const value = (name: string) => env[name]?.trim() || undefined;
	const whole = (name: string, standard: number, most: number) => {
		const text = value(name);
		if (text === undefined) return standard;
		if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
		faults.push(
			`${name} is "${text}"; set it to a whole number from 0 to ${most}`,
		);
		return standard;
	};
	const folder = (name: string, standard: string) => {
		const path = value(name) ?? standard;
		return isAbsolute(path) ? path : join(ROOT, path);
	};
	const database = readDatabase(value, whole, faults);
	const frontendUrl = readOrigin("FRONTEND_URL", value("FRONTEND_URL"), faults);
	// Unset, it is this machine's own address; malformed, it may be anyone's.
	const local = isLoopback(frontendUrl ?? value("FRONTEND_URL") ?? LOCAL);
	const config: Config = {
		host: value("HOST") ?? "127.0.0.1",
		port: whole("PORT", 3000, 65_535),
		backendHost: value("BACKEND_HOST") ?? "127.0.0.1",
		backendPort: whole("BACKEND_PORT", 8080, 65_535),
		dataDir: folder("DATA_DIR", ".data"),
		packsDir: folder("PACKS_DIR", "packs"),
		database,
		frontendUrl,
		adminSecrets: readSecrets(
			"ADMIN_SECRET",
			value("ADMIN_SECRET"),
			database !== null,
			faults,
			local ? warnings : faults,
		),
		requestTimeoutMs: whole("REQUEST_TIMEOUT_MS", 30_000, 600_000),
		warnings,
		shutdownGraceMs: whole("SHUTDOWN_GRACE_MS", 10_000, 600_000),
	};
	if (faults.length > 0)
		throw new StartupError(
			`The environment cannot be used:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`,
		);
	return config;
}

function readDatabase(
	value: (name: string) => string | undefined,
	whole: (name: string, standard: number, most: number) => number,
	faults: string[],
): DatabaseAddress | null {
	const named = ["DB_HOST", "DB_PORT", "DB_NAME", "DB_USER", "DB_PASSWORD"];
	if (!named.some((name) => value(name))) return null;
	for (const name of ["DB_HOST", "DB_NAME", "DB_USER"])
		if (!value(name))
			faults.push(
				`${name} is missing while other DB_ settings are there; set it, or unset them all to use the embedded database`,
			);
	return {
		host: value("DB_HOST") ?? "",
		port: whole("DB_PORT", 5432, 65_535),
		database: value("DB_NAME") ?? "",
		user: value("DB_USER") ?? "",
		password: value("DB_PASSWORD") ?? "",
	};
}

function readOrigin(
	name: string,
	text: string | undefined,
	faults: string[],
): string | null {
	if (text === undefined) return null;
	const url = URL.canParse(text) ? new URL(text) : null;
	if (url && /^https?:$/.test(url.protocol) && url.pathname === "/")
		return url.origin;
	faults.push(
		`${name} is "${text}"; set it to an address like https://treeline.example, without a path`,
	);
	return null;
}

/** Whether only this machine reaches the address. */
function isLoopback(address: string): boolean {
	const host = URL.parse(address)?.hostname ?? "";
	return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}

function readSecrets(
	name: string,
	text: string | undefined,
	required: boolean,
	faults: string[],
	short: string[],
): string[] {
	const secrets = (text ?? "")
		.split(",")
		.map((secret) => secret.trim())
		.filter(Boolean);
	if (required && secrets.length === 0)
		faults.push(
			`${name} is missing, and it is generated for the embedded database only; set it to at least ${SHORTEST_SECRET} random characters`,
		);
	if (secrets.some((secret) => secret.length < SHORTEST_SECRET))
		short.push(
			`${name} is shorter than ${SHORTEST_SECRET} characters; generate a longer random value`,
		);
	return secrets;
}
