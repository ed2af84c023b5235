/** Roles of accounts: each may do what those before it may. */
import { type Static, Type } from "@sinclair/typebox";

/** What an account may do; each role includes those before it. */
export const Role = Type.Union([
	Type.Literal("learner"),
	Type.Literal("author"),
	Type.Literal("moderator"),
	Type.Literal("administrator"),
]);
export type Role = Static<typeof Role>;

const RANKS: readonly Role[] = Role.anyOf.map((role) => role.const);

/** Whether `role` is `least`, or includes it. */
export const includesRole = (role: Role, least: Role): boolean =>
	RANKS.indexOf(role) >= RANKS.indexOf(least);

/** Who did something, for the audit: an account, or the holder of the admin secret with this fingerprint. */
export type Actor = { userId: string; role: Role } | { key: string };
