/** Schemas of the current user and of the list of sessions (contract, section 5). */
import { type Static, Type } from "@sinclair/typebox";
import { Role } from "../../../server/roles.ts";

export const SignedIn = Type.Object({
	_id: Type.String(),
	name: Type.String(),
	image: Type.Union([Type.String(), Type.Null()]),
});

const ProviderAccount = Type.Object({
	provider: Type.Union([Type.String(), Type.Null()], {
		description: "The identity provider's host, as `github.com`.",
	}),
	providerAccountId: Type.Union([Type.String(), Type.Null()], {
		description: "The account's id there; shown to nobody else.",
	}),
});

export const SessionState = Type.Object({
	authenticated: Type.Boolean(),
	user: Type.Union([
		Type.Composite([SignedIn, ProviderAccount, Type.Object({ role: Role })]),
		Type.Null(),
	]),
	expiresAt: Type.Union([Type.String(), Type.Null()]),
	blockedReason: Type.Union([Type.String(), Type.Null()], {
		description:
			"Why an administrator has blocked the account whose session this is; nobody is signed in then.",
	}),
	signInAvailable: Type.Boolean({
		description: "Whether this service has an identity provider to sign in by.",
	}),
});
export type SessionState = Static<typeof SessionState>;

/** One of a learner's sessions, as a list shows them. */
export const Session = Type.Object({
	_id: Type.String(),
	/** True of the session that asks. */
	current: Type.Boolean(),
	userAgent: Type.Union([Type.String(), Type.Null()]),
	createdAt: Type.String(),
	lastSeenAt: Type.String(),
	expiresAt: Type.String(),
});
export type Session = Static<typeof Session>;
