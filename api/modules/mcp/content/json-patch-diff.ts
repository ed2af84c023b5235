/** The difference of two JSON values as JSON Patch (RFC 6902). */

export interface Step {
	op: "add" | "remove" | "replace";
	path: string;
	value?: unknown;
}

/** The steps, in an order in which they can be taken; none when the values are equal. */
export function differences(
	before: unknown,
	after: unknown,
	path = "",
): Step[] {
	if (Array.isArray(before) && Array.isArray(after))
		return ofLists(before, after, path);
	if (isObject(before) && isObject(after))
		return ofObjects(before, after, path);
	return Bun.deepEquals(before, after)
		? []
		: [{ op: "replace", path, value: after }];
}

function ofLists(before: unknown[], after: unknown[], path: string): Step[] {
	const shared = Math.min(before.length, after.length);
	return [
		...after
			.slice(0, shared)
			.flatMap((value, at) => differences(before[at], value, `${path}/${at}`)),
		...after
			.slice(shared)
			.map((value): Step => ({ op: "add", path: `${path}/-`, value })),
		// From the end, so that the places of the others stay.
		...before
			.slice(shared)
			.map((_, at): Step => ({ op: "remove", path: `${path}/${shared + at}` }))
			.reverse(),
	];
}

type Members = Record<string, unknown>;

function ofObjects(before: Members, after: Members, path: string): Step[] {
	const at = (name: string) =>
		`${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
	const gone = Object.keys(before).filter(
		(name) => !Object.hasOwn(after, name),
	);
	return [
		...gone.map((name): Step => ({ op: "remove", path: at(name) })),
		...Object.entries(after).flatMap(([name, value]) =>
			Object.hasOwn(before, name)
				? differences(before[name], value, at(name))
				: [{ op: "add" as const, path: at(name), value }],
		),
	];
}

const isObject = (value: unknown): value is Members =>
	typeof value === "object" && value !== null && !Array.isArray(value);
