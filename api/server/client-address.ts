/**
 * Who asks, as an address: the connection's own, unless that is a trusted proxy's. Then `X-Forwarded-For` is walked from the right,
 * and the first that is not trusted has asked; what is malformed ends the walk (contract, section 1: `TRUSTED_PROXIES`).
 */
import { isIP } from "node:net";
import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { recordOf } from "./request-context.ts";

type Address = IPv4 | IPv6;
type Network = [Address, number];

export interface Clients {
	/** The client's address; `unknown` once its connection is gone. Costs some microseconds. */
	address(request: Request): string;
	/** What limits count by: the address, or of IPv6 the /64 network, of which one client has all addresses. */
	network(request: Request): string;
	/** Whether requests came through a proxy of this machine or of a private network that is not trusted. */
	hasUntrustedProxy(): boolean;
}

/** Headers by which proxies name the client. */
const FORWARDING = ["x-forwarded-for", "forwarded", "x-real-ip"];

/** As it is told and counted. */
interface Named {
	address: string;
	network: string;
}

/** Of connections that come from somewhere directly, as many addresses are known without being read again. */
const MOST_KNOWN = 10_000;

/**
 * @param trustedProxies addresses and networks like `10.0.0.0/8`, all valid
 * @param warn called once, when a request with forwarding headers comes from an address that is not trusted
 */
export function clients(
	trustedProxies: readonly string[],
	warn: (message: string) => void = () => {},
): Clients {
	const trusted = trustedProxies.map(networkOf);
	const known = new LRUCache<string, Named>({ max: MOST_KNOWN });
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
		const peer = recordOf(request).peer() ?? "";
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
