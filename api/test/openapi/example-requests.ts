/**
 * Every route that the specification and the contract list, as the front documents it, and how it is asked so that it does what it is
 * for. This is the tests' own list: a route that the description has and this list has not, or the other way round, fails.
 */

import { previewTokens } from "../../modules/content/preview-tokens.ts";
import { DEFAULTS } from "../../modules/settings/api-schemas.ts";
import { conversation } from "../chat-client.ts";
import { ADMIN_KEY } from "../harness.ts";
import { begun, INITIALIZE } from "../mcp-clients.ts";
import {
	type ClassFixture,
	type ClassKind,
	classFixture,
} from "./class-fixtures.ts";
import type { Asked } from "./client.ts";
import { keptItem } from "./content-item-fixture.ts";
import {
	disputeAt,
	ownAttempt,
	ownedPack,
	type Standing,
	type World,
} from "./fixtures.ts";
import {
	authorization,
	editorCode,
	ownSession,
	ownToken,
	VERIFIER,
} from "./session-fixtures.ts";

/** What a request for the route brings, who ever sends it; may first make what it asks for, as the owner's. */
export type Asking = (world: World) => Asked | Promise<Asked>;

const nothing: Asking = () => ({});
const ofPack: Asking = ({ packSlug }) => ({ params: { slug: packSlug } });
const ofChallenge: Asking = ({ challengeId }) => ({
	params: { id: challengeId },
});
const endable = ({ token }: { token: string }) => ({
	headers: { authorization: `Session ${token}` },
});

const ofOwnPack =
	(body?: unknown): Asking =>
	async (world) => ({ params: { slug: (await ownedPack(world)).slug }, body });
const ofOwnChallenge =
	(body?: unknown): Asking =>
	async (world) => ({
		params: { id: (await ownedPack(world)).ids[0] ?? "" },
		body,
	});

const ofShownPack =
	(standing: Standing, body?: unknown): Asking =>
	async (world) => ({
		params: { slug: (await ownedPack({ ...world, standing })).slug },
		body,
	});
/** Of a user who does nothing here. */
const ofSomebody =
	(body?: unknown): Asking =>
	async ({ service }) => ({
		params: { id: (await service.signIn("Sam Somebody")).userId },
		body,
	});

const ofItem =
	(body?: unknown): Asking =>
	async (world) => ({ params: { id: (await keptItem(world)).id }, body });
/** An endpoint that nothing is sent to. */
const ofEndpoint =
	(body?: unknown): Asking =>
	async ({ service: { content } }) => {
		const id = Bun.randomUUIDv7();
		await content`
			INSERT INTO webhook_endpoints (id, url, secret, disabled_at) VALUES (${id}, ${RECEIVER}, '\\x00', now())`;
		return { params: { id }, body };
	};
const ofConversation: Asking = async ({ service }) => ({
	params: { id: await conversation(service) },
});

/** Of a class that the owner teaches unless `kind` says otherwise, with these variables of the path. */
const ofClass =
	(
		names: readonly (keyof ClassFixture)[],
		body?: unknown,
		kind: Partial<ClassKind> = {},
	): Asking =>
	async (world) => {
		const made = await classFixture(world, { owner: "teacher", ...kind });
		const params = Object.fromEntries(names.map((name) => [name, made[name]]));
		return { params, body };
	};
const ASSIGNMENT = ["id", "assignmentId"] as const;
/** Nobody is asked there: the name is reserved. */
const RECEIVER = "https://receiver.invalid/hooks";

const DECISION = { status: "closed", reason: "The task asks for it." };

/** The routes of moderators and administrators below `base`. */
const moderation = (base: string): Record<string, Asking> => ({
	[`GET ${base}/overview`]: nothing,
	[`GET ${base}/actions`]: () => ({ query: { limit: 1 } }),
	[`GET ${base}/disputes`]: () => ({ query: { limit: 1 } }),
	[`PATCH ${base}/disputes/{id}`]: async (world) => ({
		params: { id: await disputeAt(world, world.challengeId) },
		body: DECISION,
	}),
	[`GET ${base}/backups`]: () => ({ query: { limit: 1 } }),
	[`GET ${base}/backups/{name}`]: () => ({ params: { name: "damaged.tar" } }),
	[`GET ${base}/packs`]: () => ({ query: { takenDown: "false" } }),
	[`GET ${base}/packs/{slug}`]: ofShownPack("public"),
	[`POST ${base}/packs/{slug}/takedown`]: ofShownPack("public", {
		reason: "It advertises a shop.",
	}),
	[`POST ${base}/packs/{slug}/restore`]: ofShownPack("taken down"),
	[`POST ${base}/packs/{slug}/approve`]: ofShownPack("waiting"),
	[`POST ${base}/packs/{slug}/refuse`]: ofShownPack("waiting", {
		reason: "It has no task.",
	}),
	[`GET ${base}/users`]: () => ({ query: { q: "owner" } }),
	[`POST ${base}/users/{id}/block`]: ofSomebody({ reason: "Spam." }),
	[`POST ${base}/users/{id}/unblock`]: ofSomebody(),
	[`PUT ${base}/users/{id}/role`]: ofSomebody({ role: "author" }),
});

