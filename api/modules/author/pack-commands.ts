/** Commands of an author on a pack. A pack that leaves `private` is validated as seeding does (contract, section 6). */
import {
	difficultyFaults,
	type Fault,
	validateSeedBody,
} from "@treeline/packs/format";
import { ApiError, refuse } from "../../server/errors.ts";
import { applyPatch } from "../../server/json-merge-patch.ts";
import type { Role } from "../../server/roles.ts";
import type { User } from "../../server/session-authentication.ts";
import {
	type AuthorChallenge,
	AuthorPack,
	type ExportedPack,
	type NewPack,
	PackState,
} from "./api-schemas.ts";
import type { AuthorService } from "./change-transaction.ts";
import {
	requireOwner,
	slugOfRetired,
	slugTaken,
} from "./ownership-and-slug-errors.ts";
import {
	asksModerator,
	isHeldToChecks,
	lacksAuthorRole,
	needsApproval,
	requestAfter,
	showsMore,
} from "./publishing-approval-rules.ts";
import {
	type Authoring,
	type AuthorReads,
	type LockedPack,
	readAuthored,
} from "./queries.ts";

/** A pack's proof begins no further challenge after this time, in milliseconds. */
const VALIDATION_TIMEOUT_MS = 15_000;

/** What is answered, and the ETag that `If-Match` takes. */
export interface Tagged<Data> {
	data: Data;
	etag: string;
}

/** Throws when the client has seen another version than the one with this ETag. */
export type CheckEtag = (etag: string) => void;

export function packCommands({
	sql,
	prover,
	publishing,
	change,
	refusePackTooMany,
}: AuthorService) {
	const whole = async (
		reads: AuthorReads,
		pack: LockedPack,
		role: Role,
	): Promise<Tagged<AuthorPack>> => {
		const { authorUserId: _, retired: __, revision: ___, ...summary } = pack;
		const needsApproval = asksModerator(publishing, role);
		const needsRole = lacksAuthorRole(publishing, role);
		const challenges = await reads.challengesIn(pack._id);
		return {
			data: { ...summary, needsApproval, needsRole, challenges },
			etag: tagOf(pack),
		};
	};
	const seen = <Result>(
		userId: string,
		slug: string,
		read: (reads: AuthorReads, pack: LockedPack) => Promise<Result>,
	) =>
		readAuthored(sql, async (reads) =>
			read(
				reads,
				requireOwner(await reads.findPack({ slug }), userId, named(slug)),
			),
		);

	return {
		find: ({ _id, role }: User, slug: string): Promise<Tagged<AuthorPack>> =>
			seen(_id, slug, (reads, pack) => whole(reads, pack, role)),

		exported: (userId: string, slug: string): Promise<ExportedPack> =>
			seen(userId, slug, async (reads, pack) =>
				seedBodyOf(stateOf(pack), await reads.challengesIn(pack._id)),
			),

		/** Makes a private pack; a slug of the author's own deleted pack brings that one back, with its attempts. */
		create: ({ _id: userId, role }: User, { $schema: _, ...given }: NewPack) =>
			change(userId, async (authoring) => {
				const state = { visibility: "private" as const, ...given };
				if (state.visibility !== "private") refuse([NOTHING_TO_SHOW]);
				const { slug } = state;
				if (!(await authoring.addPack(userId, state))) {
					const pack = await authoring.lockPack({ slug });
					if (pack?.retired && pack.authorUserId === null)
						throw slugOfRetired(slug, pack._id);
					if (!pack?.retired || pack.authorUserId !== userId)
						throw slugTaken(slug);
					await authoring.changePack(pack._id, state, "withdrawn");
				}
				await refusePackTooMany(authoring, userId);
				const pack = await lockOwnPack(authoring, userId, slug);
				return whole(authoring, pack, role);
			}),

		/** A pack that becomes visible to more people may have to wait for a moderator (`PUBLISHING`). */
		change: (
			{ _id: userId, name, role }: User,
			slug: string,
			patch: Record<string, unknown>,
			fresh: CheckEtag,
		) =>
			change(userId, async (authoring, need) => {
				const pack = await lockOwnPack(authoring, userId, slug);
				fresh(tagOf(pack));
				const present = stateOf(pack);
				const wanted = applyPatch(PackState, AuthorPack, present, patch);
				refuseTakenDown(pack, wanted);
				const shows = showsMore(present, wanted);
				const asks = shows && needsApproval(publishing, role);
				const next = {
					...wanted,
					...(asks && { visibility: present.visibility }),
					// Nobody shows a pack under another's name.
					...((asks || wanted.visibility !== "private") && { author: name }),
				};
				const request = requestAfter(
					pack,
					next,
					asks ? wanted.visibility : null,
					patch,
				);
				if (Bun.deepEquals(present, next) && request === "kept")
					return whole(authoring, pack, role);
				if (shows && !isHeldToChecks(pack)) {
					const challenges = await authoring.challengesIn(pack._id);
					refuse(orderOf(pack, challenges, (index) => `#/challenges/${index}`));
					const body = seedBodyOf(next, challenges);
					need(body, () =>
						validateSeedBody(body, prover, "#", VALIDATION_TIMEOUT_MS),
					);
				}
				await authoring.changePack(pack._id, next, request);
				const changed = await lockOwnPack(authoring, userId, next.slug);
				return whole(authoring, changed, role);
			}),

		/** Attempts at its challenges stay. */
		remove: (userId: string, slug: string, fresh: CheckEtag) =>
			change(userId, async (authoring) => {
				const pack = await lockOwnPack(authoring, userId, slug);
				fresh(tagOf(pack));
				const known = await authoring.challengesOf(pack._id);
				await authoring.removeChallenges(known.map(({ id }) => id));
				await authoring.removePack(pack._id);
			}),

		/** Puts all challenges in the order of `ids`. */
		reorder: (userId: string, slug: string, ids: string[], fresh: CheckEtag) =>
			change(userId, async (authoring) => {
				const pack = await lockOwnPack(authoring, userId, slug);
				fresh(tagOf(pack));
				const known = await authoring.challengesOf(pack._id);
				const present = known.filter((one) => !one.retired).map(({ id }) => id);
				const wanted = ids.map((id) => id.toLowerCase());
				refuse(orderFaults(wanted, present));
				if (!Bun.deepEquals(wanted, present)) {
					await authoring.orderChallenges(wanted);
					await refuseFallingDifficulty(
						authoring,
						pack,
						(index) => `#/ids/${index}`,
					);
					await authoring.touchPack(pack._id);
				}
				const now = await lockOwnPack(authoring, userId, slug);
				return { data: { ids: wanted }, etag: tagOf(now) };
			}),
	};
}

