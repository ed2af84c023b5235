import {
	existsSync,
	mkdirSync,
	readdirSync,
	renameSync,
	rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { quietly, step } from "../step.mjs";
import { buildAside } from "./cache.mjs";

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

/**
 * Takes one program out of a Debian package into `folder`, without installing what comes with it. `inside` is its path in the package.
 * Throws Stop with apt's last lines when that fails.
 */
export async function takeProgram(name, inside, folder) {
	mkdirSync(dirname(folder), { recursive: true });
	await step(`Taking ${basename(inside)} out of Debian's ${name}`, () =>
		buildAside(folder, async (aside) => {
			mkdirSync(aside);
			await quietly(
				[
					"sh",
					"-ec",
					'apt-get update -q; cd "$0"; apt-get download -q "$1"; dpkg-deb -x "$1"_*.deb whole',
					aside,
					name,
				],
				{
					failure: `${name} could not be had with apt`,
					next: "Check the network and the package sources, then run the command again.",
				},
			);
			renameSync(join(aside, "whole", inside), join(aside, basename(inside)));
			rmSync(join(aside, "whole"), { recursive: true });
			for (const file of readdirSync(aside))
				if (file.endsWith(".deb")) rmSync(join(aside, file));
		}),
	);
}
