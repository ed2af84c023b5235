/** Every answer carries `X-Request-Id`; an inbound one is kept when it is harmless to repeat (contract, section 2). */
const HARMLESS = /^[A-Za-z0-9._~-]{8,128}$/;

const ids = new WeakMap<Request, string>();

/** The request's id: the client's own, or a new UUIDv7; the same for the life of the request. */
export function requestId(request: Request): string {
	const known = ids.get(request);
	if (known) return known;
	const given = request.headers.get("x-request-id") ?? "";
	const id = HARMLESS.test(given) ? given : Bun.randomUUIDv7();
	ids.set(request, id);
	return id;
}