/** The user's pack, locked. */
export async function lockOwnPack(
	authoring: Authoring,
	userId: string,
	slug: string,
): Promise<LockedPack> {
	return requireOwner(await authoring.lockPack({ slug }), userId, named(slug));
}

const named = (slug: string) => `pack "${slug}"`;

/** Refuses a change after which the challenges of a pack that others can see get easier at some place. */
export async function refuseFallingDifficulty(
	authoring: Authoring,
	pack: LockedPack,
	pointer: (index: number) => string,
): Promise<void> {
	if (!isHeldToChecks(pack)) return;
	refuse(orderOf(pack, await authoring.challengesIn(pack._id), pointer));
}

const orderOf = (
	{ name }: LockedPack,
	challenges: AuthorChallenge[],
	pointer: (index: number) => string,
) =>
	difficultyFaults(
		challenges.map(({ difficulty }) => difficulty),
		name,
		pointer,
	);

/** A pack's ETag changes with each change to the pack or to any of its challenges. */
const tagOf = ({ _id, revision }: LockedPack) => `"${_id}.${revision}"`;

/** What the author says of the pack, as it stands. */
function stateOf(pack: LockedPack): PackState {
	const { name, slug, description, language, framework } = pack;
	const { version, author, tags, visibility } = pack;
	return {
		name,
		slug,
		description,
		language,
		...(framework !== null && { framework }),
		version,
		author,
		tags,
		visibility,
	};
}

function refuseTakenDown(pack: LockedPack, next: PackState): void {
	if (pack.takenDownAt === null) return;
	if (next.visibility === "private" || next.visibility === pack.visibility)
		return;
	throw new ApiError(
		"forbidden",
		`The pack "${pack.slug}" was taken down by a moderator (${pack.takenDownReason}), and only they can show it again. Fix it, then ask them to restore it.`,
	);
}

const NOTHING_TO_SHOW: Fault = {
	pointer: "#/visibility",
	code: "too_few",
	detail:
		"a new pack has no challenge yet, so there is nothing to show; create it without `visibility`, add challenges, then change its visibility",
};

/** Why `wanted` is not all of `present`, each once. */
function orderFaults(wanted: string[], present: string[]): Fault[] {
	const faults: Fault[] = [];
	const seen = new Set<string>();
	for (const [index, id] of wanted.entries()) {
		const pointer = `#/ids/${index}`;
		if (!present.includes(id))
			faults.push({
				pointer,
				code: "not_found",
				detail: `the pack has no challenge "${id}"; remove it from the list`,
			});
		else if (seen.has(id))
			faults.push({
				pointer,
				code: "duplicate",
				detail: `"${id}" is listed twice; list each challenge once`,
			});
		seen.add(id);
	}
	for (const id of present)
		if (!seen.has(id))
			faults.push({
				pointer: "#/ids",
				code: "missing",
				detail: `the challenge "${id}" is not listed; list all challenges of the pack`,
			});
	return faults;
}

/** As much of a slug as fits into a file's name. */
const MAX_NAME_LENGTH = 150;

function seedBodyOf(
	{ visibility: _, ...content }: PackState,
	challenges: AuthorChallenge[],
): ExportedPack {
	return {
		manifest: {
			...content,
			challenges: challenges.map(
				({ slug }, index) =>
					`challenges/${String(index + 1).padStart(2, "0")}-${slug.slice(0, MAX_NAME_LENGTH)}.json`,
			),
		},
		challenges: challenges.map(
			({ _id, order, version, cases, ...challenge }) => challenge,
		),
	};
}
