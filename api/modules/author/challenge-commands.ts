/**
 * What an author does with a challenge. One of a private pack may be unfinished, as long as its shape and its paths hold; one that
 * others can see is proved before it is stored (contract, section 6).
 */
import {
	type ChallengeFile,
	draftFaults,
	type Fault,
	MOST_CHALLENGES,
	pathsFault,
	Slug,
	validateChallenge,
} from "@treeline/packs/format";
import { refuse } from "../../server/errors.ts";
import { applyPatch } from "../../server/json-merge-patch.ts";
import { SEED_BODY_LIMIT } from "../../server/read-and-validate-request.ts";
import {
	contentHashOf,
	storedChallenge,
} from "../packs-and-challenges/pack-writing-queries.ts";
import {
	AuthorChallenge,
	ChallengeState,
	type NewChallenge,
} from "./api-schemas.ts";
import type {
	AuthorService,
	RequireVerification,
} from "./change-transaction.ts";
import {
	missing,
	requireOwner,
	slugTaken,
} from "./ownership-and-slug-errors.ts";
import {
	type CheckEtag,
	lockOwnPack,
	refuseFallingDifficulty,
	type Tagged,
} from "./pack-commands.ts";
import { isHeldToChecks } from "./publishing-approval-rules.ts";
import {
	type Authoring,
	type AuthorReads,
	type LockedPack,
	readAuthored,
} from "./queries.ts";

export function challengeCommands({
	sql,
	prover,
	change,
	refuseBytesTooMany,
}: AuthorService) {
	/** Throws when the pack is too large by now, or all packs of the user. */
	const refuseGrowth = async (
		authoring: Authoring,
		userId: string,
		pack: LockedPack,
		before: number,
	) => {
		const bytes = await authoring.sizeOf(pack._id);
		refuseTooLarge(bytes);
		await refuseBytesTooMany(authoring, userId, bytes - before);
	};
	/** Throws what is wrong with a challenge of this pack. */
	const refuseFaulty = (
		pack: LockedPack,
		file: ChallengeFile,
		cases: AuthorChallenge["cases"],
		need: RequireVerification,
	) => {
		refuse([...draftFaults(file), ...unsafeCases(cases)]);
		if (!isHeldToChecks(pack)) return;
		need(file, async () => (await validateChallenge(file, prover)).faults);
	};

	return {
		find: (userId: string, id: string) =>
			readAuthored(sql, async (reads) => {
				const pack = await reads.findPack({ challengeId: id });
				return tagged(await ownChallenge(reads, pack, userId, id));
			}),

		/** Adds it as the last one; the slug of a deleted challenge brings that one back, with its attempts. */
		create: (userId: string, packSlug: string, body: NewChallenge) =>
			change(userId, async (authoring, need) => {
				const { $schema: _, slug = slugOf(body.title), cases, ...file } = body;
				const pack = await lockOwnPack(authoring, userId, packSlug);
				const known = await authoring.challengesOf(pack._id);
				const twin = known.find((one) => one.slug === slug);
				if (twin && !twin.retired) throw slugTaken(slug);
				refuseOneMore(pack);
				refuseFaulty(pack, file, cases, need);
				const before = await authoring.sizeOf(pack._id);
				const stored = storedChallenge(file, slug, pack.challengeCount + 1);
				const id = twin?.id ?? (await authoring.addChallenge(pack._id, stored));
				if (twin) await authoring.changeChallenge(id, stored);
				await authoring.changeCases(id, cases);
				await authoring.touchPack(pack._id);
				await refuseGrowth(authoring, userId, pack, before);
				await refuseFallingDifficulty(authoring, pack, () => "#/difficulty");
				return tagged(await heldChallenge(authoring, userId, id));
			}),

		change: (
			userId: string,
			id: string,
			patch: Record<string, unknown>,
			fresh: CheckEtag,
		) =>
			change(userId, async (authoring, need) => {
				const { pack, challenge } = await heldChallenge(authoring, userId, id);
				fresh(tagOf(challenge));
				const { _id, order, version: _, ...present } = challenge;
				const next = applyPatch(
					ChallengeState,
					AuthorChallenge,
					present,
					patch,
				);
				if (Bun.deepEquals(present, next)) return tagged({ challenge });
				const { cases, ...content } = next;
				const { cases: known, ...presentContent } = present;
				const { slug, ...file } = content;
				refuseFaulty(pack, file, cases, need);
				const before = await authoring.sizeOf(pack._id);
				// Attempts are of a version, and cases are no part of what they were verified against.
				if (!Bun.deepEquals(presentContent, content))
					await authoring.changeChallenge(
						_id,
						storedChallenge(file, slug, order),
					);
				if (!Bun.deepEquals(known, cases))
					await authoring.changeCases(_id, cases);
				await authoring.touchPack(pack._id);
				await refuseGrowth(authoring, userId, pack, before);
				if (file.difficulty !== present.difficulty)
					await refuseFallingDifficulty(authoring, pack, () => "#/difficulty");
				return tagged(await heldChallenge(authoring, userId, id));
			}),

		/** Those after it move up; attempts at it stay. */
		remove: (userId: string, id: string, fresh: CheckEtag) =>
			change(userId, async (authoring) => {
				const { pack, challenge } = await heldChallenge(authoring, userId, id);
				fresh(tagOf(challenge));
				if (isHeldToChecks(pack) && pack.challengeCount === 1)
					refuse([LAST_ONE]);
				await authoring.removeChallenges([challenge._id]);
				await authoring.closeGap(pack._id, challenge.order);
				await authoring.touchPack(pack._id);
			}),
	};
}

