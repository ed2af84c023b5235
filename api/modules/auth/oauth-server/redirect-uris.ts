/** The addresses that OAuth clients may be sent back to: https, or loopback for programs on the learner's own computer (OAuth 2.1, section 8.4). */

const MAX_LENGTH = 1000;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

interface RedirectTarget {
	/** Of the address, with its port. */
	host: string;
	/** As a CSP source; of an IPv6 address, which CSP does not know, the scheme. */
	source: string;
	isLoopback: boolean;
}

/** Where `uri` leads; null for one that no client may have. */
export function redirectTarget(uri: string): RedirectTarget | null {
	const url = URL.parse(uri);
	// Printable ASCII without spaces, quotes and angle brackets, so that all readers see one address.
	if (!url || uri.length > MAX_LENGTH || !/^[!#-;=?-[\]-_a-~]+$/.test(uri))
		return null;
	if (url.username || url.password || uri.includes("#")) return null;
	const isLoopback = LOOPBACK.has(url.hostname);
	if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback))
		return null;
	return {
		host: url.host,
		source: url.host.startsWith("[") ? url.protocol : url.origin,
		isLoopback,
	};
}

/** Whether `uri` is one of `registered`, letter by letter; of a loopback address, the port is the program's choice at each start (RFC 8252, section 7.3). */
export function isRegistered(
	uri: string,
	registered: readonly string[],
): boolean {
	return registered.some(
		(one) =>
			one === uri || (isHttp(one) && withoutPort(one) === withoutPort(uri)),
	);
}

const isHttp = (uri: string) => uri.startsWith("http:");

/** A loopback address without its port; any other as it is. */
const withoutPort = (uri: string): string =>
	uri.replace(
		/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/,
		"$1",
	);
