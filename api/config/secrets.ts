/**
 * Secrets of administrators, read from the environment, several at once for rotation, or generated once into the data directory; and a
 * database's token, read from its file.
 */
import { chmod, mkdir, open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Reader } from "./environment-reader.ts";
import type { SettingOf } from "./environment-variables.ts";
import { StartupError } from "./startup-error.ts";

const MIN_LENGTH = 32;

/**
 * The accepted secrets, the current one first; empty = to be generated, which is a fault where `required`.
 * Short ones are a fault too, except that `local` ones, which only this machine can present, are a warning.
 */
export function readSecrets(
	read: Reader,
	name: SettingOf<{ takes: "secrets" }>,
	required: boolean,
	local: boolean,
): string[] {
	const secrets = read.list(name);
	if (required && secrets.length === 0)
		read.faults.push(
			`${name} is missing, and it is generated for the embedded database only; set it to at least ${MIN_LENGTH} random characters`,
		);
	if (secrets.some((secret) => secret.length < MIN_LENGTH))
		(local ? read.warnings : read.faults).push(
			`${name} is shorter than ${MIN_LENGTH} characters; generate a longer random value`,
		);
	return secrets;
}

/** The secret stored under `name`, in hex; generated on first use (256 bits, mode 0600). */
export async function generatedSecret(
	dataDir: string,
	name: string,
): Promise<string> {
	const path = join(dataDir, name);
	const secret = crypto.getRandomValues(new Uint8Array(32)).toHex();
	try {
		await mkdir(dataDir, { recursive: true });
		const file = await open(path, "wx", 0o600).catch((error) => {
			if (error.code === "EEXIST") return null;
			throw error;
		});
		if (file) {
			await file.writeFile(`${secret}\n`);
			await file.sync();
			await file.close();
			await chmod(path, 0o600);
		}
		const stored = (await readFile(path, "utf8")).trim();
		if (stored.length >= 32) return stored;
	} catch (error) {
		throw new StartupError(
			`${path} cannot be written (${(error as { code?: string }).code ?? error}). Make the folder writable, or set DATA_DIR to one that is.`,
		);
	}
	throw new StartupError(
		`${path} holds no usable secret. Delete the file to have a new one generated, or set ${name.replaceAll("-", "_").toUpperCase()}.`,
	);
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
