/** `npm run content:export -- <file>`: all content that is not deleted, as lines of JSON, from the running service. */
import { existsSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import {
	formatBytes,
	runCommand,
} from "../backup/command-arguments-and-exit-codes.ts";
import { StartupError } from "../config/startup-error.ts";
import type { Config } from "../config.ts";
import { requestWithAdminKey } from "./request-with-admin-key.ts";

/** Writes the file, which appears when it is whole. Throws StartupError. */
export async function exportContent(
	config: Config,
	file: string,
	log: (line: string) => void,
): Promise<void> {
	if (existsSync(file))
		throw new StartupError(
			`${file} exists already and is not overwritten. Name a file that does not.`,
		);
	const { body } = await requestWithAdminKey(config, "/export");
	const partial = `${file}.partial`;
	try {
		const out = await open(partial, "w", 0o600);
		// A write may store less than it is given.
		for await (const part of body ?? []) await out.appendFile(part);
		await out.sync();
		await out.close();
		await rename(partial, file);
	} catch (error) {
		await rm(partial, { force: true });
		throw error;
	}
	log(`Wrote ${file} (${formatBytes((await stat(file)).size)})`);
}

if (import.meta.main)
	await runCommand(
		"npm run content:export -- <file>",
		[],
		({ config, file, log }) => exportContent(config, resolve(file), log),
	);
