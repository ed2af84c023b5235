type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown) =>
	JSON.stringify(one) === JSON.stringify(other);

/** The JSON merge patch (RFC 7396) that makes `after` of `before`; members that are undefined are not there. */
export function mergePatchBetween(before: Members, after: Members): Members {
	const patch: Members = {};
	for (const [key, value] of Object.entries(after)) {
		const known = before[key];
		if (value === undefined || isSame(known, value)) continue;
		patch[key] =
			isObject(known) && isObject(value)
				? mergePatchBetween(known, value)
				: value;
	}
	for (const [key, value] of Object.entries(before))
		if (value !== undefined && after[key] === undefined) patch[key] = null;
	return patch;
}
