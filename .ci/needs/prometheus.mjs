import { join } from "node:path";
import { Stop } from "../step.mjs";
import { canInstall, takePrograms } from "./apt.mjs";
import { CACHE } from "./cache.mjs";
import { findProgram } from "./find.mjs";

const FOLDER = join(CACHE, "prometheus");

/** Prometheus and its own judge of metrics and rules, told as `PROMETHEUS_SERVER` and `PROMTOOL`; taken out of Debian's package, which would start it. */
export default {
	name: "prometheus",
	async ensure() {
		const find = (name, variable) =>
			findProgram([process.env[variable], name, join(FOLDER, name)]);
		const found = () => ({
			PROMETHEUS_SERVER: find("prometheus", "PROMETHEUS_SERVER"),
			PROMTOOL: find("promtool", "PROMTOOL"),
		});
		const isWhole = (env) => Object.values(env).every(Boolean);
		if (!isWhole(found()) && canInstall())
			await takePrograms(
				"prometheus",
				["usr/bin/prometheus", "usr/bin/promtool"],
				FOLDER,
			);
		const env = found();
		if (isWhole(env)) return { env };
		throw new Stop(
			"The API's tests need prometheus and promtool, and they were not found. Install prometheus, or set PROMETHEUS_SERVER and PROMTOOL to its programs; then run the command again.",
		);
	},
};
