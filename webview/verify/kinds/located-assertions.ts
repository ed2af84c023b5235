/** Where assertions stand in their set, and how a message and a pointer name that place. */

/** A JSON pointer (RFC 6901) of these keys. */
export const pointerTo = (...keys: (string | number)[]) =>
	keys
		.map((key) =>
			typeof key === "number"
				? `/${key}`
				: `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
		)
		.join("");

/** One assertion of a set and its place. */
export class LocatedAssertion {
	/** @param path the path it is for; `null` for any file. */
	constructor(
		readonly assertion: unknown,
		readonly path: string | null,
		readonly index: number,
	) {}

	/** The pointer to it; made when asked for, which is seldom. */
	get pointer(): string {
		return this.path === null
			? pointerTo("crossFile", this.index)
			: pointerTo("perFile", this.path, this.index);
	}

	/** What a message calls it. */
	get label(): string {
		const list = this.path === null ? "crossFile" : this.path;
		return `assertion ${this.index + 1} of \`${list}\``;
	}
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** What is not a list counts as its one, malformed element; otherwise a malformed set could pass. */
const asList = (value: unknown): unknown[] =>
	Array.isArray(value) ? value : value === undefined ? [] : [value];

/** The assertions for one path, or those for any file (`null`). */
export const assertionsAt = (
	path: string | null,
	list: unknown,
): LocatedAssertion[] =>
	asList(list).map(
		(assertion, index) => new LocatedAssertion(assertion, path, index),
	);

/** The paths that have assertions, with what is written for them; own keys only. */
export const pathsOf = (perFile: unknown): [string, unknown][] =>
	isRecord(perFile) ? Object.entries(perFile) : [];

/** Every assertion of a set, in order. */
export const allAssertions = (set: {
	perFile?: unknown;
	crossFile?: unknown;
}): LocatedAssertion[] => [
	...pathsOf(set.perFile).flatMap(([path, list]) => assertionsAt(path, list)),
	...assertionsAt(null, set.crossFile),
];
