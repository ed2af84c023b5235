/**
 * The context of a request while it is answered: its id, the address it comes from, the route that answers, and its deadline. Guards get it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { isIP } from "node:net";
import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { ApiError, type ErrorCode } from "./errors.ts";
import type { Credential, HeaderName } from "./route-definition.ts";

interface RequestContext {
	/** The client's own id, or a new UUIDv7. */
	readonly id: string;
	/** The address of the other end of the connection; null when there is none. */
	readonly peer: () => string | null;
	/** The path of its URL; empty where that is none. */
	path: string;
	/** The pattern of the route that answers; null until one is found. */
	route: string | null;
	/** The user of the session or the personal token; null without one. */
	userId: string | null;
	/** The code of the problem that is the answer; null for a success. */
	code: string | null;
	/** The length that a HEAD was answered with elsewhere, whose body is not here to be measured. */
	length: string | null;
	/** Null until its time is counted. */
	deadline: Deadline | null;
}

const HARMLESS = /^[A-Za-z0-9._~-]{8,128}$/;

const records = new WeakMap<Request, RequestContext>();

/** The request's record; made at its first use, which is its arrival when it came by a connection. */
export function contextOf(
	request: Request,
	peer: () => string | null = () => null,
): RequestContext {
	const known = records.get(request);
	if (known) return known;
	const given = request.headers.get("x-request-id") ?? "";
	const record: RequestContext = {
		id: HARMLESS.test(given) ? given : Bun.randomUUIDv7(),
		peer,
		path: "",
		route: null,
		userId: null,
		code: null,
		length: null,
		deadline: null,
	};
	records.set(request, record);
	return record;
}

/** The request's id: the client's own, or a new UUIDv7; the same for the life of the request. */
export const requestId = (request: Request): string => contextOf(request).id;

/** Why `text` cannot be stored; null when it can. */
export function textFault(text: string): string | null {
	if (text.includes("\0")) return "has a NUL character";
	if (!text.isWellFormed()) return "has half of a surrogate pair";
	return null;
}

type Address = IPv4 | IPv6;
type Network = [Address, number];

export interface ClientAddresses {
	/** The client's address; `unknown` once its connection is gone. Costs some microseconds. */
	address(request: Request): string;
	/** What limits count by: the address, or of IPv6 the /64 network, of which one client has all addresses. */
	network(request: Request): string;
	/** Whether requests came through a proxy of this machine or of a private network that is not trusted. */
	hasUntrustedProxy(): boolean;
}

/** Headers by which proxies name the client. */
const FORWARDING = ["x-forwarded-for", "forwarded", "x-real-ip"];

/** As it is logged and as it is counted. */
interface Named {
	address: string;
	network: string;
}

/** Of connections that come from somewhere directly, as many addresses are known without being read again. */
const MAX_KNOWN = 10_000;

/**
 * @param trustedProxies addresses and networks like `10.0.0.0/8`, all valid
 * @param warn called once, when a request with forwarding headers comes from an address that is not trusted
 */
export function clientAddresses(
	trustedProxies: readonly string[],
	warn: (message: string) => void = () => {},
): ClientAddresses {
	const trusted = trustedProxies.map(networkOf);
	const known = new LRUCache<string, Named>({ max: MAX_KNOWN });
	const directly = (peer: string): Named => {
		const found = known.get(peer);
		if (found) return found;
		const read = named(addressOf(peer));
		known.set(peer, read);
		return read;
	};
	let warned = false;
	let hasUntrustedProxy = false;
	const noticeProxy = ({ headers }: Request, peer: string) => {
		if (hasUntrustedProxy || !FORWARDING.some((name) => headers.has(name)))
			return;
		const address = addressOf(peer);
		if (!address) return;
		// Anyone on the Internet can send these headers: only a peer that is nearer is taken for a proxy, and named in the log.
		hasUntrustedProxy = address.range() !== "unicast";
		if (warned) return;
		warned = true;
		warn(untrustedProxy(hasUntrustedProxy ? address.toString() : null));
	};
	const find = (request: Request): Named => {
		const peer = contextOf(request).peer() ?? "";
		if (trusted.length === 0) {
			noticeProxy(request, peer);
			return directly(peer);
		}
		const own = addressOf(peer);
		if (!own || !isTrusted(own, trusted)) {
			noticeProxy(request, peer);
			return named(own);
		}
		const forwarded = request.headers.get("x-forwarded-for") ?? "";
		return named(walk(own, forwarded, trusted));
	};
	return {
		address: (request) => find(request).address,
		network: (request) => find(request).network,
		hasUntrustedProxy: () => hasUntrustedProxy,
	};
}

