/** A pack of the service as its author reads it. */
import type { Calls } from "@treeline/api/client-types";
import { addressOf } from "../../router.ts";

export type AuthorPack = Calls["GET /author/packs/:slug"]["answer"]["data"];
export type AuthorChallenge = AuthorPack["challenges"][number];

/** The studio's address of a pack. */
export const addressOfPack = (slug: string) =>
	`${addressOf.studio}/${encodeURIComponent(slug)}`;