export const ROUTES: Record<string, Asking> = {
	// Specification, "Backend routes (challenge platform)", both tables.
	"GET /api/auth/session": nothing,
	"GET /api/v1/packs": () => ({ query: { tag: ["routing"], limit: 1 } }),
	"GET /api/v1/packs/{slug}": ofPack,
	"GET /api/v1/packs/{slug}/challenges/{challengeSlug}": ({
		packSlug,
		challengeSlug,
	}) => ({ params: { slug: packSlug, challengeSlug } }),
	"GET /api/v1/challenges/{id}": ofChallenge,
	"GET /api/v1/challenges/{id}/attempts": ofChallenge,
	"GET /api/v1/search": () => ({ query: { q: "hello" } }),
	"POST /api/v1/attempts": ({ challengeId, pack }) => ({
		// An attempt is told to whoever sent it: what is in it is no secret of the pack's.
		body: {
			challengeId,
			passed: true,
			files: pack.challenges[0]?.files.map(({ path, content }) => ({
				path,
				content: content.replace(/^.*mark-of-.*$/gm, ""),
			})),
		},
	}),
	"GET /api/v1/settings": nothing,
	"PATCH /api/v1/settings": () => ({ body: { darkMode: true } }),
	"POST /api/admin/packs/seed": ({ pack }) => ({ body: pack }),
	"POST /api/admin/packs/sync": ({ pack }) => ({ body: { packs: [pack] } }),

	// Contract, section 5: sign-in. What ends a session is given one that nobody needs: a header comes before a cookie.
	"GET /api/auth/signin": () => ({ query: { returnTo: "/packs" } }),
	"GET /api/auth/callback/idp": () => ({ query: { code: "c", state: "s" } }),
	"GET /api/auth/signout": async (world) => endable(await ownSession(world)),
	"POST /api/auth/signout": async (world) => endable(await ownSession(world)),
	"GET /api/auth/sessions": nothing,
	"DELETE /api/auth/sessions": () => ({ query: { except: "current" } }),
	"DELETE /api/auth/sessions/{id}": async (world) => ({
		params: { id: (await ownSession(world)).id },
	}),
	"POST /api/auth/consent": () => ({ form: { ticket: "t", answer: "yes" } }),
	// Contract, section 10: apps that connect by OAuth.
	"GET /api/auth/oauth/authorize": async (world) => ({
		query: await authorization(world),
	}),
	"POST /api/auth/oauth/consent": () => ({
		form: { ticket: "t", answer: "yes" },
	}),
	"POST /api/auth/oauth/register": () => ({
		body: { client_name: "An app", redirect_uris: ["https://app.example/"] },
	}),
	"POST /api/auth/oauth/token": () => ({
		form: { grant_type: "refresh_token", client_id: "c", refresh_token: "r" },
	}),
	"POST /api/auth/oauth/revoke": () => ({
		form: { token: "t", client_id: "c" },
	}),
	"POST /api/auth/exchange": async (world) => ({
		body: { code: await editorCode(world), code_verifier: VERIFIER },
	}),

	// Contract, section 5.
	"POST /api/v1/attempts/import": ({ challengeId }) => ({
		body: {
			attempts: [
				{ challengeId, passed: true, clientAttemptId: crypto.randomUUID() },
			],
		},
	}),
	"PUT /api/v1/settings": () => ({ body: DEFAULTS }),
	"GET /api/v1/attempts/{id}": async (world) => ({
		params: { id: await ownAttempt(world) },
	}),

	// Contract, section 10. Confirmed by the name of those who are made for it; the owner keeps theirs.
	"GET /api/v1/account/export": nothing,
	"GET /api/v1/account/activity": () => ({ query: { utcOffset: -300 } }),
	"DELETE /api/v1/account": () => ({ body: { name: "Robin" } }),
	"GET /api/v1/account/tokens": nothing,
	"POST /api/v1/account/tokens": () => ({
		body: { name: "A script", scopes: ["read"], expiresInDays: 30 },
	}),
	"DELETE /api/v1/account/tokens/{id}": async (world) => ({
		params: { id: await ownToken(world) },
	}),
	"GET /api/v1/drafts/{id}": ofChallenge,
	"PUT /api/v1/drafts/{id}": ({ challengeId }) => ({
		params: { id: challengeId },
		body: { files: [{ path: "app.js", content: "// so far" }] },
	}),
	"DELETE /api/v1/drafts/{id}": ofChallenge,
	"POST /api/v1/challenges/{id}/disputes": ({ challengeId }) => ({
		params: { id: challengeId },
		body: {
			files: [{ path: "app.js", content: "// right" }],
			failed: [{ check: "perFile/app.js/0", message: "It lacks a call." }],
			note: "The task does not ask for it.",
		},
	}),
	"GET /api/v1/author/packs/{slug}/disputes": ofOwnPack(),
	"GET /api/v1/challenges/{id}/disputes": ofChallenge,
	"PATCH /api/v1/author/packs/{slug}/disputes/{id}": async (world) => {
		const { slug, ids } = await ownedPack(world);
		const id = await disputeAt(world, ids[0]);
		return { params: { slug, id }, body: DECISION };
	},

	"GET /api/v1/classes": nothing,
	"GET /api/v1/classes/assignments/own": nothing,
	"POST /api/v1/classes": () => ({ body: { name: "A class" } }),
	"GET /api/v1/classes/{id}": ofClass(["id"]),
	"PATCH /api/v1/classes/{id}": ofClass(["id"], { name: "Renamed" }),
	"DELETE /api/v1/classes/{id}": ofClass(["id"]),
	"POST /api/v1/classes/{id}/join-link": ofClass(["id"]),
	"DELETE /api/v1/classes/{id}/join-link": ofClass(["id"]),
	"DELETE /api/v1/classes/{id}/members/{memberId}": ofClass(["id", "memberId"]),
	"DELETE /api/v1/classes/{id}/membership": ofClass(["id"], undefined, {
		owner: "learner",
	}),
	"GET /api/v1/classes/invitations/{token}": ofClass(["token"], undefined, {
		owner: "none",
	}),
	"POST /api/v1/classes/invitations/{token}": ofClass(["token"], undefined, {
		owner: "none",
	}),
	"POST /api/v1/classes/{id}/assignments": (world) =>
		ofClass(["id"], { packSlug: world.packSlug }, { assigned: false })(world),
	"PATCH /api/v1/classes/{id}/assignments/{assignmentId}": ofClass(ASSIGNMENT, {
		dueAt: "2126-12-01T23:59:00Z",
	}),
	"DELETE /api/v1/classes/{id}/assignments/{assignmentId}": ofClass(ASSIGNMENT),
	"GET /api/v1/classes/{id}/assignments/{assignmentId}/progress":
		ofClass(ASSIGNMENT),
	"GET /api/v1/classes/{id}/assignments/{assignmentId}/progress.csv":
		ofClass(ASSIGNMENT),
	"GET /api/v1/classes/{id}/assignments/{assignmentId}/challenges/{challengeId}/checks":
		ofClass([...ASSIGNMENT, "challengeId"]),

	// Contract, section 6.
	"GET /api/v1/author/packs": nothing,
	"POST /api/v1/author/packs": ({ pack, newSlug }) => {
		const { challenges: _, ...manifest } = pack.manifest;
		return { body: { ...manifest, slug: newSlug() } };
	},
	"GET /api/v1/author/packs/{slug}": ofOwnPack(),
	"PATCH /api/v1/author/packs/{slug}": ofOwnPack({ name: "Renamed" }),
	"DELETE /api/v1/author/packs/{slug}": ofOwnPack(),
	"GET /api/v1/author/packs/{slug}/export": ofOwnPack(),
	"POST /api/v1/author/packs/{slug}/challenges": async (world) => {
		const { slug } = await ownedPack(world);
		const [challenge] = world.pack.challenges;
		return { params: { slug }, body: { ...challenge, slug: "one-more" } };
	},
	"PUT /api/v1/author/packs/{slug}/challenges/order": async (world) => {
		const { slug, ids } = await ownedPack(world);
		return { params: { slug }, body: { ids: ids.toReversed() } };
	},
	"GET /api/v1/author/challenges/{id}": ofOwnChallenge(),
	"GET /api/v1/author/challenges/{id}/statistics": ofOwnChallenge(),
	"PATCH /api/v1/author/challenges/{id}": ofOwnChallenge({ title: "Renamed" }),
	"DELETE /api/v1/author/challenges/{id}": ofOwnChallenge(),
	"GET /api/v1/cli/packs": nothing,
	"GET /api/v1/cli/packs/{packSlug}": ({ packSlug }) => ({
		params: { packSlug },
	}),
	"GET /api/v1/cli/challenges/{packSlug}/{challengeSlug}": ({
		packSlug,
		challengeSlug,
	}) => ({ params: { packSlug, challengeSlug } }),

	// Contract, sections 6 and 10: with the admin secret, and by a session with the role.
	...moderation("/api/admin/moderation"),
	...moderation("/api/v1/moderation"),

	// Specification, "Content" and "Admin content".
	"GET /api/v1/content": () => ({ query: { type: "project" } }),
	"GET /api/v1/content/bundle": nothing,
	"GET /api/v1/content/{type}/{slug}": async (world) => {
		const { type, slug } = await keptItem(world);
		return { params: { type, slug } };
	},
	"GET /api/v1/admin/content": () => ({ query: { q: "kept" } }),
	"POST /api/v1/admin/content": ({ newSlug }) => ({
		body: { type: "project", slug: newSlug(), data: { title: "New" } },
	}),
	"GET /api/v1/admin/content/{id}": ofItem(),
	"PUT /api/v1/admin/content/{id}": ofItem({ status: "archived" }),
	"DELETE /api/v1/admin/content/{id}": ofItem(),
	"GET /api/v1/admin/content/{id}/history": ofItem(),
	"POST /api/v1/admin/content/{id}/restore": ofItem({ version: 1 }),

	// Contract, section 7: previews, many items at once, and webhooks.
	"POST /api/v1/admin/content/{id}/preview": ofItem({ expiresInSeconds: 60 }),
	"GET /api/v1/content/preview": async (world) => {
		const { id } = await keptItem(world);
		const expires = Math.floor(Date.now() / 1000) + 600;
		return { query: { token: previewTokens([ADMIN_KEY]).make(id, expires) } };
	},
	"POST /api/v1/admin/content/batch": async (world) => ({
		body: {
			operations: [
				{ op: "delete", id: (await keptItem(world)).id },
				{ op: "create", type: "project", slug: world.newSlug(), data: {} },
			],
		},
	}),
	"GET /api/v1/admin/content/export": () => ({ query: { type: "project" } }),
	"POST /api/v1/admin/content/import": ({ newSlug }) => ({
		headers: { "content-type": "application/x-ndjson" },
		raw: `${JSON.stringify({ type: "note", slug: newSlug(), data: {} })}\n`,
	}),
	"GET /api/v1/admin/webhooks/endpoints": nothing,
	"POST /api/v1/admin/webhooks/endpoints": () => ({ body: { url: RECEIVER } }),
	"GET /api/v1/admin/webhooks/endpoints/{id}": ofEndpoint(),
	"PATCH /api/v1/admin/webhooks/endpoints/{id}": ofEndpoint({
		enabled: false,
	}),
	"DELETE /api/v1/admin/webhooks/endpoints/{id}": ofEndpoint(),
	"POST /api/v1/admin/webhooks/endpoints/{id}/rotate-secret": ofEndpoint({
		overlapHours: 1,
	}),
	"POST /api/v1/admin/webhooks/endpoints/{id}/test": ofEndpoint(),
	"POST /api/v1/admin/webhooks/endpoints/{id}/replay": ofEndpoint({
		onlyDead: true,
	}),
	"GET /api/v1/admin/webhooks/deliveries": () => ({
		query: { state: "dead" },
	}),

	// Contract, section 8.
	"POST /api/v1/chat": () => ({ body: { message: "Hello?" } }),
	"GET /api/v1/admin/chat/sessions": () => ({ query: { status: "active" } }),
	"GET /api/v1/admin/chat/sessions/{id}": ofConversation,
	"DELETE /api/v1/admin/chat/sessions/{id}": ofConversation,

	// Specification, "Health, metrics, MCP"; contract, section 1.
	"GET /api/health/live": nothing,
	"GET /api/health/ready": nothing,
	"GET /api/health/startup": nothing,
	"GET /api/metrics": nothing,
	"GET /api/openapi.json": nothing,
	"POST /api/mcp": () => ({ body: INITIALIZE }),
	"GET /api/mcp": nothing,
	"DELETE /api/mcp": async ({ service }) => ({
		headers: { "mcp-session-id": await begun(service.front) },
	}),
};
