/** Values that a schema of the description allows, as a client that knows nothing else might send them. */
import fc from "fast-check";
import type { Described, Json } from "./document.ts";

/** Texts that have been too much for somebody's database, template, path or prototype. */
const NASTY = [
	"__proto__",
	"constructor",
	"'; DROP TABLE users; --",
	"%s%n$1{{7*7}}",
	"../../etc/passwd",
	"<script>alert(1)</script>",
	'"\\\n\r\t',
	"\u202e\u200b\ufeff",
	"\u{1f9d1}\u200d\u{1f4bb} Grüße",
	"null",
	" ",
	"0",
];

/** What a shape without a bound is tried with at most. */
const LONG = 60;

/** Any text that a database can hold. */
export const texts = fc
	.oneof(
		fc.constantFrom(...NASTY),
		fc.string({ maxLength: LONG }),
		fc.string({ unit: "grapheme", maxLength: LONG }),
		fc.string({ unit: "binary", maxLength: LONG }),
	)
	.map((text) => text.replaceAll("\0", ""));

/** Any JSON document, without what no database can hold. */
export const anything = fc
	.jsonValue({ maxDepth: 2 })
	.filter((value) => !JSON.stringify(value).includes("\\u0000"));

/** The values of `schema`. */
export function valuesOf(
	described: Described,
	schema: Json,
): fc.Arbitrary<unknown> {
	const known = new Map<Json, fc.Arbitrary<unknown>>();
	const of = (some: Json): fc.Arbitrary<unknown> => {
		const shape = described.resolve(some);
		const found = known.get(shape);
		if (found) return found;
		const made = make(shape);
		known.set(shape, made);
		return made;
	};
	const make = (shape: Json): fc.Arbitrary<unknown> => {
		if ("const" in shape) return fc.constant(shape.const);
		if (Array.isArray(shape.enum)) return fc.constantFrom(...shape.enum);
		const choices = shape.anyOf ?? shape.oneOf;
		if (Array.isArray(choices)) return fc.oneof(...choices.map(of));
		if (Array.isArray(shape.type))
			return fc.oneof(...shape.type.map((type) => make({ ...shape, type })));
		switch (shape.type) {
			case "object":
				return objects(shape, of);
			case "array":
				return fc.array(of((shape.items ?? {}) as Json), {
					minLength: Number(shape.minItems ?? 0),
					maxLength: Math.min(
						Number(shape.maxItems ?? 4),
						Number(shape.minItems ?? 0) + 4,
					),
				});
			case "string":
				return strings(shape);
			case "integer":
				return fc.integer(range(shape));
			case "number":
				return fc.double({ ...range(shape), noNaN: true });
			case "boolean":
				return fc.boolean();
			case "null":
				return fc.constant(null);
			default:
				return anything;
		}
	};
	return of(schema);
}

const range = ({ minimum, maximum }: Json) => ({
	min: Number(minimum ?? -1_000_000),
	max: Number(maximum ?? 2_147_483_647),
});

function strings({
	pattern,
	minLength,
	maxLength,
}: Json): fc.Arbitrary<string> {
	const least = Number(minLength ?? 0);
	const most = Number(maxLength ?? 100_000);
	// The service counts as JavaScript does.
	const fits = (text: string) => text.length >= least && text.length <= most;
	if (typeof pattern === "string")
		return fc.stringMatching(new RegExp(pattern, "u")).filter(fits);
	const longest = fc.constant("x".repeat(Math.min(most, 5000)));
	return fc.oneof(
		{ weight: 20, arbitrary: texts.filter(fits) },
		{ weight: 1, arbitrary: longest },
	);
}

function objects(
	shape: Json,
	of: (schema: Json) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
	const properties = Object.entries(
		(shape.properties ?? {}) as Record<string, Json>,
	);
	const required = (shape.required ?? []) as string[];
	const named = fc.record(
		Object.fromEntries(properties.map(([name, each]) => [name, of(each)])),
		{ requiredKeys: required, noNullPrototype: true },
	);
	const more = shape.additionalProperties;
	if (more === undefined || more === false) return named;
	const others = fc.dictionary(
		texts.filter((name) => name !== "" && name !== "__proto__"),
		more === true ? anything : of(more as Json),
		{ maxKeys: 3, noNullPrototype: true },
	);
	return fc.tuple(others, named).map(([some, own]) => ({ ...some, ...own }));
}
