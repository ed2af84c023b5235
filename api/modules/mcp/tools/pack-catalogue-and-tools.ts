/** Finds packs and challenges for tools, prompts and resources, the nearest ones for an unknown name; and the tools that read them. */

import { Type } from "@sinclair/typebox";
import { Difficulty, SeedBody, shapeFaults } from "@treeline/packs/format";
import { editDistance } from "@treeline/verify/names";
import { FileEntry } from "@treeline/verify/shapes";
import type { Verifier } from "@treeline/verify/worker";
import {
	type Sql,
	singleFlight,
} from "../../../db/connect-and-batch-queries.ts";
import { ApiError, refuse } from "../../../server/errors.ts";
import type { Page } from "../../../server/pagination.ts";
import { textFault } from "../../../server/request-context-address-and-deadline.ts";
import type { NoteHint } from "../../attempts/hints-shown-by-mcp-queries.ts";
import type { FoundChallenge } from "../../challenge-search/api-schemas.ts";
import { searchChallenges } from "../../challenge-search/queries.ts";
import {
	type Challenge,
	ChallengeRow,
	LearnerStatus,
	type PackDetail,
	PackSummary,
} from "../../packs-and-challenges/api-schemas.ts";
import {
	findChallenge,
	findPack,
	findRevision,
	listPackNames,
	listPacks,
	type PackFilter,
	type PackName,
} from "../../packs-and-challenges/queries.ts";
import type { SeedResult } from "../../seeding/api-schemas.ts";
import { seedPack } from "../../seeding/seed-and-sync.ts";
import { rowOf, tool } from "../protocol-methods-and-tool-declaration.ts";
import { type Call, pageInput, total } from "../tool-resource-prompt-types.ts";

/** In names: what an error suggests. */
const MAX_SUGGESTED = 3;

/** The request that a read is for, the signal that cancels it, and the learner who reads. */
export type CatalogueCall = Pick<Call, "request" | "signal"> &
	Partial<Pick<Call, "learner">>;

/** Names a challenge by its pack's slug and its own. */
interface ChallengeSlugs {
	pack: string;
	challenge: string;
}

type Rows<Row> = Promise<{ rows: Row[]; total: number }>;

/** Reads packs and challenges as the learner of a call does, or as someone without a session. What is not there, or not shown, is null. */
export interface PackSource {
	/** All public packs by name. */
	names(call: CatalogueCall): Promise<readonly PackName[]>;
	/** One page of the public packs that fit `filter`. */
	list(call: CatalogueCall, filter: PackFilter, page: Page): Rows<PackSummary>;
	pack(call: CatalogueCall, slug: string): Promise<PackDetail | null>;
	challenge(
		call: CatalogueCall,
		named: ChallengeSlugs,
	): Promise<Challenge | null>;
	/** One page of the challenges that hold all words of `text`. */
	search(call: CatalogueCall, text: string, page: Page): Rows<FoundChallenge>;
	/** Stores a pack; a dry run only says what would change. Throws what seeding refuses. */
	seed(
		call: CatalogueCall,
		body: unknown,
		dryRun: boolean,
	): Promise<SeedResult>;
}

/** The platform's services in this process. The names are read once for each revision of the catalogue. */
export function packsInDatabase(sql: Sql, verifier: Verifier): PackSource {
	const flight = singleFlight<readonly PackName[]>();
	let cached: { revision: string; names: readonly PackName[] } | null = null;
	return {
		async names({ signal }) {
			signal.throwIfAborted();
			const revision = await findRevision(sql);
			signal.throwIfAborted();
			if (cached?.revision === revision) return cached.names;
			return flight(revision, async () => {
				const names = await listPackNames(sql);
				// One that began earlier may end later.
				if (!cached || BigInt(cached.revision) < BigInt(revision))
					cached = { revision, names };
				return names;
			});
		},
		list: (_, filter, page) => listPacks(sql, filter, page),
		pack: async ({ learner }, slug) =>
			textFault(slug) ? null : findPack(sql, slug, learner?._id ?? null),
		challenge: async ({ learner }, { pack, challenge }) =>
			textFault(pack) || textFault(challenge)
				? null
				: findChallenge(
						sql,
						{ packSlug: pack, challengeSlug: challenge },
						learner?._id ?? null,
					),
		search: (_, text, page) => searchChallenges(sql, text, page, "all"),
		async seed(_, body, dryRun) {
			refuse(shapeFaults(SeedBody, body));
			return seedPack(sql, verifier, body as SeedBody, dryRun);
		},
	};
}

