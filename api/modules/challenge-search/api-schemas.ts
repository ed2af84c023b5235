/** Schemas of a search: what is asked, and the challenges found (contract, section 3). */
import { type Static, Type } from "@sinclair/typebox";
import { pageQuery } from "../../server/pagination.ts";
import { ChallengeRow } from "../packs-and-challenges/api-schemas.ts";

export const SearchQuery = Type.Object({
	...pageQuery,
	q: Type.String({ minLength: 1, maxLength: 200 }),
	/** `all`: tags and tasks as well. */
	in: Type.Optional(
		Type.Union([Type.Literal("titles"), Type.Literal("all")], {
			default: "titles",
		}),
	),
});

export const FoundChallenge = Type.Composite([
	ChallengeRow,
	Type.Object({
		packSlug: Type.String(),
		packName: Type.String(),
		/** Higher fits better. */
		rank: Type.Number(),
	}),
]);
export type FoundChallenge = Static<typeof FoundChallenge>;
