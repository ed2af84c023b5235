/** A sign-in is begun where it will end, at this site's public address: a cookie set on another host name would not come back. */

/** Says that the browser was sent here, so that a proxy that hides the host name makes no circle. */
const SENT = "sent";

/** Where the request should have gone instead; null when it came to the right place, or was sent before. */
export function atOwnAddress(request: Request, origin: string): string | null {
	const own = new URL(origin);
	const asked =
		request.headers.get("x-forwarded-host") ?? request.headers.get("host");
	const { pathname, searchParams } = new URL(request.url);
	if (asked === null || searchParams.has(SENT)) return null;
	if (URL.parse(`${own.protocol}//${asked}`)?.host === own.host) return null;
	searchParams.set(SENT, "1");
	return `${own.origin}${pathname}?${searchParams}`;
}
