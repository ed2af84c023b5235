/** Secrets that nobody had to choose: generated once into the data folder, readable by its owner only. */
import { chmod, mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "./startup-error.ts";

/** The secret kept under `name`, in hex; made on first use (256 bits, mode 0600). */
export async function keptSecret(
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
		const kept = (await readFile(path, "utf8")).trim();
		if (kept.length >= 32) return kept;
	} catch (error) {
		throw new StartupError(
			`${path} cannot be written (${(error as { code?: string }).code ?? error}). Make the folder writable, or set DATA_DIR to one that is.`,
		);
	}
	throw new StartupError(
		`${path} holds no usable secret. Delete the file to have a new one generated, or set ${name.replaceAll("-", "_").toUpperCase()}.`,
	);
}
