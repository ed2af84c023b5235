/** A learner whose files and history are in a folder on disk, as tools for language models see them. */
import { publicPackOf } from "@treeline/packs/disk";
import type { PublicChallenge, PublicPack } from "@treeline/packs/format";
import {
	type ChallengeKey,
	type Learner,
	ToolError,
} from "@treeline/packs/learner-tools";
import type { Verifier } from "@treeline/verify/worker";
import {
	locateChallenge,
	readFiles,
	writeMissing,
} from "../learner/challenge-folder.ts";
import { addAttempt, openHistory } from "../learner/history.ts";
import { findPacks } from "../packs.ts";

/** `names` are packs, as in `findPacks`; they are read at each call, so that an author's changes count. */
export function createFolderLearner(
	names: string[],
	folder: string,
	verifier: Verifier,
): Learner {
	const history = openHistory(folder);
	let current: ChallengeKey | null = null;
	const challengeOf = async (key: ChallengeKey): Promise<PublicChallenge> => {
		const pack = (await readPublicPacks(names)).find(
			({ manifest }) => manifest.slug === key.pack,
		);
		const found = pack?.challenges.find(({ slug }) => slug === key.challenge);
		if (found) return found;
		throw new ToolError(
			`"${key.pack}/${key.challenge}" is no longer there. Call treeline_list for what there is.`,
		);
	};
	return {
		packs: () => readPublicPacks(names),
		current: () => current,
		statusOf: (key) => history.of(key).status,
		async open(key) {
			const challenge = await challengeOf(key);
			const at = await locateChallenge(folder, key.pack, challenge);
			await writeMissing(folder, at, challenge.files);
			await history.add(key, { event: "opened" });
			current = key;
			return at;
		},
		async verify(key) {
			const challenge = await challengeOf(key);
			const at = await locateChallenge(folder, key.pack, challenge);
			const files = await readFiles(at);
			const missing = challenge.files.filter(
				({ path }) => !files.some((file) => file.path === path),
			);
			if (missing.length > 0)
				throw new ToolError(
					`${at} lacks ${missing.map(({ path }) => `\`${path}\``).join(", ")}. Call treeline_open, which writes the starter's version.`,
				);
			const check = await verifier.check(challenge.assertions, files);
			await addAttempt(history, key, challenge.assertions, files, check);
			return check;
		},
		async nextHint(key, count) {
			const number = history.of(key).hintsShown + 1;
			if (number > count) return null;
			await history.add(key, { event: "hint", number });
			return number;
		},
	};
}

/** The packs without their references. One that is broken is left out, and standard error says why. */
async function readPublicPacks(names: string[]): Promise<PublicPack[]> {
	return (await findPacks(names, { withCases: false })).flatMap((pack) => {
		const { value, faults } = publicPackOf(pack);
		if (value) return [value];
		console.error(`${pack.folder} is left out: ${faults.join("; ")}`);
		return [];
	});
}