/** A {@link PackSource} whose errors about unknown names suggest the nearest ones. */
export interface Catalogue
	extends Pick<PackSource, "names" | "list" | "search" | "seed"> {
	/** A pack with its challenges. Throws `not_found`. */
	pack(slug: string, call: Call): Promise<PackDetail>;
	/** Throws `not_found`. */
	challenge(named: ChallengeSlugs, call: Call): Promise<Challenge>;
}

export function catalogueOf(source: PackSource): Catalogue {
	const pack = async (slug: string, call: Call) => {
		const found = await source.pack(call, slug);
		if (!found) throw noPack(slug, await source.names(call));
		return found;
	};
	return {
		...source,
		pack,
		async challenge(named, call) {
			const found = await source.challenge(call, named);
			if (found) return found;
			const { challenges } = await pack(named.pack, call);
			throw noChallenge(named, challenges);
		},
	};
}

/** The result, or null when it is not found. */
export async function orNull<Found>(
	found: Promise<Found>,
): Promise<Found | null> {
	try {
		return await found;
	} catch (error) {
		if (isMissing(error)) return null;
		throw error;
	}
}

const isMissing = (error: unknown) =>
	error instanceof ApiError && error.code === "not_found";

const noPack = (slug: string, all: readonly { slug: string }[]) =>
	new ApiError(
		"not_found",
		`There is no pack "${slug.slice(0, 200)}".${suggestions(slug, all)} packs_list names the packs there are.`,
	);

const noChallenge = (
	{ pack, challenge }: { pack: string; challenge: string },
	all: { slug: string }[],
) =>
	new ApiError(
		"not_found",
		`There is no challenge "${challenge.slice(0, 200)}" in "${pack}".${suggestions(challenge, all)} pack_get with pack "${pack}" lists its challenges; challenge_search looks in all packs.`,
	);

function suggestions(wanted: string, all: readonly { slug: string }[]): string {
	const nearest = nearestSlugs(
		wanted,
		all.map(({ slug }) => slug),
	).map((slug) => `"${slug}"`);
	return nearest.length > 0
		? ` The nearest ${nearest.length === 1 ? "is" : "are"} ${nearest.join(", ")}.`
		: "";
}

/** Slugs that contain `wanted` or are contained in it, or differ from it in at most half of their letters; the nearest first. */
function nearestSlugs(wanted: string, slugs: string[]): string[] {
	const lowerCase = wanted.toLowerCase().slice(0, 100);
	return slugs
		.map((slug) => {
			const contains =
				lowerCase.length > 2 &&
				(slug.includes(lowerCase) || lowerCase.includes(slug));
			return { slug, distance: contains ? 0 : editDistance(lowerCase, slug) };
		})
		.filter(({ slug, distance }) => distance <= slug.length / 2)
		.sort((a, b) => a.distance - b.distance)
		.slice(0, MAX_SUGGESTED)
		.map(({ slug }) => slug);
}

const pack = Type.String({ description: "The pack's slug" });
const challenge = Type.String({ description: "The challenge's slug" });

/** A check as learners see it. */
const CheckView = Type.Object({
	file: Type.Union([Type.String(), Type.Null()], {
		description: "The file that it is of; null = any file may satisfy it",
	}),
	description: Type.String(),
});

const ChallengeView = Type.Object({
	pack: Type.String(),
	slug: Type.String(),
	title: Type.String(),
	prompt: Type.String({ description: "Markdown" }),
	difficulty: Difficulty,
	tags: Type.Array(Type.String()),
	timeEstimateSeconds: Type.Number(),
	files: Type.Array(FileEntry, { description: "What a learner starts from" }),
	checks: Type.Array(CheckView),
	hintCount: Type.Integer(),
	status: Type.Optional(LearnerStatus),
	previous: Type.Union([Type.String(), Type.Null()]),
	next: Type.Union([Type.String(), Type.Null()]),
});

/** What a list holds of a pack: enough to choose one. */
const PackRow = Type.Pick(PackSummary, [
	"slug",
	"name",
	"description",
	"language",
	"framework",
	"tags",
	"challengeCount",
]);

const ChallengeFields = Type.Pick(ChallengeRow, [
	"title",
	"difficulty",
	"tags",
	"timeEstimateSeconds",
]);

const PackChallenge = Type.Object({
	slug: Type.String(),
	status: Type.Optional(LearnerStatus),
	...ChallengeFields.properties,
});

const Match = Type.Object({
	pack: Type.String(),
	challenge: Type.String(),
	...ChallengeFields.properties,
});

