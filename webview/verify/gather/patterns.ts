/** Statements of a pattern that gather something, as the expression that they gather. */
import {
	type CodeNode,
	calleeName,
	isDocument,
	virtualNode,
	withParts,
} from "../model/node.ts";
import { collectedIn, gatheredOf } from "./gathered.ts";
import { gathered, word } from "./nodes.ts";
import {
	emptyEnv,
	type Key,
	keyOfName,
	mentions,
	replaced,
} from "./replace.ts";
import { assignedIn, changes, follow, mayExit, resultOf } from "./results.ts";
import { isFresh } from "./sorted.ts";

type Statements = readonly CodeNode[];

const known = new WeakMap<CodeNode, Map<number, readonly Statements[]>>();

const isLoop = (node: CodeNode) =>
	node.kind === "loop" ||
	(node.kind === "call" && node.part.callee?.value === "forEach");

const isSet = ({ kind, part }: CodeNode) =>
	/^(declaration|assignment)$/.test(kind) &&
	keyOfName(part.target) !== null &&
	!!part.value;

/** Other statements that ask for the same, with what is gathered in place of the code that does it. */
export function otherStatements(statements: Statements): readonly Statements[] {
	const [first] = statements;
	if (!first) return [];
	// Asked at every miss.
	const cached = known.get(first)?.get(statements.length);
	if (cached) return cached;
	const cache = known.get(first) ?? new Map<number, readonly Statements[]>();
	known.set(first, cache);
	// What is made of the other statements is not made again of itself.
	cache.set(statements.length, []);
	const mayBe =
		!isDocument(first.source.family) &&
		statements.some((one) => isLoop(one) || isSet(one));
	const found = mayBe
		? [
				...filled(statements),
				...added(statements),
				...returned(statements),
				...ordered(statements),
			]
		: [];
	cache.set(statements.length, found);
	return found;
}

/** Names that code changes: `$sum += 1`, `$names.push($name)`, `$counts[$word] = 1`. */
function changedIn(node: CodeNode, found = assignedIn(node)): Set<Key> {
	const { target, callee } = node.part;
	for (const one of [target?.part.object, callee?.part.object]) {
		let at = one;
		while (at && /^(index|member|call|assignment|binary)$/.test(at.kind))
			at =
				at.part.object ??
				at.part.callee?.part.object ??
				at.part.target ??
				at.part.left;
		const key = keyOfName(at);
		if (key !== null) found.add(key);
	}
	for (const child of node.children) changedIn(child, found);
	return found;
}

/** `let $sum = 0; for (…) { $sum += … }` as what `$sum` is then. */
function filled(statements: Statements): Statements[] {
	const loop = statements.findIndex(isLoop);
	const at = statements[loop];
	if (!at) return [];
	const all: CodeNode[][] = [];
	const changed = changedIn(at);
	for (const key of changed) {
		const of = (one: CodeNode) => keyOfName(one.part.target);
		const before = statements.slice(0, loop);
		const declared = before.find((one) => isSet(one) && of(one) === key);
		// A counter of the loop is declared above it, too.
		const others = before.filter((one) => {
			const name = isSet(one) ? of(one) : null;
			return name === null || !changed.has(name);
		});
		// From the first to the last statement that changes it.
		const last = statements.findLastIndex(isLoop);
		const inner = statements.slice(loop, last + 1);
		const rest = statements.slice(last + 1);
		if (others.some((one) => mentions(one, key))) continue;
		const env = emptyEnv();
		for (const one of before) follow(one, env);
		env.names.delete(key);
		const made = collectedIn(inner, key, declared?.part.value, at, env);
		if (!made) continue;
		const after = emptyEnv();
		after.names.set(key, made);
		all.push([
			...others,
			...(rest.some((one) => mentions(one, key))
				? rest.map((one) => replaced(one, after))
				: [made, ...rest]),
		]);
	}
	return all;
}

