/** Whether two values of JSON say the same; the order of keys does not count, and undefined is what is not there. */
export function isSameJson(one: unknown, other: unknown): boolean {
	if (Object.is(one, other)) return true;
	if (!isContainer(one) || !isContainer(other)) return false;
	if (Array.isArray(one) !== Array.isArray(other)) return false;
	const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
	return [...keys].every((key) => isSameJson(one[key], other[key]));
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null;
