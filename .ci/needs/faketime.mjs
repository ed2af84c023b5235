import { existsSync } from "node:fs";
import { canInstall, install } from "./apt.mjs";

const USUAL = [
	"/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
	"/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
	"/usr/lib/faketime/libfaketime.so.1",
];

/** Sets the clock of one process; told as `LIBFAKETIME`. Where there is none, the fault that needs it is reported as not run. */
export default {
	name: "faketime",
	async ensure() {
		const find = () =>
			[process.env.LIBFAKETIME, ...USUAL].find(
				(path) => path && existsSync(path),
			);
		let path = find();
		if (!path && canInstall()) {
			await install("libfaketime");
			path = find();
		}
		return { env: path ? { LIBFAKETIME: path } : {} };
	},
};
