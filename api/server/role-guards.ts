/** Guards for what moderators and administrators do: by a session with the role, or with the admin secret. */
import type { AdminGuard } from "./admin-authentication.ts";
import { ApiError } from "./errors.ts";
import { type Guard, guard } from "./request-context-address-and-deadline.ts";
import { type Actor, includesRole, type Role } from "./roles.ts";
import type { Tag } from "./route-definition.ts";
import { type SessionGuards, sessionToken } from "./session-authentication.ts";

export interface RoleGuard extends Guard {
	/** Who passed the guard with `request`. */
	actor(request: Request): Actor;
}

/** What a group of routes for moderators and administrators is mounted with. */
export interface ModerationAccess {
	tag: Tag;
	/** Before what moderators do. */
	moderator: RoleGuard;
	/** Before what only administrators do. */
	administrator: RoleGuard;
	/** The operation's name in the description of the API. */
	operation(name: string): string;
}

/** For the public: by a session with the role. */
export const accessBySession = (sessions: SessionGuards): ModerationAccess => ({
	tag: "Moderation",
	moderator: sessionWithRole("moderator", sessions),
	administrator: sessionWithRole("administrator", sessions),
	operation: (name) => `${name}WithSession`,
});

/** For the backend: by the admin secret, or by a session with the role. */
export const accessBySecret = (
	admin: AdminGuard,
	{ moderator, administrator }: ModerationAccess,
): ModerationAccess => ({
	tag: "Administration",
	moderator: secretOrRole(admin, moderator),
	administrator: secretOrRole(admin, administrator),
	operation: (name) => name,
});

function sessionWithRole(least: Role, sessions: SessionGuards): RoleGuard {
	const check = guard(
		async (context) => {
			await sessions.required(context);
			context.set.headers["cache-control"] = "no-store";
			const { role } = sessions.learner(context.request);
			if (!includesRole(role, least)) throw roleMissing(least);
		},
		{
			errors: [...(sessions.required.errors ?? []), "forbidden"],
			credentials: sessions.required.credentials,
		},
	);
	return Object.assign(check, {
		actor(request: Request) {
			const { _id, role } = sessions.learner(request);
			return { userId: _id, role };
		},
	});
}

/** Looks at the secret where a request presents one or has no session, and at the session otherwise. */
function secretOrRole(admin: AdminGuard, role: RoleGuard): RoleGuard {
	const chosen = (request: Request) =>
		request.headers.has("x-admin-secret") ||
		/^Bearer /i.test(request.headers.get("authorization") ?? "") ||
		sessionToken(request) === null
			? null
			: role;
	const check = guard(
		(context) => (chosen(context.request) ?? admin)(context),
		{
			errors: [...(admin.errors ?? []), ...(role.errors ?? [])],
			credentials: [...(admin.credentials ?? []), ...(role.credentials ?? [])],
			headers: admin.headers,
		},
	);
	return Object.assign(check, {
		actor: (request: Request) =>
			chosen(request)?.actor(request) ?? { key: admin.fingerprint(request) },
	});
}

const roleMissing = (least: Role) =>
	new ApiError(
		"forbidden",
		`Only ${least === "moderator" ? "moderators and administrators" : "administrators"} of this Treeline can do this. Ask an administrator for the role.`,
	);
