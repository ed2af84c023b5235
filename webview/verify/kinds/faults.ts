/**
 * What is wrong with assertions as authors write them, each fault with a pointer to its place. The rules are read off the
 * declared shapes, in the plain form that loads in no time; an assertion is checked by its tag, so that a message can name the field.
 */

import type { TObject, TSchema } from "@sinclair/typebox";
import { msg } from "../messages/msg.ts";
import { type Grammar, languagesOf } from "../parse/grammars.ts";
import { CheckFault } from "../results/fault.ts";
import type { Assertion, AssertionType } from "../shapes.ts";
import kinds from "./assertion-kinds.json" with { type: "json" };
import { faultIn } from "./condition-faults.ts";
import { matchers } from "./index.ts";
import {
	allAssertions,
	isRecord,
	type LocatedAssertion,
	pointerTo,
} from "./located-assertions.ts";
import type { Matcher } from "./matcher.ts";

/** A fault and its place: a JSON pointer (RFC 6901) into the assertion set. */
export interface Fault {
	pointer: string;
	message: string;
}

interface FieldFault {
	/** Empty when the assertion as a whole is meant. */
	field: string;
	/** Goes on after the assertion's name: "has no `method`". */
	problem: string;
	/** The author's next step. */
	remedy: string;
	/** Where in a condition the problem is, which the name of the field does not tell its author: ": `all/1` is an empty list". */
	detail?: string;
}

/** What a value must be, in words and as a test. */
interface Rule {
	must: string;
	holds(value: unknown): boolean;
}

interface Field extends Rule {
	name: string;
	required: boolean;
	isProse: boolean;
	what: string;
}

/** Fields for people, which decide nothing. */
const isProse = (name: string) =>
	name === "description" || name === "hint" || name === "tasks";

/** The kinds' fields, read off their shapes once. */
const fieldsByType = new Map<string, Field[]>(
	Object.entries(kinds as unknown as Record<AssertionType, TObject>).map(
		([type, shape]) => [
			type,
			Object.entries(shape.properties)
				.filter(([name]) => name !== "type")
				.map(([name, schema]) => ({
					name,
					required: shape.required?.includes(name) ?? false,
					isProse: isProse(name),
					what: schema.description ?? `its ${name}`,
					...ruleOf(schema),
				})),
		],
	),
);

type Test = (value: unknown) => boolean;

const tests = new WeakMap<TSchema, Test>();

/** The test of a shape, as far as shapes of conditions go: the plain form of `Condition` and what is in it. Made once for each shape. */
function testOf(schema: TSchema): Test {
	const known = tests.get(schema);
	if (known) return known;
	const test = makeTest(schema);
	tests.set(schema, test);
	return test;
}

function makeTest(schema: TSchema): Test {
	// Conditions hold conditions: theirs is looked up when it is first needed.
	if (schema.$ref) return (value) => testOf(conditionShape())(value);
	if (schema.anyOf) {
		const choices = schema.anyOf.map(testOf) as Test[];
		return (value) => choices.some((one) => one(value));
	}
	if ("const" in schema) return (value) => schema.const === value;
	const most = Number.POSITIVE_INFINITY;
	switch (schema.type) {
		case "string": {
			const { minLength = 0, maxLength = most, pattern } = schema;
			const regex = pattern ? new RegExp(pattern) : null;
			return (value) =>
				typeof value === "string" &&
				value.length >= minLength &&
				value.length <= maxLength &&
				(!regex || regex.test(value));
		}
		case "integer": {
			const { minimum = 0 } = schema;
			return (value) => Number.isInteger(value) && Number(value) >= minimum;
		}
		case "array": {
			const { minItems = 0, maxItems = most } = schema;
			const item = testOf(schema.items);
			return (value) =>
				Array.isArray(value) &&
				value.length >= minItems &&
				value.length <= maxItems &&
				value.every((one) => item(one));
		}
		default:
			return recordTest(schema);
	}
}

