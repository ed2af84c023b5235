/** Where webhooks may go: no address of a private network, unless a setting allows it, whatever name leads there. */
import { lookup } from "node:dns/promises";
import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";
import { withDeadline } from "../../server/promise-timeout.ts";

export interface AddressRules {
	/** Networks that may be sent to although they are not public, as `10.0.0.0/8`; without encryption, too. */
	allowedNetworks: readonly string[];
}

/** Why a webhook cannot be sent. */
export class RefusedAddress extends Error {
	override name = "RefusedAddress";
}

/** Why a text cannot be the address of an endpoint; null when it can. What a name leads to is looked at for each attempt. */
export function urlFault(text: string, rules: AddressRules): string | null {
	const url = URL.parse(text);
	if (!url || !/^https?:$/.test(url.protocol))
		return "is no http or https address; send one like https://example.com/hooks";
	if (url.username || url.password)
		return "has a user name or a password; receivers check the signature instead";
	if (url.hash) return "has a fragment, which no server sees; remove it";
	const host = url.hostname.replace(/^\[|\]$/g, "");
	if (!ipaddr.isValid(host)) return null;
	return addressFault(host, url, rules);
}

/** In milliseconds: with the longest that a receiver may take, less than an attempt's lease. */
const RESOLVE_TIMEOUT_MS = 5000;

/** All addresses of a name. */
type Lookup = (host: string) => Promise<{ address: string }[]>;

/**
 * The address to connect to. Throws {@link RefusedAddress} when a name leads to one that is not allowed, or to none, or is not resolved within
 * `timeoutMs`.
 */
export async function resolveAllowed(
	url: URL,
	rules: AddressRules,
	timeoutMs = RESOLVE_TIMEOUT_MS,
	resolve: Lookup = (host) => lookup(host, { all: true }),
): Promise<string> {
	const host = url.hostname.replace(/^\[|\]$/g, "");
	const found = ipaddr.isValid(host)
		? [{ address: host }]
		: await withDeadline(
				resolve(host).catch(() => []),
				timeoutMs,
				null,
			);
	if (!found)
		throw new RefusedAddress(
			`the name ${host} was not resolved within ${timeoutMs / 1000} s`,
		);
	const [first] = found;
	if (!first) throw new RefusedAddress(`the name ${host} cannot be resolved`);
	for (const { address } of found) {
		const fault = addressFault(address, url, rules);
		if (fault) throw new RefusedAddress(`the address ${fault}`);
	}
	return first.address;
}

function addressFault(
	address: string,
	{ protocol }: URL,
	{ allowedNetworks }: AddressRules,
): string | null {
	const parsed = ipaddr.process(address);
	if (allowedNetworks.some((network) => isIn(parsed, network))) return null;
	if (parsed.range() !== "unicast")
		return `${address} is of a private or reserved network; name one that is public, or have WEBHOOK_ALLOWED_NETWORKS allow it`;
	return protocol === "https:"
		? null
		: `${address} would be sent to without encryption; use https`;
}

function isIn(address: IPv4 | IPv6, network: string): boolean {
	const [base, bits] = network.includes("/")
		? ipaddr.parseCIDR(network)
		: [
				ipaddr.parse(network),
				ipaddr.parse(network).kind() === "ipv4" ? 32 : 128,
			];
	return (
		address.kind() === base.kind() &&
		address.match(base as never, bits as never)
	);
}
