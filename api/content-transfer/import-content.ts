/** `npm run content:import -- <file> [--dry-run]`: creates and changes items from lines of JSON, all or none, at the running service. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { runCommand } from "../backup/command-arguments-and-exit-codes.ts";
import { StartupError } from "../config/startup-error.ts";
import type { Config } from "../config.ts";
import type { ContentImportResult } from "../modules/content/api-schemas.ts";
import { requestWithAdminKey } from "./request-with-admin-key.ts";

/** Throws StartupError, with the lines that are wrong. */
export async function importContent(
	config: Config,
	file: string,
	dryRun: boolean,
	log: (line: string) => void,
): Promise<void> {
	const isFile = await stat(file).then(
		(found) => found.isFile(),
		() => false,
	);
	if (!isFile) throw new StartupError(`There is no file ${file}.`);
	const response = await requestWithAdminKey(
		config,
		`/import?dryRun=${dryRun}`,
		{
			method: "POST",
			headers: { "content-type": "application/x-ndjson" },
			body: Bun.file(file),
		},
	);
	const { data } = (await response.json()) as { data: ContentImportResult };
	const { created, updated, unchanged } = data;
	const counts = `${created} created, ${updated} updated, ${unchanged} unchanged`;
	log(dryRun ? `Would import: ${counts}. Nothing was stored.` : counts);
}

if (import.meta.main)
	await runCommand(
		"npm run content:import -- <file> [--dry-run]",
		["dry-run"],
		({ config, file, flags, log }) =>
			importContent(config, resolve(file), flags["dry-run"] ?? false, log),
	);