/** `$sum += $x.price; return $sum` without its loop: whatever adds this up. */
function added(statements: Statements): Statements[] {
	return statements.flatMap((one, index) => {
		const key = one.kind === "assignment" ? keyOfName(one.part.target) : null;
		const [, operator] = /^([-+*])=$/.exec(String(one.value)) ?? [];
		const rest = statements.slice(index + 1);
		if (typeof key !== "string" || !operator) return [];
		const before = statements.slice(0, index);
		if (before.some((other) => mentions(other, key))) return [];
		if (!rest.some((other) => mentions(other, key))) return [];
		const env = emptyEnv();
		env.names.set(
			key,
			gathered("fold", one, {
				body: one.part.value,
				operator: word(one, operator),
			}),
		);
		return [[...before, ...rest.map((other) => replaced(other, env))]];
	});
}

/** What statements return by way of names, decisions and loops, as one `return`. */
function returned(statements: Statements): Statements[] {
	const value = resultOf(statements, emptyEnv());
	const at = statements.at(-1);
	if (!value || !at || gatheredOf(value).length === 0) return [];
	// What a loop or a call changes is not known.
	const isOpen = statements.some((one) => {
		const own = isSet(one) ? keyOfName(one.part.target) : null;
		const keys = isLoop(one) ? [...assignedIn(one)] : [];
		return [...keys, own].some((key) => key !== null && mentions(value, key));
	});
	if (isOpen) return [];
	const others = statements.filter(
		(one) => !isSet(one) && !isLoop(one) && !mayExit(one),
	);
	const guards = statements.filter((one) => one.kind === "if" && throws(one));
	const end = virtualNode("return", at, { part: { value } });
	return others.some(({ kind }) => kind !== "ellipsis")
		? []
		: [[...guards, end]];
}

const throws = (node: CodeNode): boolean =>
	node.kind === "throw" || node.children.some(throws);

/** `const $copy = [...$list]; $copy.sort(…);` as the sorted copy. */
function ordered(statements: Statements): Statements[] {
	for (const [index, declared] of statements.entries()) {
		const key = isSet(declared) ? keyOfName(declared.part.target) : null;
		const list = declared.part.value;
		if (key === null || !list || !isFresh(list)) continue;
		const rest = statements.slice(index + 1);
		const sort = rest.findIndex(
			(one) =>
				one.kind === "call" &&
				calleeName(one) === "sort" &&
				keyOfName(one.part.callee?.part.object) === key,
		);
		const call = rest[sort];
		if (!call) continue;
		const isPython = call.source.family === "python";
		const made = virtualNode("call", call, {
			part: {
				callee: isPython
					? virtualNode("name", call, { value: "sorted" })
					: virtualNode("member", call, {
							value: "sort",
							part: { object: list },
						}),
			},
			list: {
				arguments: [...(isPython ? [list] : []), ...call.list.arguments],
			},
		});
		const after = rest.filter((one) => one !== call);
		const env = emptyEnv();
		env.names.set(key, made);
		if (after.some((one) => changesName(one, key))) continue;
		return [
			[
				...statements.slice(0, index),
				...(after.some((one) => mentions(one, key))
					? after.map((one) => replaced(one, env))
					: [made, ...after]),
			],
		];
	}
	return [];
}

const changesName = (node: CodeNode, key: Key): boolean =>
	(node.kind === "call" &&
		changes.test(calleeName(node) ?? "") &&
		keyOfName(node.part.callee?.part.object) === key) ||
	node.children.some((one) => changesName(one, key));

const withoutDefaults = new WeakMap<CodeNode, CodeNode | null>();

/** A function of a pattern whose parameters have defaults, with the defaults where the parameters are used. */
export function defaultsWhereUsed(made: CodeNode): CodeNode | null {
	const cached = withoutDefaults.get(made);
	if (cached !== undefined) return cached;
	const env = emptyEnv();
	const { body } = made.part;
	for (const { part } of made.list.parameters) {
		const key = keyOfName(part.target);
		if (key === null || !part.default || !body || !part.target) continue;
		if (mentions(body, key))
			env.names.set(
				key,
				virtualNode("binary", part.target, {
					value: "??",
					part: { left: part.target, right: part.default },
				}),
			);
	}
	const changed =
		env.names.size === 0
			? null
			: withParts(made, (child) => {
					const key = keyOfName(child.part.target);
					if (child === body) return [replaced(child, env)];
					return key !== null && env.names.has(key) && child.part.default
						? [
								withParts(child, (one) =>
									one === child.part.default ? [] : [one],
								),
							]
						: [child];
				});
	withoutDefaults.set(made, changed);
	return changed;
}
