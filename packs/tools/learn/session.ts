/** A learner's challenges, files and history in one folder: what both the screen and the commands do. */
import { publicPackOf } from "@treeline/packs/disk";
import type { PublicChallenge, PublicPack } from "@treeline/packs/format";
import {
	type ChallengeKey,
	challengeToContinue,
	nextChallenge,
	verifiedChecks,
} from "@treeline/packs/learner-tools";
import { dueOf } from "@treeline/packs/practice";
import { closestName } from "@treeline/verify/names";
import { decideVerdict, type SyntaxFault } from "@treeline/verify/verdict";
import type { Verifier } from "@treeline/verify/worker";
import {
	locateChallenge,
	readFiles,
	replaceFiles,
	writeMissing,
} from "../learner/challenge-folder.ts";
import {
	addAttempt,
	type ChallengeRecord,
	openHistory,
} from "../learner/history.ts";
import { findPacks } from "../packs.ts";
import { t } from "./texts.ts";

/** A challenge with the pack that it is of. */
export interface Entry {
	key: ChallengeKey;
	pack: PublicPack;
	challenge: PublicChallenge;
}

export type VerifiedCheck = ReturnType<typeof verifiedChecks>[number];

/** What a verification found. */
export interface Outcome {
	passed: boolean;
	/** Syntax errors; while there are any, no check counts. */
	faults: SyntaxFault[];
	checks: VerifiedCheck[];
}

/** What cannot be done, for the learner: what is wrong, and the next step. */
export class LearnError extends Error {
	override name = "LearnError";
}

export interface LearnSession {
	/** The folder that the challenges' folders are in. */
	readonly folder: string;
	/** All challenges in the packs' order. */
	readonly entries: readonly Entry[];
	/** Why packs were left out. */
	readonly packFaults: readonly string[];
	recordOf(key: ChallengeKey): ChallengeRecord;
	/** The challenge that `name` means: `<pack>/<challenge>`, a challenge's slug alone where one pack has it, else the one opened last. Throws LearnError. */
	find(name: string | undefined): Entry;
	/** The challenges that are due again, the longest due first. */
	due(): Entry[];
	/** The challenge to continue with: one that is begun, else one that is due again, else the next one; null when there is none. */
	toContinue(): Entry | null;
	/** The next challenge after `entry` that is not passed; null when all are. */
	next(entry: Entry | null): Entry | null;
	/** Writes those of the starter's files that do not exist; resolves with the challenge's folder. */
	open(entry: Entry): Promise<string>;
	locate(entry: Entry): Promise<string>;
	/** Verifies the files as they are, and adds an attempt. */
	verify(entry: Entry): Promise<Outcome>;
	/** Shows one hint more; resolves with its number, null when all were shown before. */
	nextHint(entry: Entry): Promise<number | null>;
	/** Puts the starter in place of the files, which `undoReset` brings back. */
	reset(entry: Entry): Promise<void>;
	/** Brings back what the last reset, or undoing, replaced; resolves with whether there was anything. */
	undoReset(entry: Entry): Promise<boolean>;
}

/** `packNames` as in `findPacks`. */
export async function openLearnSession(
	packNames: string[],
	folder: string,
	verifier: Verifier,
): Promise<LearnSession> {
	const packFaults: string[] = [];
	const packs = (await findPacks(packNames, { withCases: false })).flatMap(
		(pack) => {
			const { value, faults } = publicPackOf(pack);
			if (!value)
				packFaults.push(
					t("{0} is left out: {1}", pack.folder, faults.join("; ")),
				);
			return value ?? [];
		},
	);
	const entries = packs.flatMap((pack) =>
		pack.challenges.map(
			(challenge): Entry => ({
				key: { pack: pack.manifest.slug, challenge: challenge.slug },
				pack,
				challenge,
			}),
		),
	);
	const history = openHistory(folder);
	const statusOf = (key: ChallengeKey) => history.of(key).status;
	const entryOf = (key: ChallengeKey | null) =>
		entries.find(
			(each) =>
				each.key.pack === key?.pack && each.key.challenge === key.challenge,
		) ?? null;
	const locate = ({ key, challenge }: Entry) =>
		locateChallenge(folder, key.pack, challenge);
	const due = () =>
		dueOf(
			entries.map((entry) => [entry, history.of(entry.key).attempts] as const),
			new Date(),
		).map(({ challenge }) => challenge);
	const replace = async (
		entry: Entry,
		files: PublicChallenge["files"],
		isUndone: boolean,
	) => {
		const at = await locate(entry);
		const before = await readFiles(at);
		if (before.length > 0)
			await history.add(entry.key, {
				event: "replaced",
				files: before,
				isUndone,
			});
		await replaceFiles(folder, at, files);
	};
	return {
		folder,
		entries,
		packFaults,
		recordOf: history.of,
		locate,
		find(name) {
			if (name === undefined) {
				const last = entryOf(history.lastOpened());
				if (last) return last;
				throw new LearnError(
					t(
						"No challenge is open. Name one, such as {0}.",
						nameOf(entries[0]) ?? "",
					),
				);
			}
			const named = entries.filter(
				(entry) => nameOf(entry) === name || entry.key.challenge === name,
			);
			if (named.length === 1 && named[0]) return named[0];
			const names = entries.flatMap((entry) => nameOf(entry) ?? []);
			const near = closestName(name, names);
			throw new LearnError(
				named.length > 1
					? t(
							"Several packs have a challenge “{0}”. Name one of {1}.",
							name,
							named.map(nameOf).join(", "),
						)
					: near
						? t("There is no challenge “{0}”. Did you mean {1}?", name, near)
						: t(
								"There is no challenge “{0}”. “list” shows what there is.",
								name,
							),
			);
		},
		due,
		toContinue() {
			const entry = entryOf(
				challengeToContinue(packs, statusOf, history.lastOpened()),
			);
			return entry && statusOf(entry.key) === "attempted"
				? entry
				: (due()[0] ?? entry);
		},
		next: (entry) =>
			entryOf(nextChallenge(packs, statusOf, entry?.key ?? null)),
		async open(entry) {
			const at = await locate(entry);
			await writeMissing(folder, at, entry.challenge.files);
			await history.add(entry.key, { event: "opened" });
			return at;
		},
		async verify(entry) {
			const { assertions, files: starter } = entry.challenge;
			const files = await readFiles(await locate(entry));
			const missing = starter.filter(
				({ path }) => !files.some((file) => file.path === path),
			);
			if (missing.length > 0)
				throw new LearnError(
					t(
						"{0} is missing or too large. Open the challenge again to get the starter’s version.",
						missing.map(({ path }) => path).join(", "),
					),
				);
			const check = await verifier.check(assertions, files);
			await addAttempt(history, entry.key, assertions, files, check);
			return {
				...decideVerdict(assertions, check),
				checks: verifiedChecks(check),
			};
		},
		async nextHint({ key, challenge }) {
			const number = history.of(key).hintsShown + 1;
			if (number > challenge.hints.length) return null;
			await history.add(key, { event: "hint", number });
			return number;
		},
		reset: (entry) => replace(entry, entry.challenge.files, false),
		async undoReset(entry) {
			const { replaced } = history.of(entry.key);
			if (replaced) await replace(entry, replaced, true);
			return replaced !== null;
		},
	};
}

/** `<pack>/<challenge>`; null without an entry. */
export const nameOf = (entry: Entry | undefined): string | null =>
	entry ? `${entry.key.pack}/${entry.key.challenge}` : null;
