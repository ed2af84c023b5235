import { canInstall, install } from "./apt.mjs";
import { findProgram } from "./find.mjs";

/** Makes system calls of another process fail; told as `STRACE`. Where there is none, the fault that needs it is reported as not run. */
export default {
	name: "strace",
	async ensure() {
		const find = () => findProgram([process.env.STRACE, "strace"]);
		let path = find();
		if (!path && process.platform === "linux" && canInstall()) {
			await install("strace");
			path = find();
		}
		return { env: path ? { STRACE: path } : {} };
	},
};
