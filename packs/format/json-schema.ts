/** Shapes as JSON Schema documents: what refers to itself stands once, among the document's definitions. */

type Json = Record<string, unknown>;

/** A schema whose named parts (`$id`) are definitions that the rest refers to. */
export function schemaDocument(schema: object): Json {
	const definitions: Json = {};
	const write = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(write);
		if (typeof value !== "object" || value === null) return value;
		const { $id, ...rest } = value as Json;
		if (typeof rest.$ref === "string" && !rest.$ref.startsWith("#"))
			return { ...rest, $ref: `#/definitions/${rest.$ref}` };
		const written = () =>
			Object.fromEntries(
				Object.entries(rest).map(([key, member]) => [key, write(member)]),
			);
		if (typeof $id !== "string") return written();
		if (!definitions[$id]) {
			// Taken before it is filled: a shape may hold itself.
			definitions[$id] = {};
			definitions[$id] = written();
		}
		return { $ref: `#/definitions/${$id}` };
	};
	const document = write(schema) as Json;
	return Object.keys(definitions).length > 0
		? { ...document, definitions }
		: document;
}
