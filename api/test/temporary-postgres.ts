/**
 * Keeps one throw-away Postgres for a test run: prints where it is as one line of JSON, and ends it when standard input closes,
 * so that it is gone however the run ends. Its arguments are the folder of the template and settings of the server (`fsync=off`). When
 * "keep" came by standard input, what the databases are at the end becomes the template.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../db/embedded-postgres/start-or-adopt.ts";
import { continueServer } from "./postgres-processes.ts";
import { copyTemplate, keepTemplate } from "./postgres-template-folders.ts";

const [template = "", ...settings] = Bun.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), "treeline-test-"));
const isCopy = await copyTemplate(template, dataDir);
const cluster = await startEmbedded({
	dataDir,
	log: () => {},
	settings: Object.fromEntries(
		settings.map((setting) => setting.split("=") as [string, string]),
	),
});
const log = join(dataDir, "postgres.log");
console.log(
	JSON.stringify({
		address: {
			host: cluster.host,
			port: cluster.port,
			user: cluster.user,
		},
		log,
		isCopy,
	}),
);
const isKept = (await Bun.stdin.text()) === "keep";
continueServer(log);
await cluster.stop();
if (isKept) await keepTemplate(template, dataDir);
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
