/** MCP tools for authoring packs: read the format, validate and seed. */
import { Type } from "@sinclair/typebox";
import {
	Cases,
	ChallengeFile,
	challengeSlug,
	draftFaults,
	type Fault,
	Manifest,
	shapeFaults,
	validateCases,
	validateSeedBody,
} from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import { SeedResult } from "../../seeding/api-schemas.ts";
import { tool } from "../protocol-methods-and-tool-declaration.ts";
import { type Catalogue, orNull } from "./pack-catalogue-and-tools.ts";

/** Milliseconds that proving one pack may take. */
const TIMEOUT_MS = 5 * 60_000;

// Open: the tool reports what is wrong with them, so that no schema may refuse them first.
const pack = {
	manifest: Type.Object(
		{},
		{
			additionalProperties: true,
			description: "pack.json, as pack_format describes it",
		},
	),
	challenges: Type.Array(Type.Object({}, { additionalProperties: true }), {
		description:
			"The challenge files in the manifest's order, as pack_format describes them",
	}),
};

const schema = Type.Object({}, { additionalProperties: true });

type SentPack = {
	manifest: { slug?: unknown; challenges?: unknown };
	challenges: { slug?: unknown }[];
};

/** The slugs of a pack's challenges in its order, as far as its manifest can be read. */
const slugsOf = ({ manifest, challenges }: SentPack): string[] =>
	challenges.map(({ slug }, index) =>
		String(slug ?? challengeSlug(String([manifest.challenges].flat()[index]))),
	);

/** What is wrong with the cases of a pack's challenges, whose own faults are reported separately. */
async function casesFaults(
	pack: SentPack,
	cases: Record<string, unknown>,
	prover: Verifier,
): Promise<Fault[]> {
	const until = performance.now() + TIMEOUT_MS;
	const slugs = slugsOf(pack);
	const faults: Fault[] = [];
	for (const [slug, given] of Object.entries(cases)) {
		const at = `#/cases/${slug.replaceAll("~", "~0").replaceAll("/", "~1")}`;
		const found = pack.challenges[slugs.indexOf(slug)];
		if (!found) {
			faults.push({
				pointer: at,
				code: "unknown_challenge",
				detail: `the pack has no challenge "${slug}"; name one of ${slugs.map((one) => `"${one}"`).join(", ")}`,
			});
			continue;
		}
		const { slug: _, ...challenge } = found;
		const shape = shapeFaults(Cases, given, at);
		faults.push(...shape);
		if (shape.length > 0 || draftFaults(challenge).length > 0) continue;
		const left = until - performance.now();
		faults.push(
			...(await validateCases(
				challenge as never,
				given as Cases,
				prover,
				at,
				left,
			)),
		);
	}
	return faults;
}

export const authoringTools = (catalogue: Catalogue, prover: Verifier) => [
	tool({
		name: "pack_format",
		title: "Read the format of packs",
		description:
			"Answers the JSON Schemas of a pack's manifest, of a challenge file with every kind of check, and of a challenge's cases. Read it before you write or fix a pack.",
		input: {},
		output: Type.Object({ manifest: schema, challenge: schema, cases: schema }),
		run: async () => ({
			manifest: { ...Manifest },
			challenge: { ...ChallengeFile },
			cases: { ...Cases },
		}),
	}),
	tool({
		name: "pack_validate",
		title: "Validate a pack",
		description:
			"Proves a pack as seeding would: its shape, its checks, and that each reference solution passes all of them. With `cases`, also that other right answers pass and wrong ones are caught. Nothing is stored. One call takes 100 kB at most.",
		input: {
			...pack,
			cases: Type.Optional(
				Type.Object(
					{},
					{
						additionalProperties: true,
						description:
							"Other right answers and wrong ones by the challenge's slug, each as pack_format describes cases",
					},
				),
			),
		},
		output: Type.Object({
			valid: Type.Boolean(),
			challengeCount: Type.Integer(),
			faults: Type.Array(
				Type.Object({
					pointer: Type.String({ description: "A JSON pointer to the place" }),
					code: Type.String(),
					detail: Type.String({ description: "What, where and the next step" }),
				}),
			),
		}),
		async run({ cases = {}, ...body }) {
			const faults = [
				...(await validateSeedBody(body, prover, "#", TIMEOUT_MS)),
				...(await casesFaults(body, cases, prover)),
			];
			return {
				valid: faults.length === 0,
				challengeCount: body.challenges.length,
				faults,
			};
		},
	}),
	tool({
		name: "pack_seed",
		title: "Seed a pack",
		description:
			"Creates or updates a public pack; challenges that it no longer has leave the catalogue, and `retires` names them. It is a dry run, which says what would change, until `dryRun` is false: do that first, show the result, and ask before anything is retired. One call takes 100 kB at most; the seed command takes more.",
		effect: "destroys",
		idempotent: true,
		input: {
			...pack,
			dryRun: Type.Optional(
				Type.Boolean({ description: "true by default: nothing is stored" }),
			),
		},
		output: Type.Object({
			dryRun: Type.Boolean(),
			change: SeedResult,
			retires: Type.Array(Type.String(), {
				description: "Slugs of challenges that leave the catalogue",
			}),
		}),
		async run({ dryRun = true, ...body }, call) {
			const slug = String((body as SentPack).manifest.slug);
			const before = await orNull(catalogue.pack(slug, call));
			const change = await catalogue.seed(call, body, dryRun);
			const stays = new Set(slugsOf(body));
			const retires = (before?.challenges ?? [])
				.map((one) => one.slug)
				.filter((one) => !stays.has(one));
			return { dryRun, change, retires };
		},
	}),
];
