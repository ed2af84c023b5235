/** A process that owns an embedded database, for tests to kill: prints where it serves as JSON, stops on SIGTERM, exits 1 with the message. */
import { StartupError } from "../../../config/startup-error.ts";
import { type EmbeddedCluster, startEmbedded } from "../start-or-adopt.ts";

const dataDir = Bun.argv[2] as string;
const started = performance.now();
let cluster: EmbeddedCluster;
try {
	cluster = await startEmbedded({
		dataDir,
		log: (line) => console.error(line),
		settings: { fsync: "off" },
	});
} catch (error) {
	if (!(error instanceof StartupError)) throw error;
	console.error(error.message);
	process.exit(1);
}
process.on("SIGTERM", async () => {
	await cluster.stop();
	process.exit(0);
});
console.log(
	JSON.stringify({ ...cluster, milliseconds: performance.now() - started }),
);