/** The test of an object: what it requires is there, and each field is known by its name or by a pattern of names, and fits. */
function recordTest(schema: TSchema): Test {
	const required: string[] = schema.required ?? [];
	const fields = new Map(
		Object.entries<TSchema>(schema.properties ?? {}).map(([key, one]) => [
			key,
			testOf(one),
		]),
	);
	const named = Object.entries<TSchema>(schema.patternProperties ?? {}).map(
		([pattern, one]) => [new RegExp(pattern), testOf(one)] as const,
	);
	return (value) => {
		if (!isRecord(value)) return false;
		for (const key of required) if (value[key] === undefined) return false;
		for (const key of Object.keys(value)) {
			const test =
				fields.get(key) ?? named.find(([pattern]) => pattern.test(key))?.[1];
			if (!test?.(value[key])) return false;
		}
		return true;
	};
}

/** The plain form of a condition, which may hold others. */
function conditionShape() {
	return kinds.codePattern.properties.not as unknown as TSchema;
}

/** Whether a field holds conditions or patterns, and not a plain value. */
function isNested({ $id, minItems, patternProperties, anyOf }: TSchema) {
	return (
		!!($id ?? minItems ?? patternProperties) ||
		!!anyOf?.some((one: TSchema) => !("const" in one))
	);
}

/** The rule of a shape. Knows the shapes that assertion fields are made of. */
function ruleOf(schema: TSchema): Rule {
	if (isNested(schema))
		return {
			must: "it as the guide to patterns shows",
			holds: (value) => testOf(schema)(value),
		};
	if (schema.anyOf) {
		const choices = (schema.anyOf as TSchema[]).map((one) => one.const);
		return {
			must: `one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`,
			holds: (value) => choices.includes(value),
		};
	}
	switch (schema.type) {
		case "string": {
			const least = schema.minLength ?? 0;
			return {
				must: "a text that is not empty",
				holds: (value) => typeof value === "string" && value.length >= least,
			};
		}
		case "boolean":
			return {
				must: "true or false",
				holds: (value) => typeof value === "boolean",
			};
		case "integer":
			return {
				must: "a whole number",
				holds: (value) => testOf(schema)(value),
			};
		case "array": {
			const { holds } = ruleOf(schema.items);
			return {
				must:
					schema.items.type === "integer"
						? "a list of whole numbers"
						: "a list of texts that are not empty",
				holds: (value) => Array.isArray(value) && value.every(holds),
			};
		}
		default:
			throw new Error(`No rule for a field of type ${String(schema.type)}`);
	}
}

/** The faults of one assertion's shape. `strict` adds what does not keep it from being evaluated: prose and unknown fields. */
export function shapeFaults(assertion: unknown, strict: boolean): FieldFault[] {
	if (!isRecord(assertion))
		return [
			{
				field: "",
				problem: msg`is not an object`,
				remedy: "write one with a `type`",
			},
		];
	const { type } = assertion;
	const fields = typeof type === "string" ? fieldsByType.get(type) : undefined;
	if (!fields) return [typeFault(type)];
	const faults: FieldFault[] = [];
	for (const field of fields) {
		if (!strict && field.isProse) continue;
		const value = assertion[field.name];
		if (value === undefined && !field.required) continue;
		const fault = fieldFault(field, value);
		if (fault) faults.push(fault);
	}
	if (strict) faults.push(...unknownFields(assertion, fields));
	return faults;
}

function typeFault(type: unknown): FieldFault {
	const known = [...fieldsByType.keys()].join(", ");
	return type === undefined
		? {
				field: "type",
				problem: msg`has no \`type\``,
				remedy: `add one of ${known}`,
			}
		: {
				field: "type",
				problem: msg`has the unknown \`type\` ${JSON.stringify(type)}`,
				remedy: `use one of ${known}`,
			};
}

