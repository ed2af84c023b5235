/** Schemas of personal tokens (contract, section 10). */
import { type Static, Type } from "@sinclair/typebox";
import { Scope } from "../../server/route-definition.ts";

const Scopes = Type.Array(Scope, {
	description:
		"`read`: packs, challenges, attempts, drafts, disputes, classes and settings. `attempt`: records attempts, and changes drafts, disputes and settings. `author`: reads and changes own packs.",
	minItems: 1,
	uniqueItems: true,
});

/** A token as a list shows it. */
export const PersonalToken = Type.Object({
	_id: Type.String(),
	name: Type.String(),
	scopes: Scopes,
	createdAt: Type.String(),
	/** To the hour; null = never used. */
	lastUsedAt: Type.Union([Type.String(), Type.Null()]),
	/** Null = it does not expire. */
	expiresAt: Type.Union([Type.String(), Type.Null()]),
	redirectHost: Type.Union([Type.String(), Type.Null()], {
		description:
			"Of an app that was connected by OAuth, the host that it was connected from; its name is the app's own. Null for a token that the user made.",
	}),
});
export type PersonalToken = Static<typeof PersonalToken>;

/** The one answer that has its value. */
export const CreatedToken = Type.Composite([
	PersonalToken,
	Type.Object({
		token: Type.String({
			description: "The value, `tl_…`; it is not shown again.",
		}),
	}),
]);

export const NewToken = Type.Object(
	{
		name: Type.String({
			pattern: "\\S",
			maxLength: 100,
			description: "What it is for, so that it is known again.",
		}),
		scopes: Scopes,
		expiresInDays: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: 366,
				description: "Without it, the token does not expire.",
			}),
		),
	},
	{
		additionalProperties: false,
		examples: [{ name: "Nightly report", scopes: ["read"], expiresInDays: 90 }],
	},
);
export type NewToken = Static<typeof NewToken>;
