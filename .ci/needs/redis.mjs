import { Stop } from "../step.mjs";
import { canInstall, install } from "./apt.mjs";
import { findProgram } from "./find.mjs";

const USUAL = [
	"redis-server",
	"valkey-server",
	"/opt/homebrew/bin/redis-server",
	"/usr/local/bin/redis-server",
];

/** A real Redis for the limits that several processes share, told as `REDIS_SERVER`. */
export default {
	name: "redis",
	async ensure() {
		const find = () => findProgram([process.env.REDIS_SERVER, ...USUAL]);
		let path = find();
		if (!path && canInstall()) {
			await install("redis-server");
			path = find();
		}
		if (path) return { env: { REDIS_SERVER: path } };
		throw new Stop(
			"The API's tests need a Redis or Valkey server, and none was found. Install redis-server, or set REDIS_SERVER to one; then run the command again.",
		);
	},
};
