/** What an assignment or a call does with a variable that collects something. */
import { type CodeNode, calleeName, virtualNode } from "../model/node.ts";
import { entryIn } from "./entries.ts";
import { limitedTo } from "./greatest.ts";
import { type Place, unknown, type Walk } from "./operations.ts";
import { isEqual, type Key, keyOfName, mentions, replaced } from "./replace.ts";
import { not, questionsOf } from "./streams.ts";

const when = (place: Place, question: CodeNode): Place => ({
	...place,
	tests: [...place.tests, ...questionsOf(question)],
});

const joined = (node: CodeNode, operator: string): CodeNode[] =>
	node.kind === "binary" &&
	node.value === operator &&
	node.part.left &&
	node.part.right
		? [
				...joined(node.part.left, operator),
				...joined(node.part.right, operator),
			]
		: [node];

/** The other operands of an operator, joined again, where the first (or with `+` and `*` any) is the variable. */
function besides(node: CodeNode, key: Key): CodeNode | undefined {
	const operator = String(node.value);
	const all = joined(node, operator);
	const at = all.findIndex((one) => keyOfName(one) === key);
	if (at < 0 || (at > 0 && !/^[+*]$/.test(operator))) return undefined;
	const others = all.filter((_, index) => index !== at);
	const inner = operator === "-" ? "+" : operator;
	return others.some((one) => mentions(one, key))
		? undefined
		: others.reduce((left, right) =>
				virtualNode("binary", right, { value: inner, part: { left, right } }),
			);
}

/** A variable is given a value that may be made of what it was. */
export function assign(
	walk: Walk,
	place: Place,
	value: CodeNode,
	key: Key,
): void {
	if (keyOfName(value) === key) return;
	const { part, list } = value;
	if (value.kind === "if" && part.condition) {
		const { condition, consequence, alternative } = part;
		if (consequence) assign(walk, when(place, condition), consequence, key);
		if (alternative)
			assign(walk, when(place, not(condition)), alternative, key);
		return;
	}
	if (!mentions(value, key)) {
		walk.add(place, { what: "set", value });
		return;
	}
	const limit = limitedTo(value, key);
	if (limit) {
		walk.add(when(place, limit.asked), { what: "set", value: limit.mine });
		return;
	}
	const operator = String(value.value);
	if (value.kind === "binary" && /^(\|\||&&)$/.test(operator)) {
		if (keyOfName(part.left) !== key || mentions(part.right, key))
			throw unknown();
		walk.add(place, {
			what: operator === "||" ? "some" : "every",
			value: part.right,
		});
		return;
	}
	if (value.kind === "binary" && /^[-+*]$/.test(operator)) {
		const other = besides(value, key);
		if (!other) throw unknown();
		const isList = other.kind === "array";
		walk.add(
			place,
			isList
				? { what: "include", value: other }
				: { what: "add", operator, value: other },
		);
		return;
	}
	const [first, second, ...more] =
		value.kind === "array" ? list.elements : list.properties;
	const isSpread =
		first?.kind === "spread" && keyOfName(first.part.value) === key;
	if (isSpread && second && more.length === 0) {
		if (value.kind === "array") {
			walk.add(
				place,
				second.kind === "spread"
					? { what: "include", value: second.part.value }
					: { what: "push", value: second },
			);
			return;
		}
		if (value.kind === "object" && second.kind === "property") {
			const at = keyOfProperty(second);
			const target = virtualNode("index", second, {
				part: { object: first.part.value, key: at },
			});
			if (at && second.part.value) {
				putAt(walk, place, target, "=", second.part.value, key);
				return;
			}
		}
	}
	// `set.add(item)` gives the set.
	const isOwn = keyOfName(part.callee?.part.object) === key;
	if (
		value.kind === "call" &&
		isOwn &&
		/^(add|set)$/.test(calleeName(value) ?? "")
	) {
		callOn(walk, value, place, key);
		return;
	}
	if (value.kind === "call" && part.callee?.value === "concat") {
		const [given, ...others] = list.arguments;
		if (keyOfName(part.callee.part.object) === key && given)
			if (others.length === 0) {
				walk.add(
					place,
					given.kind === "array"
						? { what: "include", value: given }
						: { what: "push", value: given },
				);
				return;
			}
	}
	throw unknown();
}

const keyOfProperty = (property: CodeNode): CodeNode | undefined =>
	property.part.key ??
	(property.value != null
		? virtualNode("string", property, { value: property.value })
		: undefined);

/** Functions that show or send what they are given, and change nothing of it. */
const outputFunctions =
	/^(alert|end|info|json|log|print|resolve|send|write|set(?!Timeout$|Interval$|Immediate$)[A-Z]\w*|(show|render|display|draw|print)([A-Z_]\w*)?)$/;

/** Whether computing a value may change the variable: it calls a method of it, assigns to it, or hands it to a function of its own. */
const mayChange = (node: CodeNode, key: Key): boolean =>
	(/^(call|assignment|function)$/.test(node.kind) && mentions(node, key)) ||
	node.children.some((child) => mayChange(child, key));

