/** What a loop does with a variable, or returns, in each turn: one operation for each place, with the lists gone through and the questions asked on the way. */
import {
	type CodeNode,
	calleeName,
	isWithin,
	virtualNode,
} from "../model/node.ts";
import { countStep } from "../model/steps.ts";
import { assign, callOn, putAt } from "./changes.ts";
import { entryIn } from "./entries.ts";
import { loopIn } from "./loops.ts";
import {
	bindParameters,
	copyOf,
	type Env,
	emptyEnv,
	isEqual,
	type Key,
	keyOfName,
	mentions,
	replaced,
} from "./replace.ts";
import {
	assignedIn as assigned,
	follow,
	forget,
	merge,
	note,
	statementsOf,
} from "./results.ts";
import { functionIn, not, questionsOf, type Stream } from "./streams.ts";

/** What is done in a turn. */
export interface Operation {
	what:
		| "add"
		| "set"
		| "push"
		| "include"
		| "put"
		| "addAt"
		| "pushAt"
		| "start"
		| "some"
		| "every"
		| "yield"
		| "return"
		| "stop";
	loops: readonly CodeNode[];
	tests: readonly CodeNode[];
	value?: CodeNode | undefined;
	key?: CodeNode | undefined;
	operator?: string;
	/** What a missing entry begins with. */
	start?: CodeNode | undefined;
}

/** Thrown where it is not known what is done. */
class Unknown extends Error {}

export const unknown = (): Error => new Unknown();

/** Where the walk through the code is. */
export interface Place {
	env: Env;
	loops: readonly CodeNode[];
	tests: readonly CodeNode[];
}

/** A walk through code that collects what is done with a variable. */
export interface Walk {
	/** The variable; null where only what is returned or yielded counts. */
	key: Key | null;
	found: Operation[];
	add(place: Place, operation: Omit<Operation, "loops" | "tests">): void;
}

/** What statements do with a variable; null where it is not known. */
export function operationsIn(
	statements: readonly CodeNode[],
	key: Key | null,
	env: Env = emptyEnv(),
	last?: (walk: Walk, place: Place, value: CodeNode) => void,
): Operation[] | null {
	const walk: Walk = {
		key,
		found: [],
		add({ loops, tests }, operation) {
			walk.found.push({ ...operation, loops, tests });
		},
	};
	try {
		walkAll(walk, statements, { env, loops: [], tests: [] }, last);
		return walk.found;
	} catch (problem) {
		if (problem instanceof Unknown) return null;
		throw problem;
	}
}

type Last = (walk: Walk, place: Place, value: CodeNode) => void;

/** Walks through statements; returns whether they always leave the turn. */
function walkAll(
	walk: Walk,
	statements: readonly CodeNode[],
	place: Place,
	last?: Last,
): boolean {
	return statements.some((one) => walkOne(walk, one, place, last));
}

function decide(
	walk: Walk,
	condition: CodeNode,
	yes: readonly CodeNode[],
	no: readonly CodeNode[],
	place: Place,
	last?: Last,
): boolean {
	const asked = replaced(condition, place.env);
	const way = (question: CodeNode) => ({
		...place,
		env: copyOf(place.env),
		tests: [...place.tests, ...questionsOf(question)],
	});
	const [one, other] = [way(asked), way(not(asked))];
	const [leavesOne, leavesOther] = [
		walkAll(walk, yes, one, last),
		walkAll(walk, no, other, last),
	];
	if (leavesOne && leavesOther) return true;
	if (leavesOne) Object.assign(place, other);
	else if (leavesOther) Object.assign(place, one);
	else merge(place.env, asked, one.env, other.env);
	return false;
}