const untrustedProxy = (peer: string | null) =>
	`requests with forwarding headers come from ${peer ?? "an address"}, and TRUSTED_PROXIES does not name it: all clients of a proxy there count as one address and share its limits; set TRUSTED_PROXIES to the proxy's address or network`;

function named(found: Address | null): Named {
	const address = found?.toString() ?? "unknown";
	if (found?.kind() !== "ipv6") return { address, network: address };
	const groups = (found as IPv6).parts.slice(0, 4);
	const network = groups.map((part) => part.toString(16)).join(":");
	return { address, network: `${network}::/64` };
}

/** The first from the right that is not trusted; the leftmost when all are. */
function walk(own: Address, forwarded: string, trusted: Network[]): Address {
	const hops = forwarded.split(",");
	let client = own;
	while (isTrusted(client, trusted)) {
		const next = addressOf(hops.pop() ?? "");
		if (!next) break;
		client = next;
	}
	return client;
}

const isTrusted = (address: Address, trusted: Network[]): boolean =>
	trusted.some((network) => holds(network, address));

const holds = ([base, bits]: Network, address: Address): boolean =>
	base.kind() === address.kind() && address.match(base, bits);

/** An address as proxies write it, also with a port or a zone; one of IPv4 that is dressed as IPv6 counts as what it is. */
function addressOf(text: string): Address | null {
	const [, bracketed, dotted] =
		/^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text.trim()) ?? [];
	const [bare = ""] = (bracketed ?? dotted ?? text.trim()).split("%");
	return isIP(bare) === 0 ? null : ipaddr.process(bare);
}

function networkOf(text: string): Network {
	const [address, bits] = text.includes("/")
		? ipaddr.parseCIDR(text)
		: [ipaddr.parse(text), 128];
	if (address.kind() === "ipv4") return [address, Math.min(bits, 32)];
	const mapped = (address as IPv6).isIPv4MappedAddress() && bits >= 96;
	return mapped
		? [(address as IPv6).toIPv4Address(), bits - 96]
		: [address, bits];
}

/** The time that a request has. */
class Deadline {
	#controller: AbortController | null = null;
	#refusal: ApiError | null = null;
	#cancel = () => {};
	#isAnswered = false;

	/** @param stayOpen called when a connection may be silent for longer than the server would have it */
	constructor(
		readonly reject: (refusal: ApiError) => void,
		readonly stayOpen: () => void,
	) {}