function fieldFault(
	{ name, required, what, must, holds }: Field,
	value: unknown,
): FieldFault | null {
	if (value === undefined)
		return required
			? {
					field: name,
					problem: msg`has no \`${name}\``,
					remedy: `add ${what} or remove the assertion`,
				}
			: null;
	if (holds(value)) return null;
	const inner = faultIn(name, value);
	const where = inner?.place === name ? "it" : `\`${inner?.place}\``;
	return {
		field: name,
		problem: msg`has a wrong \`${name}\``,
		detail: inner ? `: ${where} ${inner.problem}` : "",
		remedy: inner?.remedy ?? `write ${must}: ${what}`,
	};
}

const unknownFields = (assertion: object, fields: Field[]): FieldFault[] =>
	Object.keys(assertion)
		.filter((key) => key !== "type" && !fields.some(({ name }) => name === key))
		.map((key) => ({
			field: key,
			problem: msg`has the unknown field \`${key}\``,
			remedy: "remove it or correct its spelling",
		}));

/** The kind that an assertion claims to be of, well-formed or not; `null` when there is no such kind. */
export const kindOf = (assertion: unknown): AssertionType | null =>
	isRecord(assertion) &&
	typeof assertion.type === "string" &&
	fieldsByType.has(assertion.type)
		? (assertion.type as AssertionType)
		: null;

/** The matcher of an assertion whose shape has been checked. */
export const matcherOf = (assertion: Assertion) =>
	matchers[assertion.type] as Matcher<AssertionType>;

/** What keeps a well-formed assertion from being evaluated whatever the grammar: a cap, a bad regular expression. */
export const textFaults = (assertion: Assertion): CheckFault[] =>
	matcherOf(assertion).faults?.(assertion) ?? [];

/**
 * Everything wrong with an assertion set that shows without a grammar: shapes, caps, unknown predicates, regular expressions.
 * Query patterns are checked in full by `compileFaults`. Never throws; an empty list means well-formed.
 */
export function assertionFaults(assertions: unknown): Fault[] {
	if (!isRecord(assertions))
		return [
			{
				pointer: "",
				message:
					"the assertions are not an object; write `perFile`, `crossFile` or both",
			},
		];
	return [
		...setFaults(assertions),
		...allAssertions(assertions).flatMap(faultsOf),
	];
}

function setFaults(set: Record<string, unknown>): Fault[] {
	const faults: Fault[] = [];
	for (const key of Object.keys(set))
		if (key !== "perFile" && key !== "crossFile" && key !== "definitions")
			faults.push({
				pointer: pointerTo(key),
				message: `the assertions have the unknown field \`${key}\`; use \`perFile\` or \`crossFile\``,
			});
	if (set.perFile !== undefined && !isRecord(set.perFile))
		faults.push({
			pointer: "/perFile",
			message:
				"`perFile` is not an object; give each path its list of assertions",
		});
	return faults;
}

function faultsOf({ pointer, label, assertion }: LocatedAssertion): Fault[] {
	const shape = shapeFaults(assertion, true);
	const blocked = shapeFaults(assertion, false).length > 0;
	const text = blocked ? [] : textFaults(assertion as Assertion);
	return [
		...shape.map(({ field, problem, detail = "", remedy }) => ({
			pointer: pointer + (field && pointerTo(field)),
			message: `${label} ${problem}${detail}; ${remedy}`,
		})),
		...text.map(({ field, message }) => ({
			pointer: pointer + (field ? pointerTo(field) : ""),
			message: `${label} cannot be evaluated: ${message}`,
		})),
	];
}

/** The fault of an assertion for a file whose language its kind does not read; null when it reads it. */
export function languageFault(
	{ type }: Assertion,
	grammar: Grammar,
): CheckFault | null {
	const { grammars } = matchers[type];
	if (grammars.includes(grammar)) return null;
	const [language] = languagesOf([grammar]);
	return new CheckFault(
		msg`\`${type}\` reads ${listed(languagesOf(grammars))}; for ${language} write a pattern (\`codePattern\`)`,
	);
}

const listed = (words: string[]) =>
	words.length < 2
		? words.join("")
		: msg`${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
