import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Stop } from "../step.mjs";
import { canInstall, install } from "./apt.mjs";
import { findProgram } from "./find.mjs";

/** Where Debian keeps the programs of each PostgreSQL. */
const VERSIONS = "/usr/lib/postgresql";

/** PostgreSQL's own bench, as the measure of what the database alone can do; told as `PGBENCH`. */
export default {
	name: "pgbench",
	async ensure() {
		let path = find();
		if (!path && canInstall()) {
			await install("postgresql-contrib");
			path = find();
		}
		if (path) return { env: { PGBENCH: path } };
		throw new Stop(
			"The bench of the API needs pgbench, and none was found. Install PostgreSQL's contributed programs, or set PGBENCH to one; then run the command again.",
		);
	},
};

function find() {
	const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
	return findProgram([
		process.env.PGBENCH,
		"pgbench",
		...versions.map((version) => join(VERSIONS, version, "bin", "pgbench")),
	]);
}
