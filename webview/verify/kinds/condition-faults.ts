/** What is wrong in a condition, at the innermost place of it: conditions hold others, and the name of the outermost says little. */
import { isRecord } from "./located-assertions.ts";

export interface ConditionFault {
	/** From the assertion on: `all/1/where/$x`. */
	place: string;
	/** Goes on after the place: "is an empty list". */
	problem: string;
	/** Goes on after "its author should". */
	remedy: string;
	/** The item of the list at the place that is wrong, counted from 0. */
	item?: number;
}

type Check = (value: unknown, place: string) => ConditionFault | null;

const shown = (value: unknown) => JSON.stringify(value) ?? String(value);

/** The name of the field or the metavariable that a place ends with; of an item of a list, that of the list. */
const nameIn = (place: string) =>
	place
		.split("/")
		.filter((one) => !/^\d+$/.test(one))
		.at(-1) ?? "";

/** The first fault that some checks find. */
function firstOf<Item>(
	items: readonly Item[],
	check: (item: Item, index: number) => ConditionFault | null,
): ConditionFault | null {
	for (const [index, item] of items.entries()) {
		const fault = check(item, index);
		if (fault) return fault;
	}
	return null;
}

/** Patterns: a text, or a list of texts. */
const codeFault: Check = (value, place) => {
	const fault = (problem: string, remedy: string) => ({
		place,
		problem,
		remedy,
	});
	if (typeof value === "string")
		return value === ""
			? fault("is an empty text", "write the code that is expected")
			: null;
	if (!Array.isArray(value))
		return fault(
			`is ${shown(value)}`,
			"write a pattern, which is a text, or a list of patterns",
		);
	if (value.length === 0)
		return fault(
			"is an empty list",
			"write the patterns of which one is expected",
		);
	const item = value.findIndex(isRecord);
	if (item >= 0)
		return {
			...fault(
				`is a list with a condition in it (item ${item + 1}), and lists are of patterns, which are texts`,
				nameIn(place) === "pattern"
					? 'write `"any": [ … ]` in place of `pattern`'
					: `put the list into \`any\`: \`"${nameIn(place)}": { "any": [ … ] }\``,
			),
			item,
		};
	const other = value.find((one) => typeof one !== "string" || one === "");
	return other === undefined
		? null
		: fault(`has ${shown(other)} in a list of patterns`, "write texts only");
};

const conditionFault: Check = (value, place) => {
	if (!isRecord(value)) {
		const fault = codeFault(value, place);
		return fault?.problem === `is ${shown(value)}`
			? {
					...fault,
					remedy: "write a pattern, a list of patterns, or a condition",
				}
			: fault;
	}
	return firstOf(Object.keys(value), (name) =>
		fieldFaultIn(name, value[name], place ? `${place}/${name}` : name),
	);
};

const listFault: Check = (value, place) =>
	!Array.isArray(value) || value.length === 0
		? {
				place,
				problem: isRecord(value) ? "is no list" : `is ${shown(value)}`,
				remedy: `write a list of conditions: \`"${nameIn(place)}": [ … ]\``,
			}
		: firstOf(value, (one, index) => conditionFault(one, `${place}/${index}`));

const whereFault: Check = (value, place) => {
	if (!isRecord(value))
		return {
			place,
			problem: `is ${shown(value)}`,
			remedy: 'name the metavariables with their conditions: `{ "$name": … }`',
		};
	return firstOf(Object.keys(value), (name) =>
		/^\$[a-z]\w*$/.test(name)
			? conditionFault(value[name], `${place}/${name}`)
			: {
					place,
					problem: `has the key \`${name}\``,
					remedy:
						"name a metavariable there, which begins with `$` and a small letter",
				},
	);
};

const checks: Readonly<Record<string, Check>> = {
	pattern: codeFault,
	any: listFault,
	all: listFault,
	not: conditionFault,
	has: conditionFault,
	inside: conditionFault,
	where: whereFault,
	is: () => null,
	regex: () => null,
	count: () => null,
};

function fieldFaultIn(name: string, value: unknown, place: string) {
	if (value === undefined) return null;
	const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
	return check
		? check(value, place)
		: {
				place: place.split("/").slice(0, -1).join("/"),
				problem: `has the unknown field \`${name}\``,
				remedy: "remove that field, or correct its spelling",
			};
}

/** What is wrong in a field of an assertion that holds conditions or patterns; null for other fields, and where only a plain value in it is wrong. */
export const faultIn = (name: string, value: unknown): ConditionFault | null =>
	Object.hasOwn(checks, name) ? fieldFaultIn(name, value, name) : null;
