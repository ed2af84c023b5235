/** What is known of a request while it is answered: one record, which a request that is passed on within the process shares. */

export interface RequestRecord {
	/** The client's own id, or a new UUIDv7. */
	readonly id: string;
	/** The address of the other end of the connection; null when there is none. */
	readonly peer: () => string | null;
	/** The pattern of the route that answers; null until one is found. */
	route: string | null;
	/** Whose session it is; null when nobody's. */
	userId: string | null;
	/** The code of the problem that is the answer; null for a success. */
	code: string | null;
	/** The length that a HEAD was answered with elsewhere, whose body is not here to be measured. */
	length: string | null;
}

const HARMLESS = /^[A-Za-z0-9._~-]{8,128}$/;

const records = new WeakMap<Request, RequestRecord>();

/** The request's record; made at its first use, which is its arrival when it came by a connection. */
export function recordOf(
	request: Request,
	peer: () => string | null = () => null,
): RequestRecord {
	const known = records.get(request);
	if (known) return known;
	const given = request.headers.get("x-request-id") ?? "";
	const record = {
		id: HARMLESS.test(given) ? given : Bun.randomUUIDv7(),
		peer,
		route: null,
		userId: null,
		code: null,
		length: null,
	};
	records.set(request, record);
	return record;
}

/** From now on `passedOn` is the same request as `request`, for everyone who asks. */
export function shareRecord(request: Request, passedOn: Request): void {
	records.set(passedOn, recordOf(request));
}
