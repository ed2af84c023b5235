import { join } from "node:path";
import { Stop } from "../step.mjs";
import { canInstall, takeProgram } from "./apt.mjs";
import { CACHE } from "./cache.mjs";
import { findProgram } from "./find.mjs";

const FOLDER = join(CACHE, "promtool");
const PROGRAM = join(FOLDER, "promtool");

/** Prometheus's own judge of metrics and rules, told as `PROMTOOL`; taken out of Debian's package, whose server nobody needs here. */
export default {
	name: "promtool",
	async ensure() {
		const find = () => findProgram([process.env.PROMTOOL, "promtool", PROGRAM]);
		if (!find() && canInstall())
			await takeProgram("prometheus", "usr/bin/promtool", FOLDER);
		const path = find();
		if (path) return { env: { PROMTOOL: path } };
		throw new Stop(
			"The API's tests need promtool, and none was found. Install prometheus, or set PROMTOOL to its promtool; then run the command again.",
		);
	},
};