function walkOne(
	walk: Walk,
	node: CodeNode,
	place: Place,
	last?: Last,
): boolean {
	countStep();
	const { part, kind } = node;
	const { key } = walk;
	switch (kind) {
		case "if":
			if (!part.condition) throw unknown();
			return decide(
				walk,
				part.condition,
				statementsOf(part.consequence),
				statementsOf(part.alternative),
				place,
				last,
			);
		case "binary":
			if (/^(&&|\|\|)$/.test(String(node.value)) && part.left && part.right) {
				const then = node.value === "&&";
				return decide(
					walk,
					part.left,
					then ? [part.right] : [],
					then ? [] : [part.right],
					place,
				);
			}
			break;
		case "loop":
			return walkLoop(walk, node, place);
		case "return": {
			const value = part.value && replaced(part.value, place.env);
			if (last) {
				if (value) last(walk, place, value);
			} else if (key === null) walk.add(place, { what: "return", value });
			else if (place.loops.length > 0) throw unknown();
			return true;
		}
		case "yield":
			walk.add(place, {
				what: "yield",
				value: part.value && replaced(part.value, place.env),
			});
			return false;
		case "throw":
			return true;
		case "jump":
			if (node.value !== "continue") walk.add(place, { what: "stop" });
			return true;
		case "declaration":
		case "assignment":
			if (key !== null && mentions(part.target, key))
				change(walk, node, place, key);
			else {
				// What is read behind the loops does not change what they do.
				if (key !== null && mentions(part.value, key))
					if (place.loops.length > 0) {
						readOnly(node, key);
						if (nameEntry(node, place, key)) return false;
					}
				note(node, place.env);
			}
			return false;
		case "call": {
			const made = functionIn(node.list.arguments[0]);
			if (calleeName(node) === "forEach" && made)
				return walkEach(walk, node, made, place);
			if (key === null) return false;
			const seen = place.loops.length > 0 ? replaced(node, place.env) : node;
			if (!mentions(seen, key)) return false;
			const on = part.callee?.part.object;
			const isSorted =
				keyOfName(on) === key &&
				/^(sort|reverse)$/.test(calleeName(node) ?? "");
			if (isSorted && place.loops.length === 0) return false;
			if (!walkHelper(walk, node, place, key)) callOn(walk, node, place, key);
			return false;
		}
		case "try":
			return walkTry(walk, node, place);
	}
	if (key !== null && mentions(node, key)) throw unknown();
	follow(node, place.env);
	return false;
}

/** A call of a function that is given the variable does what the function's statements do. */
function walkHelper(
	walk: Walk,
	call: CodeNode,
	place: Place,
	key: Key,
): boolean {
	const made =
		call.part.callee?.kind === "name"
			? functionIn(call.part.callee)
			: undefined;
	const given = call.list.arguments;
	if (!made || !given.some((one) => keyOfName(one) === key)) return false;
	if (isWithin(call, made)) return false;
	const env = emptyEnv();
	const values = given.map((one) => replaced(one, place.env));
	if (!bindParameters(made, values, env)) return false;
	walkAll(
		walk,
		statementsOf(made.part.body).map((one) => replaced(one, env)),
		{ ...place, env: copyOf(place.env) },
		() => {},
	);
	return true;
}

/** `const list = groups[team] || []`: the entry goes by another name, by which it may be changed. */
function nameEntry(node: CodeNode, place: Place, key: Key): boolean {
	const name = keyOfName(node.part.target);
	const given = node.part.value && replaced(node.part.value, place.env);
	if (name === null || !given || !entryIn(given, key)) return false;
	place.env.names.set(name, given);
	return true;
}

/** An entry of the variable may be read, as in `const before = counts[word] || 0`; the variable itself is not handed on. */
function readOnly({ part }: CodeNode, key: Key): void {
	const isRead = (node: CodeNode): boolean =>
		keyOfName(node) !== key &&
		(node.kind === "index" ||
			(node.kind === "call" && /^(get|has)$/.test(calleeName(node) ?? "")) ||
			node.children.every(isRead));
	if (part.value && !isRead(part.value)) throw unknown();
}

