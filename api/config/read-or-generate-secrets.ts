/** Secrets of administrators, read from the environment, several at once for rotation, or generated once into the data directory. */
import { chmod, mkdir, open, readFile } from "node:fs/promises";
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

interface Settings {
	dataDir: string;
	adminSecrets: string[];
	adminKeys: string[];
	ipHashSecret: string | null;
}

/** The accepted admin secrets, generated where none is set. */
export const adminSecretsOf = async ({
	adminSecrets,
	dataDir,
}: Settings): Promise<string[]> =>
	adminSecrets.length > 0
		? adminSecrets
		: [await generatedSecret(dataDir, "admin-secret")];

/** The accepted keys of the content API, generated where none is set. */
export const adminKeysOf = async ({
	adminKeys,
	dataDir,
}: Settings): Promise<string[]> =>
	adminKeys.length > 0
		? adminKeys
		: [await generatedSecret(dataDir, "admin-api-key")];

/** What addresses of the chat's visitors are hashed with: set, generated beside the embedded database, or the first of `keys`. */
export const ipHashSecretOf = async (
	{ ipHashSecret, dataDir }: Settings,
	isEmbedded: boolean,
	keys: readonly string[],
): Promise<string> =>
	ipHashSecret ??
	(isEmbedded
		? await generatedSecret(dataDir, "ip-hash-secret")
		: (keys[0] ?? ""));

/** The secret stored under `name`, in hex; generated on first use (256 bits, mode 0600). */
async function generatedSecret(dataDir: string, name: string): Promise<string> {
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
