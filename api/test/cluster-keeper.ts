/**
 * Keeps one throw-away Postgres for a test run: prints where it is as one line of JSON, and ends it when standard input closes,
 * so that it is gone however the run ends. Its arguments are settings of the server (`fsync=off`).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../db/embedded-postgres/cluster.ts";

const dataDir = mkdtempSync(join(tmpdir(), "treeline-test-"));
const cluster = await startEmbedded({
	dataDir,
	log: () => {},
	settings: Object.fromEntries(
		Bun.argv.slice(2).map((setting) => setting.split("=") as [string, string]),
	),
});
console.log(
	JSON.stringify({
		address: {
			host: cluster.host,
			port: cluster.port,
			user: cluster.user,
		},
		log: join(dataDir, "postgres.log"),
	}),
);
for await (const _ of Bun.stdin.stream());
await cluster.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
