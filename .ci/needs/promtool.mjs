import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { quietly, Stop, step } from "../step.mjs";
import { canInstall } from "./apt.mjs";
import { buildAside, CACHE } from "./cache.mjs";
import { findProgram } from "./find.mjs";

const FOLDER = join(CACHE, "promtool");
const PROGRAM = join(FOLDER, "promtool");

/** Prometheus's own judge of metrics and rules, told as `PROMTOOL`; taken out of Debian's package, whose server nobody needs here. */
export default {
	name: "promtool",
	async ensure() {
		const find = () => findProgram([process.env.PROMTOOL, "promtool", PROGRAM]);
		if (!find() && canInstall()) await unpack();
		const path = find();
		if (path) return { env: { PROMTOOL: path } };
		throw new Stop(
			"The API's tests need promtool, and none was found. Install prometheus, or set PROMTOOL to its promtool; then run the command again.",
		);
	},
};

async function unpack() {
	mkdirSync(CACHE, { recursive: true });
	await step("Taking promtool out of Debian's prometheus (19 MB)", () =>
		buildAside(FOLDER, async (folder) => {
			mkdirSync(folder);
			await quietly(
				[
					"sh",
					"-ec",
					'apt-get update -q; cd "$0"; apt-get download -q prometheus; dpkg-deb -x prometheus_*.deb whole',
					folder,
				],
				{
					failure: "promtool could not be had with apt",
					next: "Check the network and the package sources, then run the command again.",
				},
			);
			renameSync(
				join(folder, "whole/usr/bin/promtool"),
				join(folder, "promtool"),
			);
			rmSync(join(folder, "whole"), { recursive: true });
			for (const file of readdirSync(folder))
				if (file.endsWith(".deb")) rmSync(join(folder, file));
		}),
	);
}