/** A variable or one of its entries is given a value. */
function change(walk: Walk, node: CodeNode, place: Place, key: Key): void {
	const { target, value } = node.part;
	if (!target || !value) throw unknown();
	const given = replaced(value, place.env);
	const operator = node.kind === "declaration" ? "=" : String(node.value);
	if (keyOfName(target) === key) {
		if (operator === "=") assign(walk, place, given, key);
		else if (/^[-+*|]=$/.test(operator)) {
			const isList = /^(array|tuple)$/.test(given.kind);
			if (operator === "|=" || (isList && operator === "+="))
				walk.add(place, { what: "include", value: given });
			else
				walk.add(place, {
					what: "add",
					operator: operator.slice(0, 1),
					value: given,
				});
		} else throw unknown();
		return;
	}
	if (keyOfName(target.part.object) !== key) throw unknown();
	putAt(walk, place, replaced(target, place.env), operator, given, key);
}

function walkLoop(walk: Walk, node: CodeNode, place: Place): boolean {
	const before = place.env;
	const found = loopIn(node, before);
	if (!found) throw unknown();
	const inner: Place = {
		env: found.env,
		loops: [...place.loops, ...found.stream.loops],
		// What is asked before the first loop does not decide on its elements.
		tests: [
			...(place.loops.length > 0 ? place.tests : []),
			...found.stream.tests,
		],
	};
	walkAll(walk, statementsOf(node.part.body), inner);
	forget(before, node);
	// What is returned behind a loop is looked at by itself.
	return walk.key === null
		? false
		: walkAll(walk, statementsOf(node.part.final), place);
}

/** `list.forEach((item) => …)` */
function walkEach(
	walk: Walk,
	call: CodeNode,
	made: CodeNode,
	place: Place,
): boolean {
	const list = call.part.callee?.part.object;
	if (!list) throw unknown();
	const env = copyOf(place.env);
	for (const one of assigned(made)) env.names.delete(one);
	const found = loopIn(call, env);
	if (!found) throw unknown();
	walkAll(
		walk,
		statementsOf(made.part.body),
		{
			env: found.env,
			loops: [...place.loops, ...found.stream.loops],
			tests: [
				...(place.loops.length > 0 ? place.tests : []),
				...found.stream.tests,
			],
		},
		// A `return` ends the turn; an arrow's expression is what it does.
		(inner, at, value) => {
			walkOne(inner, value, at);
		},
	);
	forget(place.env, call);
	return false;
}

/** `try: counts[word] += 1` with a handler that begins the entry. */
function walkTry(walk: Walk, node: CodeNode, place: Place): boolean {
	const handler = node.list.handlers.flatMap(({ part }) =>
		statementsOf(part.body),
	);
	const before = walk.found.length;
	walkAll(walk, statementsOf(node.part.body), place);
	if (walk.found.length === before) return walkAll(walk, handler, place);
	const [done] = walk.found.splice(before);
	const start = operationsOf(walk, handler, place);
	if (done?.what === "addAt" && start?.what === "put")
		walk.add(place, {
			...done,
			start: isEqual(start.value, done.value)
				? virtualNode("number", node, { value: 0 })
				: start.value,
		});
	else throw unknown();
	return walkAll(walk, statementsOf(node.part.final), place);
}

function operationsOf(
	walk: Walk,
	statements: readonly CodeNode[],
	place: Place,
): Operation | undefined {
	const before = walk.found.length;
	walkAll(walk, statements, place);
	const [one, ...more] = walk.found.splice(before);
	return more.length === 0 ? one : undefined;
}

/** What a call of a function gives that yields its elements one by one. */
export function yieldedBy(call: CodeNode): Stream | null {
	const made = functionIn(call.part.callee);
	if (!made?.part.body) return null;
	const hasYield = (node: CodeNode): boolean =>
		node.kind === "yield" ||
		node.children.some((one) => one.kind !== "function" && hasYield(one));
	if (!hasYield(made.part.body)) return null;
	const env = emptyEnv();
	if (!bindParameters(made, call.list.arguments, env)) return null;
	const [only, ...more] =
		operationsIn(statementsOf(made.part.body), null, env) ?? [];
	return only?.what === "yield" && only.value && more.length === 0
		? { loops: only.loops, tests: only.tests, element: only.value }
		: null;
}
