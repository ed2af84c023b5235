/** Tools for writing packs: their format, whether one holds, and bringing it in. */
import { Type } from "@sinclair/typebox";
import { ChallengeFile, Manifest, provePack } from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import { SeedResult } from "../../seeding/model.ts";
import type { Platform } from "../platform.ts";
import { tool } from "../surface.ts";

/** Milliseconds that proving one pack may take. */
const PATIENCE = 5 * 60_000;

// Open: what is wrong with them is what is asked, so that no schema may refuse them first.
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

export const authoringTools = (platform: Platform, prover: Verifier) => [
	tool({
		name: "pack_format",
		title: "Read the format of packs",
		description:
			"Answers the JSON Schemas of a pack's manifest and of a challenge file, with every kind of check. Read it before you write or mend a pack.",
		input: {},
		output: Type.Object({ manifest: schema, challenge: schema }),
		run: async () => ({
			manifest: { ...Manifest },
			challenge: { ...ChallengeFile },
		}),
	}),
	tool({
		name: "pack_validate",
		title: "Validate a pack",
		description:
			"Proves a pack as seeding would: its shape, its checks, and that each reference solution passes all of them. Nothing is stored. One call takes 100 kB at most.",
		input: pack,
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
		async run(body) {
			const faults = await provePack(body, prover, "#", PATIENCE);
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
			"Creates or updates a public pack; challenges that it no longer has leave the catalogue. It is a dry run, which says what would change, until `dryRun` is false: do that first and show the result. One call takes 100 kB at most; the seed command takes more.",
		effect: "changes",
		idempotent: true,
		input: {
			...pack,
			dryRun: Type.Optional(
				Type.Boolean({ description: "true by default: nothing is stored" }),
			),
		},
		output: Type.Object({ dryRun: Type.Boolean(), change: SeedResult }),
		async run({ dryRun = true, ...body }, call) {
			const { data } = await platform.administer<{ data: SeedResult }>(
				call,
				`/api/admin/packs/seed?dryRun=${dryRun}`,
				body,
			);
			return { dryRun, change: data };
		},
	}),
];
