/** One request of a described route, and its answer as it came. */
import type { Operation } from "./document.ts";

/** What a request brings, by the names of the description. */
export interface Asked {
	params?: Record<string, string>;
	/** A list is a name that is repeated. */
	query?: Record<string, unknown>;
	headers?: Record<string, string>;
	/** Sent as JSON. */
	body?: unknown;
	/** Sent as a page's form, instead of a body. */
	form?: Record<string, string>;
	/** Sent as it is, and said to be JSON, instead of a body. */
	raw?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
	/** Another method than the route's. */
	method?: string;
}

export interface Answer {
	status: number;
	/** The media type, without its parameters; empty without one. */
	type: string;
	headers: Headers;
	text: string;
}

/** Asks for `operation` at `base`, an address without a closing slash. */
export async function ask(
	base: string,
	operation: Operation,
	{ params = {}, query = {}, headers = {}, ...sent }: Asked,
): Promise<Answer> {
	const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(params[name] ?? ""),
	);
	const method = sent.method ?? operation.method;
	const response = await fetch(`${base}${path}${search(query)}`, {
		method,
		redirect: "manual",
		...(method === "GET" || method === "HEAD"
			? { headers }
			: bodyOf(sent, headers)),
	});
	return {
		status: response.status,
		type: response.headers.get("content-type")?.split(";")[0] ?? "",
		headers: response.headers,
		text: await response.text(),
	};
}

function bodyOf(
	{ body, form, raw }: Asked,
	headers: Record<string, string>,
): RequestInit {
	if (form) return { body: new URLSearchParams(form), headers };
	const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
	if (sent === undefined) return { headers };
	const type = { "content-type": "application/json" };
	return { body: sent, headers: { ...type, ...headers } };
}

function search(query: Record<string, unknown>): string {
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		[value].flat().map((one) => [name, String(one)]),
	);
	return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : "";
}
