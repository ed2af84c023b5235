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

/** Values of a schema; null for a schema that only leads back to one that it is part of. */
type Values = fc.Arbitrary<unknown> | null;

/** The values of `schema`; where a schema is part of itself, one level of it. */
export function valuesOf(
	described: Described,
	schema: Json,
): fc.Arbitrary<unknown> {
	const known = new Map<Json, Values>();
	const ancestors = new Set<Json>();
	let cuts = 0;
	const of = (some: Json): Values => {
		const shape = described.resolve(some);
		const found = known.get(shape);
		if (found !== undefined) return found;
		if (ancestors.has(shape)) {
			cuts++;
			return null;
		}
		const cutsBefore = cuts;
		ancestors.add(shape);
		const made = make(shape);
		ancestors.delete(shape);
		// What was cut short here has more values elsewhere.
		if (cuts === cutsBefore || ancestors.size === 0) known.set(shape, made);
		return made;
	};
	const oneOf = (all: Values[]): Values => {
		const some = all.filter((each) => each !== null);
		return some.length === 0 ? null : fc.oneof(...some);
	};
	const make = (shape: Json): Values => {
		if ("const" in shape) return fc.constant(shape.const);
		if (Array.isArray(shape.enum)) return fc.constantFrom(...shape.enum);
		const choices = shape.anyOf ?? shape.oneOf;
		if (Array.isArray(choices)) return oneOf(choices.map(of));
		if (Array.isArray(shape.type))
			return oneOf(shape.type.map((type) => make({ ...shape, type })));
		switch (shape.type) {
			case "object":
				return objects(shape, of);
			case "array":
				return arrays(shape, of((shape.items ?? {}) as Json));
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
	const values = of(schema);
	if (!values) throw new Error("This schema has no finite value.");
	return values;
}

function arrays({ minItems, maxItems }: Json, items: Values): Values {
	const minLength = Number(minItems ?? 0);
	const maxLength = Math.min(Number(maxItems ?? 4), minLength + 4);
	if (items) return fc.array(items, { minLength, maxLength });
	return minLength === 0 ? fc.constant([]) : null;
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

function objects(shape: Json, of: (schema: Json) => Values): Values {
	const required = (shape.required ?? []) as string[];
	const members: Record<string, fc.Arbitrary<unknown>> = {};
	for (const [name, each] of Object.entries(
		(shape.properties ?? {}) as Record<string, Json>,
	)) {
		const values = of(each);
		if (values) members[name] = values;
		else if (required.includes(name)) return null;
	}
	const named = fc.record(members, {
		requiredKeys: required,
		noNullPrototype: true,
	});
	const more = shape.additionalProperties;
	const others =
		more === undefined || more === false
			? null
			: more === true
				? anything
				: of(more as Json);
	if (!others) return named;
	return fc
		.tuple(
			fc.dictionary(
				texts.filter((name) => name !== "" && name !== "__proto__"),
				others,
				{ maxKeys: 3, noNullPrototype: true },
			),
			named,
		)
		.map(([some, own]) => ({ ...some, ...own }));
}
