/** Finds a challenge by its name: `express/say-hello-over-http`, or the path of its file or folder. */
import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
	CHALLENGE,
	type ChallengeOnDisk,
	type PackOnDisk,
	readPacks,
} from "@treeline/packs/disk";
import { type ChallengeFile, challengeSlug } from "@treeline/packs/format";
import { findPacks } from "../packs.ts";

export interface NamedChallenge {
	pack: PackOnDisk;
	file: ChallengeOnDisk;
	/** The pack's folder. */
	folder: string;
	/** The challenge's file, relative to it. */
	path: string;
	challenge: ChallengeFile;
}

/** Throws, with the challenges there are, when there is none of this name. */
export async function findChallenge(name: string): Promise<NamedChallenge> {
	const packs = (await isChallengePath(name))
		? await readPacks(dirname(dirname(resolve(name))))
		: await findPacks(name.includes("/") ? [dirname(name)] : []);
	const wanted = challengeSlug(name);
	const found = packs.flatMap((pack) =>
		pack.challenges
			.filter(({ path }) => challengeSlug(path) === wanted)
			.map((file) => ({ pack, file })),
	);
	const [first] = found;
	if (!first)
		throw new Error(
			`There is no challenge "${wanted}" in ${packs.map(({ slug }) => slug).join(", ") || name}. Name one as <pack>/<slug>.`,
		);
	if (found.length > 1)
		throw new Error(
			`"${wanted}" is in ${found.map(({ pack }) => pack.slug).join(" and in ")}; name it as <pack>/<slug>.`,
		);
	const { pack, file } = first;
	if (file.fault !== undefined) throw new Error(file.fault);
	return {
		pack,
		file,
		folder: pack.folder,
		path: file.path,
		challenge: file.value as ChallengeFile,
	};
}

const isChallengePath = async (name: string) =>
	name.endsWith(".json") ||
	(await stat(join(name, CHALLENGE)).then(
		(found) => found.isFile(),
		() => false,
	));
