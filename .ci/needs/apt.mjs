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
 * Takes programs out of a Debian package into `folder`, without installing what comes with them. `insides` are their paths in the package.
 * Throws Stop with apt's last lines when that fails.
 */
export async function takePrograms(name, insides, folder) {
	mkdirSync(dirname(folder), { recursive: true });
	const names = insides.map((inside) => basename(inside)).join(" and ");
	await step(`Taking ${names} out of Debian's ${name}`, () =>
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
			for (const inside of insides)
				renameSync(join(aside, "whole", inside), join(aside, basename(inside)));
			rmSync(join(aside, "whole"), { recursive: true });
			for (const file of readdirSync(aside))
				if (file.endsWith(".deb")) rmSync(join(aside, file));
		}),
	);
}
