/**
 * What is wrong with a value, in words that say how to fix it: where (a JSON pointer), a stable code, and the words.
 * A union with a tag is checked by its tag, so that a fault names the field and not the whole union.
 */
import type { TSchema } from "@sinclair/typebox";
import {
	Errors,
	type ValueError,
	ValueErrorType,
} from "@sinclair/typebox/errors";
import { faultIn } from "@treeline/verify/condition-faults";

export interface Fault {
	/** RFC 6901, as a URI fragment: `#/challenges/0/title`. */
	pointer: string;
	/** Stable snake_case. */
	code: string;
	/** What, where and the next step. */
	detail: string;
}

/** One value is reported at most this often: the rest is more of the same. */
const MOST = 50;

/** Every place where `value` departs from `schema`, in the order of the document; none when it fits. */
export function shapeFaults(
	schema: TSchema,
	value: unknown,
	at = "#",
): Fault[] {
	const faults: Fault[] = [];
	const reported = new Set<string>();
	for (const error of Errors(schema, value)) {
		for (const fault of explain(error, at)) {
			if (reported.has(fault.pointer)) continue;
			reported.add(fault.pointer);
			faults.push(fault);
		}
		if (faults.length >= MOST) break;
	}
	return faults.slice(0, MOST);
}

function explain(error: ValueError, at: string): Fault[] {
	const tagged = byTag(error, at);
	if (tagged) return tagged;
	const field = error.path.split("/").at(-1) ?? "";
	const name = /^\d+$|^$/.test(field)
		? "this value"
		: `\`${field.replaceAll("~1", "/").replaceAll("~0", "~")}\``;
	const [code, detail] = word(error, name);
	return [{ pointer: at + error.path, code, detail }];
}

/** The faults of a tagged union's value: those of the variant that its tag names, or the tags there are. */
function byTag(
	{ schema, value, path }: ValueError,
	at: string,
): Fault[] | null {
	const tag: string | undefined = schema.discriminator?.propertyName;
	if (!tag || typeof value !== "object" || value === null) return null;
	const variants: TSchema[] = schema.anyOf ?? [];
	const named = Object.hasOwn(value, tag)
		? (value as Record<string, unknown>)[tag]
		: undefined;
	const variant = variants.find((one) => one.properties[tag].const === named);
	if (variant)
		return shapeFaults(variant, value, at + path).map((fault) =>
			named === "codePattern" ? inCondition(fault, value, at + path) : fault,
		);
	const tags = variants.map((one) => `"${one.properties[tag].const}"`);
	return [
		{
			pointer: `${at}${path}/${tag}`,
			code: named === undefined ? "missing" : "not_allowed",
			detail: `\`${tag}\` must be one of ${tags.join(", ")}`,
		},
	];
}

/** A fault of a check with conditions at the innermost place of them: the name of the outermost says little. */
function inCondition(fault: Fault, check: object, at: string): Fault {
	const [field = ""] = fault.pointer.slice(at.length + 1).split("/");
	const value = (check as Record<string, unknown>)[field];
	const inner = value === undefined ? null : faultIn(field, value);
	if (!inner) return fault;
	const { place, problem, remedy, item } = inner;
	const pointer = item === undefined ? place : `${place}/${item}`;
	return {
		...fault,
		pointer: `${at}/${pointer}`,
		detail: `\`${place}\` ${problem}; ${remedy}`,
	};
}

function word(error: ValueError, name: string): [code: string, detail: string] {
	const { schema } = error;
	const allowed = choices(schema);
	if (
		error.type === ValueErrorType.ObjectRequiredProperty ||
		error.value === undefined
	)
		return ["missing", `${name} is missing; add it${expected(schema)}`];
	if (error.type === ValueErrorType.ObjectAdditionalProperties)
		return ["unknown_field", `${name} is not known here; remove or rename it`];
	if (allowed)
		return ["not_allowed", `${name} must be one of ${allowed.join(", ")}`];
	switch (error.type) {
		case ValueErrorType.StringMinLength:
			return ["too_short", `${name} is empty; fill it in`];
		case ValueErrorType.StringMaxLength:
			return [
				"too_long",
				`${name} is longer than ${schema.maxLength} characters; shorten it`,
			];
		case ValueErrorType.StringPattern:
			return [
				"malformed",
				`${name} must match ${schema.pattern}${example(schema)}`,
			];
		case ValueErrorType.ArrayMinItems:
			return [
				"too_few",
				`${name} needs at least ${schema.minItems} item${schema.minItems === 1 ? "" : "s"}`,
			];
		case ValueErrorType.ArrayMaxItems:
			return ["too_many", `${name} takes at most ${schema.maxItems} items`];
		case ValueErrorType.IntegerMinimum:
		case ValueErrorType.NumberMinimum:
			return ["too_small", `${name} must be at least ${schema.minimum}`];
		case ValueErrorType.IntegerMaximum:
		case ValueErrorType.NumberMaximum:
			return ["too_large", `${name} must be at most ${schema.maximum}`];
		default:
			return ["wrong_type", `${name} has the wrong type${expected(schema)}`];
	}
}

function choices(schema: TSchema): string[] | null {
	const values: unknown[] =
		schema.enum ??
		(schema.anyOf ?? []).map((variant: TSchema) => variant.const);
	return values.length > 0 && values.every((value) => value !== undefined)
		? values.map((value) => `"${value}"`)
		: null;
}

/** The first example of a schema, which says more than a pattern. */
function example({ examples }: TSchema): string {
	const [first] = Array.isArray(examples) ? examples : [];
	return first === undefined ? "" : `, as ${JSON.stringify(first)} does`;
}

function expected(schema: TSchema): string {
	const allowed = choices(schema);
	if (allowed) return ` (one of ${allowed.join(", ")})`;
	return schema.type ? ` (expected: ${schema.type})` : "";
}