	/** Aborted with the refusal when the time is up. Made when it is first read, which most requests never do. */
	get signal(): AbortSignal {
		if (!this.#controller) {
			this.#controller = new AbortController();
			if (this.#refusal) this.#controller.abort(this.#refusal);
		}
		return this.#controller.signal;
	}

	/** Sets the time anew, from now on; 0 = any time. */
	set(ms: number): void {
		if (this.#isAnswered) return;
		this.#cancel();
		this.#cancel = () => {};
		if (ms === 0 || ms > MAX_IDLE_MS) this.stayOpen();
		if (ms === 0) return;
		this.#cancel = callAfter(ms, () => {
			this.#refusal = tooLate(ms);
			this.reject(this.#refusal);
			this.#controller?.abort(this.#refusal);
		});
	}

	/** There is an answer: the time does not matter any more. */
	end(): void {
		this.#isAnswered = true;
		this.#cancel();
	}
}

const current = new AsyncLocalStorage<Deadline>();

/**
 * The answer of `work`, or `request_timeout` after `ms` (0 = never).
 * @param stayOpen called when a connection may be silent for longer than the server would have it
 */
export async function withTimeout(
	request: Request,
	ms: number,
	work: () => Response | Promise<Response>,
	stayOpen: () => void,
): Promise<Response> {
	const { promise, resolve, reject } = Promise.withResolvers<Response>();
	const deadline = new Deadline(reject, stayOpen);
	contextOf(request).deadline = deadline;
	deadline.set(ms);
	try {
		const answer = current.run(deadline, work);
		if (answer instanceof Response) return answer;
		answer.then(resolve, reject);
		return await promise;
	} finally {
		deadline.end();
	}
}

/** In milliseconds: a silent connection stays open for as long anyway. */
export const MAX_IDLE_MS = 55_000;

/** Aborted when the client has gone or the request's time is up: for whatever a handler waits for. */
export function signalOf(request: Request): AbortSignal {
	const { deadline } = contextOf(request);
	return deadline
		? AbortSignal.any([request.signal, deadline.signal])
		: request.signal;
}

/** The same for one request, unless it is answered already. */
export function extendTimeout(request: Request, ms: number): void {
	contextOf(request).deadline?.set(ms);
}

/** Aborted with the refusal when the time of the request that is being worked on is up; null outside of one. */
export const timeoutSignal = (): AbortSignal | null =>
	current.getStore()?.signal ?? null;

/** Throws when the request that is being worked on has been given up. */
export function throwIfTimedOut(): void {
	timeoutSignal()?.throwIfAborted();
}

/** Runs `work` for several requests, or for none: the time of the one that is being worked on does not end it. */
export const withoutRequest = <Result>(work: () => Result): Result =>
	current.exit(work);

const tooLate = (ms: number) =>
	new ApiError(
		"request_timeout",
		`The answer took longer than ${ms / 1000} s and was given up. Before you repeat a change, look whether it was made.`,
	);

interface Call {
	at: number;
	run: () => void;
}

/** Calls by their delay in milliseconds: those of one delay are due in the order in which they were made. */
const byDelay = new Map<number, Set<Call>>();

/**
 * Calls `run` after `ms`, unless the result is called before. All calls of one delay share a timer, since a timer for each request costs more
 * than most answers take.
 */
function callAfter(ms: number, run: () => void): () => void {
	let calls = byDelay.get(ms);
	if (!calls) {
		calls = new Set();
		byDelay.set(ms, calls);
		wakeAfter(ms, ms, calls);
	}
	const call = { at: performance.now() + ms, run };
	calls.add(call);
	return () => {
		calls.delete(call);
	};
}

function wakeAfter(wait: number, ms: number, calls: Set<Call>): void {
	setTimeout(() => runDue(ms, calls), wait).unref();
}

function runDue(ms: number, calls: Set<Call>): void {
	for (const call of calls) {
		const wait = call.at - performance.now();
		if (wait > 0) {
			wakeAfter(Math.ceil(wait), ms, calls);
			return;
		}
		calls.delete(call);
		call.run();
	}
	byDelay.delete(ms);
}

/** What a guard gets: the request, and the headers of its answer, whatever that becomes. */
export interface RouteContext {
	request: Request;
	set: { headers: Record<string, string | number> };
}

/** A step before a handler, which throws to refuse the request. */
export interface Guard {
	(context: RouteContext): void | Promise<void>;
	/** The error codes that it throws. */
	errors?: readonly ErrorCode[];
	/** The ways to authenticate that it accepts; with `null` among them, none is required. */
	credentials?: readonly (Credential | null)[];
	/** Headers that it may set on any response. */
	headers?: readonly HeaderName[];
}

/** A guard with its metadata. */
export function guard(
	check: (context: RouteContext) => void | Promise<void>,
	metadata: Pick<Guard, "errors" | "credentials" | "headers">,
): Guard {
	return Object.assign((context: RouteContext) => check(context), metadata);
}

/** Before a route that takes longer than others: `ms` from here on, 0 for a stream that ends when it ends. */
export const timeout = (ms: number): Guard =>
	guard(({ request }) => extendTimeout(request, ms), {});

/** Names the request in its answer. */
export const setRequestId = ({ request, set }: RouteContext): void => {
	set.headers["x-request-id"] = requestId(request);
};

/** Puts down the pattern of the route that answers. */
export const rememberRoute = ({
	request,
	route,
}: {
	request: Request;
	route: string;
}): void => {
	contextOf(request).route = route;
};