/** The user's challenge and its pack, both locked. */
async function heldChallenge(
	authoring: Authoring,
	userId: string,
	id: string,
): Promise<{ pack: LockedPack; challenge: AuthorChallenge }> {
	const pack = await authoring.lockPack({ challengeId: id });
	return ownChallenge(authoring, pack, userId, id);
}

/** `pack` is the challenge's pack, of any author. */
async function ownChallenge(
	reads: AuthorReads,
	pack: LockedPack | null,
	userId: string,
	id: string,
): Promise<{ pack: LockedPack; challenge: AuthorChallenge }> {
	const what = `challenge "${id}"`;
	const owned = requireOwner(pack, userId, what);
	const challenge = await reads.findChallenge(owned._id, id);
	if (!challenge) throw missing(what);
	return { pack: owned, challenge };
}

/** Everything that is answered of a challenge goes with its version, but its place and its cases. */
const tagOf = ({ _id, version, order, cases }: AuthorChallenge) =>
	`"${_id}.${version}.${order}${cases ? `.${contentHashOf(cases).slice(0, 16)}` : ""}"`;

const tagged = ({
	challenge,
}: {
	challenge: AuthorChallenge;
}): Tagged<AuthorChallenge> => ({
	data: challenge,
	etag: tagOf(challenge),
});

/** The slug that a title makes: its letters and digits without their accents, in lower case. */
function slugOf(title: string): string {
	const slug = title
		.normalize("NFKD")
		.toLowerCase()
		.replaceAll(/[^a-z0-9\s_-]+/g, "")
		.split(/[\s_-]+/)
		.filter(Boolean)
		.join("-")
		// A sign may stand for several letters, so that a slug is longer than its title.
		.slice(0, Slug.maxLength)
		.replace(/-$/, "");
	if (slug === "")
		refuse([
			{
				pointer: "#/slug",
				code: "missing",
				detail:
					"the title has no letters that a slug could be made of; add `slug`, like say-hello",
			},
		]);
	return slug;
}

/** The faults of cases whose files could not be written. */
function unsafeCases(cases: AuthorChallenge["cases"]): Fault[] {
	return (["accepted", "rejected"] as const).flatMap((kind) =>
		(cases?.[kind] ?? []).flatMap(({ files }, index) => {
			const detail = pathsFault(files.map(({ path }) => path));
			const pointer = `#/cases/${kind}/${index}/files`;
			return detail ? [{ pointer, code: "unsafe_path", detail }] : [];
		}),
	);
}

function refuseOneMore({ challengeCount }: LockedPack): void {
	if (challengeCount < MOST_CHALLENGES) return;
	refuse([
		{
			pointer: "#",
			code: "too_many",
			detail: `the pack has ${MOST_CHALLENGES} challenges, and no pack has more; put this one into another pack`,
		},
	]);
}

/** What is exported has to fit into a seeding. */
function refuseTooLarge(bytes: number): void {
	if (bytes <= SEED_BODY_LIMIT) return;
	refuse([
		{
			pointer: "#",
			code: "too_large",
			detail: `with this the pack would be larger than ${SEED_BODY_LIMIT} bytes, and could not be seeded; put the challenge into another pack`,
		},
	]);
}

const LAST_ONE = {
	pointer: "#/challenges",
	code: "too_few",
	detail:
		"this is the last challenge of a pack that others can see; make the pack private first, or delete the pack",
};
