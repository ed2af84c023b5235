/** What moderators and administrators ask of the service. Loaded with their screen. */
import type { Calls, Role } from "@treeline/api/client-types";
import { t } from "../l10n/l10n.ts";
import { reworded } from "./admin-refusals.ts";
import { createContentAdmin } from "./content-admin.ts";
import type { Service } from "./host.ts";

/** Rows on a page of a list. */
export const ADMIN_PAGE_SIZE = 25;

export type Moderation = ReturnType<typeof createModeration>;

type QueryOf<Name extends keyof Calls> = Omit<
	NonNullable<Calls[Name]["query"]>,
	"limit" | "offset"
>;

/** One page of a list; `total` counts all rows. */
export interface Rows<Row> {
	rows: Row[];
	total: number;
}

/** How the service is, as a balancer is told. */
export interface Health {
	status: string;
	checks: Record<string, "ok" | "error">;
}

/** Each call rejects with an ApiError. */
export function createModeration(service: Service) {
	const { call, base } = service;
	const pageOf = (page: number) => ({
		limit: ADMIN_PAGE_SIZE,
		offset: (page - 1) * ADMIN_PAGE_SIZE,
	});
	return {
		overview: () => data(call("GET /moderation/overview")),
		/** Null when it cannot be asked. */
		health: () => healthAt(`${base}/health/ready`),
		packs: (query: QueryOf<"GET /moderation/packs">, page: number) =>
			rows(
				call("GET /moderation/packs", { query: { ...query, ...pageOf(page) } }),
			),
		pack: (slug: string) =>
			data(call("GET /moderation/packs/:slug", { params: { slug } })),
		takeDown: (slug: string, reason: string) =>
			call("POST /moderation/packs/:slug/takedown", {
				params: { slug },
				body: { reason },
			}),
		restore: (slug: string) =>
			call("POST /moderation/packs/:slug/restore", { params: { slug } }),
		/** `etag` is the one of the pack that was read: another version is not approved. */
		approve: (slug: string, etag: string) =>
			reworded(
				call("POST /moderation/packs/:slug/approve", {
					params: { slug },
					headers: { "if-match": etag },
				}),
				{
					precondition_failed: () => [
						t("The pack was changed since you read it, and is not approved."),
						t("Close this and look at it again."),
					],
				},
			),
		refuse: (slug: string, reason: string) =>
			call("POST /moderation/packs/:slug/refuse", {
				params: { slug },
				body: { reason },
			}),
		users: (query: QueryOf<"GET /moderation/users">, page: number) =>
			rows(
				call("GET /moderation/users", { query: { ...query, ...pageOf(page) } }),
			),
		block: (id: string, reason: string) =>
			call("POST /moderation/users/:id/block", {
				params: { id },
				body: { reason },
			}),
		unblock: (id: string) =>
			call("POST /moderation/users/:id/unblock", { params: { id } }),
		changeRole: (id: string, role: Role) =>
			call("PUT /moderation/users/:id/role", {
				params: { id },
				body: { role },
			}),
		disputes: (query: QueryOf<"GET /moderation/disputes">, page: number) =>
			rows(
				call("GET /moderation/disputes", {
					query: { ...query, ...pageOf(page) },
				}),
			),
		/** Closes a dispute with a reason, or opens it again without one. */
		decide: (id: string, reason: string | null) =>
			call("PATCH /moderation/disputes/:id", {
				params: { id },
				body:
					reason === null ? { status: "open" } : { status: "closed", reason },
			}),
		actions: (page: number) =>
			rows(call("GET /moderation/actions", { query: pageOf(page) })),
		backups: async (page: number) => {
			const { data: backups, meta } = await call("GET /moderation/backups", {
				query: pageOf(page),
			});
			return { rows: backups, ...meta };
		},
		/** Reads the whole file, which takes long when it is large. */
		checkBackup: (name: string) =>
			data(call("GET /moderation/backups/:name", { params: { name } })),
		/** With one of the server's keys for content. */
		withKey: (key: string) => createContentAdmin(service, key),
	};
}

const data = async <Data>(answer: Promise<{ data: Data }>): Promise<Data> =>
	(await answer).data;

async function rows<Row>(
	answer: Promise<{ data: Row[]; meta: { total: number } }>,
): Promise<Rows<Row>> {
	const { data, meta } = await answer;
	return { rows: data, total: meta.total };
}

/** A service that is not ready says so with a status of its own and the same body. */
async function healthAt(url: string): Promise<Health | null> {
	try {
		const { status, checks = {} } = await (await fetch(url)).json();
		return { status, checks };
	} catch {
		return null;
	}
}
