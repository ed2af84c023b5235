/** What an admin key may ask: content, whose JSON stays as it is written, and visitors' conversations. */
import type {
	AdminContentItem,
	ChatSession,
	ChatStatus,
	ContentHistoryEntry,
	ContentStatus,
	WholeChatSession,
} from "@treeline/api/client-types";
import { t } from "../l10n/l10n.ts";
import { KEY_REFUSALS, type Refusals, reworded } from "./admin-refusals.ts";
import { ApiError, type Service } from "./host.ts";
import { elementTexts, indentJson, memberTexts } from "./json-text.ts";
import { ADMIN_PAGE_SIZE, type Rows } from "./moderation.ts";

/** With `data` as indented JSON text. */
type WithText<Row> = Omit<Row, "data"> & { data: string };
export type ContentRow = WithText<AdminContentItem>;
export type ContentVersion = WithText<ContentHistoryEntry>;

/** An item, and the ETag that `If-Match` takes. */
export interface ReadItem {
	item: ContentRow;
	etag: string;
}

export interface ContentQuery {
	type?: string;
	q?: string;
	status?: ContentStatus;
	includeDeleted?: boolean;
}

/** `data` is valid JSON text. */
export interface ItemChange {
	data: string;
	status: ContentStatus;
	changeSummary: string;
}

/** The service cannot store what is at a place in an item's data. */
export class DataRefused extends ApiError {
	constructor(
		error: ApiError,
		detail: string,
		/** The names on the way to the place. */
		readonly path: readonly string[],
	) {
		super(error.code, detail, "", error.status);
	}
}

/** Rejects as `answer` does; for what is in the item's data, with the place in the page's words. */
async function withDataPlace<Value>(answer: Promise<Value>): Promise<Value> {
	try {
		return await answer;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const at = error.pointers.findIndex((one) => one.startsWith("#/data/"));
		const pointer = error.pointers[at];
		if (pointer === undefined) throw error;
		const path = pointer
			.split("/")
			.slice(2)
			.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
		const detail = dataFault(error.fields[at] ?? "", path.join(" › "));
		throw detail === null ? error : new DataRefused(error, detail, path);
	}
}

function dataFault(code: string, place: string): string | null {
	if (code === "duplicate")
		return t(
			"The data has “{0}” twice in the same object. Give it once.",
			place,
		);
	if (code === "number_out_of_range")
		return t(
			"The number at “{0}” has too many digits to be kept exactly. Put it in quotation marks.",
			place,
		);
	return null;
}

export type ContentAdmin = ReturnType<typeof createContentAdmin>;

/** Each call rejects with an ApiError. */
export function createContentAdmin(
	{ base, fetchSuccess }: Pick<Service, "base" | "fetchSuccess">,
	key: string,
) {
	const ask = (
		method: string,
		path: string,
		{
			body,
			etag,
			refusals,
		}: { body?: string; etag?: string; refusals?: Refusals } = {},
	): Promise<Response> =>
		reworded(
			withDataPlace(
				fetchSuccess(`${base}/admin${path}`, {
					method,
					headers: {
						"x-admin-key": key,
						...(body !== undefined && {
							"content-type": "application/json",
							"idempotency-key": crypto.randomUUID(),
						}),
						...(etag && { "if-match": etag }),
					},
					...(body !== undefined && { body }),
				}),
			),
			{ ...KEY_REFUSALS, ...refusals },
		);
	const item = async (response: Response): Promise<ReadItem> => ({
		item: withDataText<ContentRow>(dataOf(await response.text())),
		etag: response.headers.get("etag") ?? "",
	});
	return {
		/** What the history names the key by; null where the browser cannot compute it, as without HTTPS. */
		keyName: async (): Promise<string | null> => {
			const hash = await crypto.subtle?.digest(
				"SHA-256",
				new TextEncoder().encode(key),
			);
			if (!hash) return null;
			return [...new Uint8Array(hash, 0, 4)]
				.map((byte) => byte.toString(16).padStart(2, "0"))
				.join("");
		},
		items: async ({ includeDeleted, ...filter }: ContentQuery, page: number) =>
			rowsOf<ContentRow>(
				await ask(
					"GET",
					`/content${queryOf({ ...filter, ...(includeDeleted && { includeDeleted: "true" }) }, page)}`,
				),
			),
		item: async (id: string) => item(await ask("GET", `/content/${id}`)),
		create: async (type: string, slug: string, change: ItemChange) =>
			item(
				await ask("POST", "/content", {
					body: bodyOf(change, { type, slug }),
					refusals: {
						slug_conflict: () => [
							t(
								"Another item of the type “{0}” has the slug “{1}”. Choose another slug, or change that item.",
								type,
								slug,
							),
						],
					},
				}),
			),
		change: async (id: string, etag: string, change: ItemChange) =>
			item(
				await ask("PUT", `/content/${id}`, {
					body: bodyOf(change),
					etag,
					refusals: {
						precondition_failed: () => [
							t("Somebody changed it meanwhile; yours was not stored."),
							t(
								"Copy what you need, then choose “{0}”.",
								t("Discard mine and read it again"),
							),
						],
					},
				}),
			),
		remove: async (id: string, etag: string) => {
			await ask("DELETE", `/content/${id}`, { etag, refusals: reopen() });
		},
		history: async (id: string, page: number) =>
			rowsOf<ContentVersion>(
				await ask("GET", `/content/${id}/history${queryOf({}, page)}`),
			),
		restore: async (id: string, etag: string, version: number) =>
			item(
				await ask("POST", `/content/${id}/restore`, {
					body: JSON.stringify({ version }),
					etag,
					refusals: reopen(),
				}),
			),
		conversations: async (
			status: ChatStatus | undefined,
			page: number,
		): Promise<Rows<ChatSession>> => {
			const path = `/chat/sessions${queryOf({ status }, page)}`;
			const { data, meta } = await (await ask("GET", path)).json();
			return { rows: data, total: meta.total };
		},
		conversation: async (id: string): Promise<WholeChatSession> =>
			(await (await ask("GET", `/chat/sessions/${id}`)).json()).data,
		endConversation: async (id: string) => {
			await ask("DELETE", `/chat/sessions/${id}`);
		},
	};
}

const reopen = (): Refusals => ({
	precondition_failed: () => [
		t("Somebody changed it meanwhile; nothing was done."),
		t("Open the item again from “{0}”.", t("All content")),
	],
});

function queryOf(filter: object, page: number): string {
	const query = new URLSearchParams({
		limit: String(ADMIN_PAGE_SIZE),
		offset: String((page - 1) * ADMIN_PAGE_SIZE),
	});
	for (const [name, value] of Object.entries(filter))
		if (value !== undefined) query.set(name, value);
	return `?${query}`;
}

const bodyOf = (
	{ data, ...change }: ItemChange,
	more: Record<string, string> = {},
) => `{"data":${data},${JSON.stringify({ ...more, ...change }).slice(1)}`;

const dataOf = (body: string) => memberTexts(body).get("data") ?? "null";

async function rowsOf<Row>(response: Response): Promise<Rows<Row>> {
	const body = await response.text();
	const { meta } = JSON.parse(body);
	return {
		rows: elementTexts(dataOf(body)).map((row) => withDataText<Row>(row)),
		total: meta.total,
	};
}

function withDataText<Row>(text: string): Row {
	const data = indentJson(memberTexts(text).get("data") ?? "{}");
	return { ...JSON.parse(text), data };
}
