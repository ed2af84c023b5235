/** Schemas of seeding and sync: requests and results (contract, section 4). */
import { type Static, Type } from "@sinclair/typebox";
import { SeedBody } from "@treeline/packs/format";

const yes = Type.Optional(
	Type.Union([Type.Literal("true"), Type.Literal("false")]),
);

/** `dryRun` answers what would change and changes nothing. */
export const SeedQuery = Type.Object({ dryRun: yes });

/** `allowEmpty` is needed to retire every seeded pack. */
export const SyncQuery = Type.Object({ dryRun: yes, allowEmpty: yes });

/** All packs there shall be. */
export const SyncBody = Type.Object(
	{ packs: Type.Array(SeedBody, { maxItems: 500 }) },
	{ additionalProperties: false },
);

/** What a seeding did to one pack. */
export const SeedResult = Type.Object({
	slug: Type.String(),
	result: Type.Union([
		Type.Literal("created"),
		Type.Literal("updated"),
		Type.Literal("unchanged"),
	]),
	challenges: Type.Object({
		created: Type.Integer(),
		updated: Type.Integer(),
		unchanged: Type.Integer(),
		retired: Type.Integer(),
	}),
	renamed: Type.Optional(
		Type.String({
			description:
				"The slug that an author's pack has from now on which had this slug and which only its author could see.",
		}),
	),
});
export type SeedResult = Static<typeof SeedResult>;

/** What a sync did to each pack that was sent, and the slugs of those that it retired. */
export const SyncResult = Type.Object({
	packs: Type.Array(SeedResult),
	retired: Type.Array(Type.String()),
});
export type SyncResult = Static<typeof SyncResult>;
