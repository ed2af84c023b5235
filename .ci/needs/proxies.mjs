import { join } from "node:path";
import { Stop } from "../step.mjs";
import { canInstall, takePrograms } from "./apt.mjs";
import { CACHE } from "./cache.mjs";
import { findProgram } from "./find.mjs";

/** The proxies that samples are shipped for, told as `NGINX_SERVER` and `CADDY_SERVER`; taken out of Debian's packages, which would start them. */
const PROXIES = [
	{
		variable: "NGINX_SERVER",
		name: "nginx",
		inside: "usr/sbin/nginx",
		asks: ["-v"],
	},
	{
		variable: "CADDY_SERVER",
		name: "caddy",
		inside: "usr/bin/caddy",
		asks: ["version"],
	},
];

export default {
	name: "proxies",
	async ensure() {
		const env = {};
		for (const { variable, name, inside, asks } of PROXIES) {
			const folder = join(CACHE, name);
			const find = () =>
				findProgram(
					[
						process.env[variable],
						name,
						`/usr/sbin/${name}`,
						join(folder, name),
					],
					asks,
				);
			if (!find() && canInstall()) await takePrograms(name, [inside], folder);
			const path = find();
			if (!path)
				throw new Stop(
					`The API's tests need ${name}, and none was found. Install it, or set ${variable} to its program; then run the command again.`,
				);
			env[variable] = path;
		}
		return { env };
	},
};
