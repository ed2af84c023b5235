/** What page and editor ask of the service: one line a call, each named as its route is. */
import type {
	AttemptImport,
	Calls,
	NewAttempt,
	NewDispute,
	NewDraft,
	PackSummary,
} from "@treeline/api/client-types";
import {
	type ApiCaller,
	createApiCaller,
	markFromStore,
} from "./api-caller.ts";
import type { ChallengeKey } from "./host.ts";
import {
	PAGE_SIZE,
	type PackFilter,
	type PackList,
	type PackQuery,
} from "./pack-list.ts";

/** The longest page of a list that the API gives. */
const MAX_LIMIT = 100;

export type { FoundChallenge, Settings } from "@treeline/api/client-types";

export type Client = ReturnType<typeof createClient>;

/**
 * `base` is where the API is mounted, without a slash at its end: `/api/v1`; `headers` go with every call. Each rejects with an ApiError.
 */
export function createClient(base: string, headers?: Record<string, string>) {
	const call = createApiCaller(base, headers);
	return {
		call,
		packs: (filter: PackFilter = {}) => everyPack(call, filter),
		list: async ({ page, ...filter }: PackQuery): Promise<PackList> => {
			const { data, meta } = await call("GET /packs", {
				query: {
					limit: PAGE_SIZE,
					offset: (page - 1) * PAGE_SIZE,
					...queryOf(filter),
				},
			});
			const list = { packs: data, total: meta.total, tags: meta.tags };
			return markFromStore(list, data);
		},
		pack: (slug: string) =>
			data(call("GET /packs/:slug", { params: { slug } })),
		challenge: ({ pack: slug, challenge: challengeSlug }: ChallengeKey) =>
			data(
				call("GET /packs/:slug/challenges/:challengeSlug", {
					params: { slug, challengeSlug },
				}),
			),
		/** Challenges of public packs whose title, tags or prompt hold all words of `text`, the best first; at most 100. */
		search: (text: string, signal?: AbortSignal) =>
			data(
				call("GET /search", {
					query: { q: text, in: "all", limit: MAX_LIMIT },
					...(signal && { signal }),
				}),
			),
		session: () => data(call("GET /auth/session")),
		sessions: () => data(call("GET /auth/sessions")),
		/** An editor's way to its session; the page has a cookie. */
		exchange: (proof: Calls["POST /auth/exchange"]["body"]) =>
			data(call("POST /auth/exchange", { body: proof })),
		signOut: () => call("POST /auth/signout"),
		endSession: (id: string) =>
			call("DELETE /auth/sessions/:id", { params: { id } }),
		endOtherSessions: () =>
			call("DELETE /auth/sessions", { query: { except: "current" } }),
		endAllSessions: () => call("DELETE /auth/sessions"),
		settings: () => data(call("GET /settings")),
		changeSettings: (patch: Calls["PATCH /settings"]["body"]) =>
			data(call("PATCH /settings", { body: patch })),
		postAttempt: (attempt: NewAttempt) =>
			data(call("POST /attempts", { body: attempt })),
		attemptsAt: (id: string) =>
			data(
				call("GET /challenges/:id/attempts", {
					params: { id },
					query: { limit: MAX_LIMIT },
				}),
			),
		attempt: (id: string) =>
			data(call("GET /attempts/:id", { params: { id } })),
		draft: (id: string) => data(call("GET /drafts/:id", { params: { id } })),
		/** `seen` is the revision that it replaces; null = there is none yet. */
		putDraft: (id: string, body: NewDraft, seen: string | null) =>
			data(
				call("PUT /drafts/:id", {
					params: { id },
					body,
					headers: seen
						? { "if-match": `"${seen}"` }
						: { "if-none-match": "*" },
				}),
			),
		deleteDraft: (id: string, seen: string) =>
			call("DELETE /drafts/:id", {
				params: { id },
				headers: { "if-match": `"${seen}"` },
			}),
		postDispute: ({
			challengeId: id,
			...body
		}: NewDispute & { challengeId: string }) =>
			data(call("POST /challenges/:id/disputes", { params: { id }, body })),
		disputesAt: (id: string) =>
			data(
				call("GET /challenges/:id/disputes", {
					params: { id },
					query: { limit: MAX_LIMIT },
				}),
			),
		importAttempts: (attempts: AttemptImport["attempts"]) =>
			data(call("POST /attempts/import", { body: { attempts } })),
	};
}

/** What an answer is about. */
const data = async <Data>(answer: Promise<{ data: Data }>): Promise<Data> =>
	(await answer).data;

/** `filter` as query parameters of the list. */
const queryOf = ({ tag, ...rest }: PackFilter) => ({
	...rest,
	...(tag && { tag: [tag] }),
});

async function everyPack(
	call: ApiCaller,
	filter: PackFilter,
): Promise<PackSummary[]> {
	const rows: PackSummary[] = [];
	for (;;) {
		const page = await call("GET /packs", {
			query: { limit: MAX_LIMIT, offset: rows.length, ...queryOf(filter) },
		});
		rows.push(...page.data);
		markFromStore(rows, page.data);
		if (page.data.length === 0 || rows.length >= page.meta.total) return rows;
	}
}
