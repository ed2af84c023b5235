/** MCP tools that find and read packs and challenges, as learners do. */
import { Type } from "@sinclair/typebox";
import { Difficulty } from "@treeline/packs/format";
import { FileEntry } from "@treeline/verify/shapes";
import { ApiError } from "../../../server/errors.ts";
import {
	type Challenge,
	ChallengeRow,
	PackSummary,
} from "../../packs/schema.ts";
import { rowOf, tool } from "../methods.ts";
import type { Catalogue } from "../pack-catalogue.ts";
import { pageInput, total } from "../tool-resource-prompt-types.ts";

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
	...ChallengeFields.properties,
});

const Match = Type.Object({
	pack: Type.String(),
	challenge: Type.String(),
	...ChallengeFields.properties,
});

export function packTools(catalogue: Catalogue) {
	return [
		tool({
			name: "packs_list",
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
					})),
				};
			},
		}),
		tool({
			name: "challenge_search",
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
				const { hints } = await catalogue.challenge(given, call);
				const hint = hints[step - 1];
				if (hint === undefined)
					throw new ApiError(
						"not_found",
						`"${given.challenge}" has ${hints.length} hints, and there is no step ${step}.`,
					);
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
		previous: one.previous?.slug ?? null,
		next: one.next?.slug ?? null,
	};
}
