import { existsSync } from "node:fs";
import { quietly, step } from "../step.mjs";

/** Whether this machine installs Debian packages and we may: as root, with apt. */
export function canInstall() {
	return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/** Installs Debian packages with what they strictly need. Throws Stop with apt's last lines when that fails. */
export async function install(...packages) {
	const options = {
		env: { DEBIAN_FRONTEND: "noninteractive" },
		failure: `${packages.join(", ")} could not be installed with apt`,
		next: "Check the network and the package sources, then run the command again.",
	};
	await step(`Installing ${packages.join(", ")} with apt`, async () => {
		await quietly(["apt-get", "update", "-q"], options);
		await quietly(
			[
				"apt-get",
				"install",
				"-q",
				"-y",
				"--no-install-recommends",
				...packages,
			],
			options,
		);
	});
}
