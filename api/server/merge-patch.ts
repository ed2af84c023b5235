/** JSON merge patch (RFC 7396): members replace, objects merge, null takes a member away. */

/** What `patch` makes of `target`; neither is changed. Keys are own members only, whatever they are called. */
export function mergePatch(target: unknown, patch: unknown): unknown {
	if (!isObject(patch)) return patch;
	const merged = new Map(isObject(target) ? Object.entries(target) : []);
	for (const [key, value] of Object.entries(patch))
		if (value === null) merged.delete(key);
		else merged.set(key, mergePatch(merged.get(key), value));
	return Object.fromEntries(merged);
}

/** Fills what is absent in `value` from `defaults`, at every depth. */
export function withDefaults(value: unknown, defaults: unknown): unknown {
	if (!isObject(value) || !isObject(defaults)) return value;
	const filled = new Map(Object.entries(value));
	for (const [key, standard] of Object.entries(defaults))
		filled.set(
			key,
			filled.has(key) ? withDefaults(filled.get(key), standard) : standard,
		);
	return Object.fromEntries(filled);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);
