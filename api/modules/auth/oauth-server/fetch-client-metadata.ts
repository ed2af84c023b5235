/**
 * OAuth clients that publish what they say of themselves: their id is the https address of a document (OAuth Client ID Metadata Document). It is read
 * from public addresses only, without redirects, and for a limited time, since anybody may name an address here.
 */
import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { isLoopback } from "../../../config/environment-reader.ts";
import { withDeadline } from "../../../server/promise-timeout.ts";
import type { OAuthClient } from "./queries.ts";

const TIMEOUT_MS = 5000;
const MAX_BYTES = 10_000;
const MAX_CACHED = 1000;
/** Seconds that a document is good for, when it does not say, and at least and at most when it does. */
const FRESH_SECONDS = { default: 300, least: 60, most: 24 * 60 * 60 };
/** Seconds before an address that had no good document is asked again. */
const FAILED_SECONDS = 30;

/** Whether a client's id is the address of a document: https, with a path, written as it is parsed. */
export function isDocumentAddress(id: string): boolean {
	const url = URL.parse(id);
	return (
		url?.protocol === "https:" &&
		url.href === id &&
		url.pathname !== "/" &&
		!url.username &&
		!url.password &&
		!id.includes("#")
	);
}

/** Whether a document may be read from this address: not from this machine, or a network that only it reaches, unless the site is on the same machine. */
export function isReadable(address: string, onThisMachine: boolean): boolean {
	const range = ipaddr.process(address).range();
	return range === "unicast" || (onThisMachine && range === "loopback");
}

type Resolve = (host: string) => Promise<LookupAddress[]>;

export interface ClientDocuments {
	/** The client with this id; null when there is no good document there. */
	find(id: string): Promise<OAuthClient | null>;
}

/**
 * @param origin this site's public origin
 * @param toClient makes a client of what one says of itself; throws when it cannot be one
 * @param resolve finds the addresses of a host
 */
export function clientDocuments(
	origin: string,
	toClient: (metadata: unknown) => Omit<OAuthClient, "id">,
	resolve: Resolve = (host) => lookup(host, { all: true }),
): ClientDocuments {
	const onThisMachine = isLoopback(origin);
	const cached = new LRUCache<string, { client: OAuthClient | null }>({
		max: MAX_CACHED,
	});
	return {
		async find(id) {
			const known = cached.get(id);
			if (known) return known.client;
			const read = await readDocument(id, onThisMachine, resolve).catch(
				() => null,
			);
			const client = read && clientIn(read.text, id, toClient);
			const seconds = client && read ? read.freshSeconds : FAILED_SECONDS;
			cached.set(id, { client }, { ttl: seconds * 1000 });
			return client;
		},
	};
}

function clientIn(
	text: string,
	id: string,
	toClient: (metadata: unknown) => Omit<OAuthClient, "id">,
): OAuthClient | null {
	try {
		const metadata = JSON.parse(text);
		const { client_id, client_name, token_endpoint_auth_method } = metadata;
		const isPublic = (token_endpoint_auth_method ?? "none") === "none";
		if (client_id !== id || typeof client_name !== "string" || !isPublic)
			return null;
		return { id, ...toClient(metadata) };
	} catch {
		return null;
	}
}

/** The document at `id`. Throws when it cannot be read. */
async function readDocument(
	id: string,
	onThisMachine: boolean,
	resolve: Resolve,
): Promise<{ text: string; freshSeconds: number }> {
	const url = new URL(id);
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	const host = url.hostname.replace(/^\[|\]$/g, "");
	// A look-up cannot be ended; what is left of the time is for the request.
	const found = await withDeadline(resolve(host), TIMEOUT_MS, null);
	if (!found) throw new Error("the host's addresses were not found in time");
	if (!found.every(({ address }) => isReadable(address, onThisMachine)))
		throw new Error("the address is not public");
	const [first] = found;
	if (!first) throw new Error("the host has no address");
	// Asked at the address that was looked at: another look-up may find another one.
	const direct = new URL(url);
	direct.hostname = first.family === 6 ? `[${first.address}]` : first.address;
	const answer = await fetch(direct, {
		headers: { host: url.host, accept: "application/json" },
		redirect: "error",
		signal,
		tls: { serverName: host },
	});
	if (answer.status !== 200) throw new Error(`it answered ${answer.status}`);
	let text = "";
	const decoder = new TextDecoder("utf-8", { fatal: true });
	for await (const part of answer.body ?? []) {
		text += decoder.decode(part, { stream: true });
		if (text.length > MAX_BYTES) throw new Error("it is too long");
	}
	const [, age] =
		/\bmax-age=(\d{1,9})\b/i.exec(answer.headers.get("cache-control") ?? "") ??
		[];
	const { default: usual, least, most } = FRESH_SECONDS;
	return {
		text: text + decoder.decode(),
		freshSeconds: Math.min(most, Math.max(least, Number(age ?? usual))),
	};
}
