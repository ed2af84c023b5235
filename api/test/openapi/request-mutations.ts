/**
 * Changes of a document at one place: to another value that its schema allows there, or to one that it does not. A request that is
 * known to work is changed this way, so that most of it goes on making sense.
 */
import fc from "fast-check";
import type { Described, Json } from "./document.ts";
import { anything, valuesOf } from "./generate-values.ts";

/** Names of members and numbers of items, from the root. */
export type Place = (string | number)[];

export interface Edit {
	at: Place;
	/** Undefined = it is taken out. */
	to?: unknown;
}

export const pointerOf = (at: Place): string =>
	["#", ...at]
		.map((step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1"))
		.join("/");

/** The same document with edits; one whose place is no longer there changes nothing. */
export function edited(document: unknown, edits: readonly Edit[]): unknown {
	return edits.reduce(
		(value, { at, to }) => change(value, at, to),
		structuredClone(document),
	);
}

function change(value: unknown, at: Place, to: unknown): unknown {
	const [step, ...rest] = at;
	if (step === undefined) return to;
	if (typeof value !== "object" || value === null) return value;
	const holder = value as Record<string | number, unknown>;
	const next = rest.length > 0 ? change(holder[step], rest, to) : to;
	if (next !== undefined) {
		if (rest.length === 0 || step in holder) holder[step] = next;
	} else if (Array.isArray(value)) value.splice(Number(step), 1);
	else delete holder[step];
	return value;
}

interface Spot {
	at: Place;
	schema: Json;
	/** Whether the object around it needs it. */
	required: boolean;
	value: unknown;
}

/** Places of `schema` that `document` has or could have; of long lists, the first items. */
function spotsOf(described: Described, root: Json, document: unknown): Spot[] {
	const spots: Spot[] = [];
	const walk = (spot: Spot) => {
		const schema = shapeFor(described, spot.schema, spot.value);
		spots.push({ ...spot, schema });
		const { value } = spot;
		if (Array.isArray(value))
			for (const [index, item] of value.slice(0, 2).entries())
				step(spot, index, schema.items as Json, item, false);
		else if (typeof value === "object" && value !== null) {
			const { properties = {}, required = [] } = schema as {
				properties?: Record<string, Json>;
				required?: string[];
			};
			for (const [name, each] of Object.entries(properties))
				step(spot, name, each, (value as Json)[name], required.includes(name));
			if (typeof schema.additionalProperties !== "object") return;
			for (const [name, member] of Object.entries(value))
				if (!(name in properties))
					step(spot, name, schema.additionalProperties as Json, member, false);
		}
	};
	const step = (
		{ at }: Spot,
		name: string | number,
		schema: Json | undefined,
		value: unknown,
		required: boolean,
	) => walk({ at: [...at, name], schema: schema ?? {}, value, required });
	walk({ at: [], schema: root, value: document, required: true });
	return spots;
}

/** Of a choice, the shape that `value` has. */
function shapeFor(described: Described, some: Json, value: unknown): Json {
	const shape = described.resolve(some);
	const choices = (shape.anyOf ?? shape.oneOf) as Json[] | undefined;
	const fitting = choices?.find((one) =>
		described.validator(one, false)(value),
	);
	return fitting ? shapeFor(described, fitting, value) : shape;
}

/** Edits after which `document` still is one of `schema`. */
export function validEdits(
	described: Described,
	schema: Json,
	document: unknown,
): fc.Arbitrary<Edit[]> {
	const edits = spotsOf(described, schema, document).map(
		({ at, schema: shape, required }): fc.Arbitrary<Edit> => {
			const set = valuesOf(described, shape).map((to) => ({ at, to }));
			return required ? set : fc.oneof(set, fc.constant({ at }));
		},
	);
	return fc.array(fc.oneof(...edits), { maxLength: 3 });
}

/** One edit after which `document` is no longer one of `schema`; null when it takes everything. */
export function invalidEdits(
	described: Described,
	schema: Json,
	document: unknown,
): fc.Arbitrary<Edit> | null {
	const fits = described.validator(schema, false);
	const breaks = (edit: Edit) => !fits(edited(document, [edit]));
	const faults = spotsOf(described, schema, document).flatMap((spot) =>
		faultsAt(described, spot)
			.filter((some) => fc.sample(some, 40).some(breaks))
			.map((some) => some.filter(breaks)),
	);
	return faults.length > 0 ? fc.oneof(...faults) : null;
}

function faultsAt(
	described: Described,
	{ at, schema, required, value }: Spot,
): fc.Arbitrary<Edit>[] {
	const to = (some: unknown) => fc.constant<Edit>({ at, to: some });
	const faults: fc.Arbitrary<Edit>[] = [
		fc
			.oneof(anything, fc.constantFrom(null, 0.5, "", [], {}))
			.map((some) => ({ at, to: some })),
	];
	if (required && at.length > 0) faults.push(fc.constant({ at }));
	const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
	if (Number(minLength) > 0) faults.push(to("x".repeat(Number(minLength) - 1)));
	if (Number(maxLength) < 20_000)
		faults.push(to("x".repeat(Number(maxLength) + 1)));
	if (schema.pattern || schema.enum)
		faults.push(
			valuesOf(described, { type: "string" }).map((some) => ({ at, to: some })),
		);
	if (minimum !== undefined) faults.push(to(Number(minimum) - 1));
	if (maximum !== undefined) faults.push(to(Number(maximum) + 1));
	if (Number(minItems) > 0) faults.push(to([]));
	if (Array.isArray(value) && value.length > 0 && Number(maxItems) <= 200)
		faults.push(
			to(Array.from({ length: Number(maxItems) + 1 }, () => value[0])),
		);
	if (schema.additionalProperties !== undefined)
		faults.push(
			fc
				.constantFrom("unheardOf", "__proto", "x".repeat(300), "a/b~c")
				.map((name) => ({ at: [...at, name], to: 1 })),
		);
	return faults;
}