/** @param noteHint called with each hint that a learner is given */
export function packTools(catalogue: Catalogue, noteHint: NoteHint) {
	return [
		tool({
			name: "packs_list",
			scope: "read",
			title: "List packs",
			description:
				"Lists the public packs of challenges. Use it to find out what there is to practise; filters narrow it down.",
			input: {
				language: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
				framework: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
				difficulty: Type.Optional(Difficulty),
				tags: Type.Optional(
					Type.Array(Type.String(), {
						maxItems: 30,
						description: "All of them must match",
					}),
				),
				q: Type.Optional(
					Type.String({
						minLength: 1,
						maxLength: 200,
						description: "Words of the name or the description",
					}),
				),
				...pageInput,
			},
			output: Type.Object({ packs: Type.Array(PackRow), total }),
			async run({ tags = [], limit = 50, offset = 0, ...filter }, call) {
				const wanted = { ...filter, tags };
				const page = { limit, offset };
				const { rows, total } = await catalogue.list(call, wanted, page);
				return { packs: rows.map((one) => rowOf(PackRow, one)), total };
			},
		}),
		tool({
			name: "pack_get",
			scope: "read",
			title: "Read a pack",
			description:
				"Reads a pack with its challenges in their order. Use it to choose a challenge.",
			input: { pack },
			output: Type.Object({
				pack: PackSummary,
				challenges: Type.Array(PackChallenge),
			}),
			async run(given, call) {
				const { challenges, ...pack } = await catalogue.pack(given.pack, call);
				return {
					pack,
					challenges: challenges.map((one) => ({
						slug: one.slug,
						...rowOf(ChallengeFields, one),
						...(one.status && { status: one.status }),
					})),
				};
			},
		}),
		tool({
			name: "challenge_search",
			scope: "read",
			title: "Search challenges",
			description:
				"Finds challenges of all public packs by words of their titles, tags and tasks, the titles first; the last word may be the beginning of one.",
			input: {
				q: Type.String({ minLength: 1, maxLength: 200 }),
				...pageInput,
			},
			output: Type.Object({ challenges: Type.Array(Match), total }),
			async run({ q, limit = 50, offset = 0 }, call) {
				const page = { limit, offset };
				const { rows, total } = await catalogue.search(call, q, page);
				const challenges = rows.map((one) => ({
					pack: one.packSlug,
					challenge: one.slug,
					...rowOf(ChallengeFields, one),
				}));
				return { challenges, total };
			},
		}),
		tool({
			name: "challenge_get",
			scope: "read",
			title: "Read a challenge",
			description:
				"Reads a challenge: its task, the files to start from and what will be checked. The reference solution is never shown; hints come one at a time from challenge_hint.",
			input: { pack, challenge },
			output: ChallengeView,
			run: async (given, call) =>
				toChallengeView(await catalogue.challenge(given, call)),
		}),
		tool({
			name: "challenge_hint",
			scope: "read",
			title: "Take the next hint",
			description:
				"Tells one hint of a challenge. Begin with step 1 and take the next one only when the learner is still stuck.",
			input: {
				pack,
				challenge,
				step: Type.Integer({ minimum: 1, description: "From 1 on" }),
			},
			output: Type.Object({
				step: Type.Integer(),
				of: Type.Integer({ description: "How many hints there are" }),
				hint: Type.String({ description: "Markdown" }),
			}),
			async run({ step, ...given }, call) {
				const { _id, hints } = await catalogue.challenge(given, call);
				const hint = hints[step - 1];
				if (hint === undefined)
					throw new ApiError(
						"not_found",
						`"${given.challenge}" has ${hints.length} hints, and there is no step ${step}.`,
					);
				if (call.learner) await noteHint(call.learner._id, _id, step);
				return { step, of: hints.length, hint };
			},
		}),
	];
}

/** A challenge as learners see it, without its hints, which come one at a time. */
export function toChallengeView(one: Challenge): typeof ChallengeView.static {
	const { perFile = {}, crossFile = [] } = one.assertions;
	return {
		pack: one.packSlug,
		slug: one.slug,
		title: one.title,
		prompt: one.prompt,
		difficulty: one.difficulty,
		tags: one.tags,
		timeEstimateSeconds: one.timeEstimateSeconds,
		files: one.files,
		checks: [
			...Object.entries(perFile).flatMap(([file, some]) =>
				some.map(({ description }) => ({ file, description })),
			),
			...crossFile.map(({ description }) => ({ file: null, description })),
		],
		hintCount: one.hints.length,
		...(one.status && { status: one.status }),
		previous: one.previous?.slug ?? null,
		next: one.next?.slug ?? null,
	};
}
