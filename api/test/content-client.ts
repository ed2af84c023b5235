/** An administrator of content as tests play one, and the public beside them. */
import { ADMIN_KEY, type Service } from "./harness.ts";

/** An answer with whatever body it has. */
export interface Told {
	status: number;
	headers: Headers;
	etag: string;
	/** As it came. */
	text: string;
	// biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
	body: any;
}

export type Ask = (
	method: string,
	path: string,
	body?: unknown,
	headers?: Record<string, string>,
) => Promise<Told>;

/** Asks below `/api/v1/admin/content`; a body is sent as JSON, a text as it is. */
export const editor =
	(at: { front: string }, key = ADMIN_KEY): Ask =>
	(method, path, body, headers = {}) =>
		asking(`${at.front}/api/v1/admin/content${path}`, method, body, {
			"x-admin-key": key,
			...headers,
		});

/** Reads below `/api/v1/content`. */
export const reader =
	(at: { front: string }) =>
	(path: string, headers: Record<string, string> = {}, method = "GET") =>
		asking(`${at.front}/api/v1/content${path}`, method, undefined, headers);

async function asking(
	url: string,
	method: string,
	body: unknown,
	headers: Record<string, string>,
): Promise<Told> {
	const answer = await fetch(url, {
		method,
		headers: {
			...(body !== undefined && { "content-type": "application/json" }),
			...headers,
		},
		...(body !== undefined && {
			body: typeof body === "string" ? body : JSON.stringify(body),
		}),
	});
	const text = await answer.text();
	return {
		status: answer.status,
		headers: answer.headers,
		etag: answer.headers.get("etag") ?? "",
		text,
		body: text === "" ? null : JSON.parse(text),
	};
}

let made = 0;

/** A body that creates an item at an address of its own. */
export const newItem = (more: object = {}) => ({
	type: "project",
	slug: `item-${++made}`,
	data: { title: "One" },
	status: "published",
	...more,
});

/** What tests of changes do with a service: ask as its administrator, read as the public, and look at what is stored. */
export function contentClient(service: Service) {
	const ask = editor(service);
	return {
		ask,
		read: reader(service),
		/** Adds an item; answers it. */
		async addItem(more: object = {}) {
			const { status, text, body } = await ask("POST", "", newItem(more));
			if (status !== 201) throw new Error(`the item was not added: ${text}`);
			return body.data;
		},
		history: async (id: string) =>
			(await ask("GET", `/${id}/history`)).body.data,
		async revision(): Promise<number> {
			const [row] = await service.content<{ revision: number }[]>`
				SELECT revision::int AS revision FROM content_revision`;
			return row?.revision ?? 0;
		},
	};
}
