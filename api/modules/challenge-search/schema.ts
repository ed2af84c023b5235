/** Schema of a search result (contract, section 3). */
import { type Static, Type } from "@sinclair/typebox";
import { ChallengeRow } from "../packs/schema.ts";

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