/** A call on the variable, or on one of its entries. */
export function callOn(
	walk: Walk,
	written: CodeNode,
	place: Place,
	key: Key,
): void {
	const call = replaced(written, place.env);
	const name = calleeName(call) ?? "";
	const on = call.part.callee?.part.object;
	const [first, second] = call.list.arguments;
	const isFilled = walk.found.length > 0 && place.loops.length === 0;
	if (
		isFilled &&
		outputFunctions.test(name) &&
		!(on && mentions(on, key)) &&
		!call.list.arguments.some((one) => mayChange(one, key))
	)
		return;
	if (!on) throw unknown();
	if (keyOfName(on) !== key) {
		const entry = entryIn(on, key);
		if (entry && /^(push|append|add)$/.test(name) && first && !second) {
			walk.add(place, { what: "pushAt", ...entry, value: first });
			return;
		}
		if (mentions(call, key)) throw unknown();
		return;
	}
	if (
		first &&
		(mentions(first, key) || mentions(second, key)) &&
		name !== "set"
	)
		throw unknown();
	if (/^(push|append|add)$/.test(name) && first && !second)
		walk.add(
			place,
			first.kind === "spread"
				? { what: "include", value: first.part.value }
				: { what: "push", value: first },
		);
	else if (/^(extend|update)$/.test(name) && first && !second) {
		const [property, ...more] = first.list.properties;
		const at = property && keyOfProperty(property);
		if (first.kind === "object" && at && more.length === 0)
			walk.add(place, { what: "put", key: at, value: property.part.value });
		else walk.add(place, { what: "include", value: first });
	} else if (name === "set" && first && second)
		putAt(
			walk,
			place,
			virtualNode("index", call, { part: { object: on, key: first } }),
			"=",
			second,
			key,
		);
	else if (name === "setdefault" && first && second)
		walk.add(place, { what: "start", key: first, value: second });
	else throw unknown();
}

/** An entry of the variable is given a value that may be made of what it was. */
export function putAt(
	walk: Walk,
	place: Place,
	target: CodeNode,
	operator: string,
	value: CodeNode,
	key: Key,
): void {
	const at = entryIn(target, key);
	if (!at) throw unknown();
	if (/^(\|\||\?\?)=$/.test(operator)) {
		walk.add(place, { what: "start", key: at.key, value });
		return;
	}
	if (/^[-+*]=$/.test(operator)) {
		walk.add(place, {
			what: "addAt",
			key: at.key,
			operator: operator.slice(0, 1),
			value,
		});
		return;
	}
	if (operator !== "=") throw unknown();
	putValue(walk, place, at.key, value, key);
}

function putValue(
	walk: Walk,
	place: Place,
	at: CodeNode,
	value: CodeNode,
	key: Key,
): void {
	const { part, list } = value;
	const own = (node: CodeNode | undefined) => {
		const entry = entryIn(node, key);
		return entry && isEqual(entry.key, at) ? entry : null;
	};
	if (!mentions(value, key)) {
		walk.add(place, { what: "put", key: at, value });
		return;
	}
	const kept = own(value);
	if (kept) {
		if (!kept.start) return;
		// What was added to the entry before is put back.
		const last = walk.found.at(-1);
		if (last?.what === "pushAt" && isEqual(last.key, at)) return;
		walk.add(place, { what: "start", key: at, value: kept.start });
		return;
	}
	if (value.kind === "if" && part.condition) {
		const { condition, consequence, alternative } = part;
		if (consequence)
			putValue(walk, when(place, condition), at, consequence, key);
		if (alternative)
			putValue(walk, when(place, not(condition)), at, alternative, key);
		return;
	}
	if (value.kind === "binary" && /^[-+*]$/.test(String(value.value))) {
		const isTurned = !own(part.left) && value.value !== "-";
		const [entry, other] = isTurned
			? [own(part.right), part.left]
			: [own(part.left), part.right];
		if (!entry || !other || mentions(other, key)) throw unknown();
		walk.add(
			place,
			other.kind === "array" && other.list.elements.length === 1
				? { what: "pushAt", ...entry, value: other.list.elements[0] }
				: {
						what: "addAt",
						...entry,
						operator: String(value.value),
						value: other,
					},
		);
		return;
	}
	const [first, second, ...more] = list.elements;
	if (value.kind === "array" && first?.kind === "spread" && second) {
		const entry = own(first.part.value);
		if (!entry || more.length > 0 || mentions(second, key)) throw unknown();
		walk.add(place, { what: "pushAt", ...entry, value: second });
		return;
	}
	const [given, ...others] = list.arguments;
	if (value.kind === "call" && part.callee?.value === "concat" && given) {
		const entry = own(part.callee.part.object);
		if (!entry || others.length > 0) throw unknown();
		const [one, ...rest] =
			given.kind === "array" ? given.list.elements : [given];
		if (rest.length > 0) throw unknown();
		walk.add(place, { what: "pushAt", ...entry, value: one });
		return;
	}
	throw unknown();
}
