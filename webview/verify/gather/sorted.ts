/** Lists in an order, and the first or last of one: copies that are sorted, `sorted`, `toSorted`, `max` by a key. */
import { type CodeNode, calleeName, virtualNode } from "../model/node.ts";
import { referencesTo } from "../model/reach.ts";
import { resolve } from "../model/scopes.ts";
import { truthOf } from "../model/truth.ts";
import { gatheredOf } from "./gathered.ts";
import { gathered, word } from "./nodes.ts";
import { applied, isEqual, keyOfName, mentions } from "./replace.ts";
import {
	elementOf,
	functionIn,
	givenFor,
	loopOver,
	not,
	streamIn,
} from "./streams.ts";

/** Expressions that make a new list. */
export function isFresh(node: CodeNode): boolean {
	if (/^(array|comprehension)$/.test(node.kind)) return true;
	if (node.kind === "index") return node.part.key?.kind === "slice";
	return (
		node.kind === "call" &&
		/^(slice|concat|from|list|copy|deepcopy|structuredClone|map|filter|toSorted|toReversed|sorted|values|keys|entries)$/.test(
			calleeName(node) ?? "",
		)
	);
}

/** The list that a fresh one is a copy of, or what it is made of; the order of a set is the order of its elements. */
function copied(node: CodeNode): CodeNode {
	const stream = streamIn(node);
	if (!stream) return node;
	const { loops, tests, element, isUnique, isOpen } = stream;
	const [loop, ...more] = loops;
	const isWhole =
		more.length === 0 &&
		tests.length === 0 &&
		!isUnique &&
		!isOpen &&
		element === loop?.part.target;
	return isWhole && loop?.part.iterable
		? loop.part.iterable
		: gathered("list", node, {
				loops,
				tests,
				body: element,
				isUnique,
				isOpen,
			});
}

/** An order of a list by a key: from the least on, unless `isTurned` is true or a condition that is. */
function order(at: CodeNode, list: CodeNode, by: Order): CodeNode {
	return gathered("sorted", at, {
		loops: [by.loop ?? loopOver(list, elementOf(list))],
		key: by.key,
		body: by.comparator,
		operator: by.turned,
	});
}

interface Order {
	loop?: CodeNode;
	key?: CodeNode | undefined;
	comparator?: CodeNode | undefined;
	turned: CodeNode;
}

const isNamed = (node: CodeNode, name: string) =>
	node.kind === "keyword" && node.value === name;

/** The order of `sorted(list, key=…, reverse=…)` and `list.sort(…)` in Python. */
function pythonOrder(
	at: CodeNode,
	list: CodeNode,
	given: readonly CodeNode[],
): Order | null {
	const key = given.find((one) => isNamed(one, "key"))?.part.value;
	const reverse = given.find((one) => isNamed(one, "reverse"))?.part.value;
	const element = elementOf(list);
	const by = key ? givenFor(key, element) : element;
	if (!by || given.some(({ kind }) => kind === "spread" || kind === "ellipsis"))
		return null;
	const turned = reverse ?? word(at, "false");
	const { condition, consequence, alternative } = by.part;
	if (by.kind === "if" && condition && consequence && alternative && !reverse) {
		for (const [one, other, asked] of [
			[consequence, alternative, condition],
			[alternative, consequence, not(condition)],
		] as const)
			if (isMinus(one) && isEqual(one.part.value, other))
				return { loop: loopOver(list, element), key: other, turned: asked };
		return null;
	}
	const isNegative = isMinus(by);
	return {
		loop: loopOver(list, element),
		key: isNegative ? by.part.value : by,
		turned: isNegative ? opposite(turned) : turned,
	};
}

const isMinus = ({ kind, value }: CodeNode) =>
	kind === "unary" && value === "-";

const opposite = (turned: CodeNode): CodeNode => {
	const truth = truthOf(turned);
	return truth === undefined ? not(turned) : word(turned, String(!truth));
};

/** The order that JavaScript's comparison of two elements makes. */
function scriptOrder(
	at: CodeNode,
	list: CodeNode,
	given: CodeNode | undefined,
): Order | null {
	const element = elementOf(list);
	const loop = loopOver(list, element);
	if (!given) return { loop, key: word(at, "text"), turned: word(at, "false") };
	if (given.kind === "ellipsis") return null;
	const made = functionIn(given);
	const [one, other] = [elementOf(list), elementOf(list)];
	const result = made && applied(made, [one, other]);
	if (!result) return null;
	const found = comparedIn(result, one, other);
	return found
		? {
				loop,
				key: changed(found.key, one, element),
				turned: word(at, String(found.isTurned)),
			}
		: null;
}

/** Code with one node in place of another. */
function changed(node: CodeNode, from: CodeNode, to: CodeNode): CodeNode {
	if (node === from) return to;
	if (node.children.length === 0) return node;
	const part = Object.fromEntries(
		Object.entries(node.part).map(([name, one]) => [
			name,
			one && changed(one, from, to),
		]),
	);
	const list = Object.fromEntries(
		Object.entries(node.list).map(([name, all]) => [
			name,
			all.map((one) => changed(one, from, to)),
		]),
	);
	return virtualNode(node.kind, node, {
		value: node.value,
		part,
		list,
		facts: node.facts,
	});
}

const isWith = (node: CodeNode, part: CodeNode): boolean =>
	node === part || node.children.some((one) => isWith(one, part));

/** The key by which two elements are compared. */
function comparedIn(
	result: CodeNode,
	one: CodeNode,
	other: CodeNode,
): { key: CodeNode; isTurned: boolean } | null {
	const { left, right, condition, consequence, callee } = result.part;
	const pair = (
		first: CodeNode | undefined,
		second: CodeNode | undefined,
		isTurned: boolean,
	) => {
		if (!first || !second) return null;
		const isOther = isWith(first, other);
		if (isOther === isWith(first, one)) return null;
		const [mine, theirs] = isOther ? [second, first] : [first, second];
		return isEqual(changed(theirs, other, one), mine)
			? { key: mine, isTurned: isOther !== isTurned }
			: null;
	};
	if (result.kind === "binary" && result.value === "-")
		return pair(left, right, false);
	if (isMinus(result) && result.part.value) {
		const found = comparedIn(result.part.value, one, other);
		return found && { ...found, isTurned: !found.isTurned };
	}
	if (result.kind === "binary" && result.value === "||" && left) return null;
	if (result.kind === "call" && callee?.value === "localeCompare") {
		const found = pair(callee.part.object, result.list.arguments[0], false);
		return (
			found && {
				...found,
				key: virtualNode("call", result, {
					part: {
						callee: virtualNode("name", result, { value: "localeCompare" }),
					},
					list: { arguments: [found.key] },
				}),
			}
		);
	}
	const operator = String(condition?.value);
	const first =
		consequence?.kind === "unary" && consequence.value === "-"
			? -1
			: consequence?.kind === "number"
				? Math.sign(Number(consequence.value))
				: 0;
	if (result.kind === "if" && /^[<>]=?$/.test(operator) && first !== 0)
		return pair(
			condition?.part.left,
			condition?.part.right,
			operator.startsWith("<") !== first < 0,
		);
	return null;
}

/** The orders and ends of orders that an expression gives. */
export function orderedIn(node: CodeNode): CodeNode[] {
	const isPython = node.source.family === "python";
	const { callee, condition, consequence, alternative, object, key } =
		node.part;
	if (node.kind === "if") {
		// `sorted(…, reverse=True) if descending else sorted(…)`
		if (!condition || !consequence || !alternative) return [];
		return sortedIn(consequence).flatMap((one) =>
			sortedIn(alternative).flatMap((other) => {
				const [yes, no] = [one, other].map((each) =>
					each.part.condition ? truthOf(each.part.condition) : undefined,
				);
				const [first, second] = [one, other].map((each) => each.list.loops[0]);
				const isSame =
					isEqual(first?.part.iterable, second?.part.iterable) &&
					isEqual(
						one.part.key,
						other.part.key &&
							second?.part.target &&
							first?.part.target &&
							changed(other.part.key, second.part.target, first.part.target),
					);
				return isSame && yes !== undefined && yes === !no
					? [
							{
								...one,
								part: {
									...one.part,
									condition: yes ? condition : not(condition),
								},
							},
						]
					: [];
			}),
		);
	}
	if (node.kind === "index" && object) {
		if (key?.kind === "slice") return [];
		const place = key?.kind === "number" ? key.value : null;
		return place === 0 || place === -1
			? sortedIn(object).flatMap((one) => endOf(node, one, place === 0))
			: [];
	}
	if (node.kind !== "call") return [];
	const given = node.list.arguments;
	const name = String(callee?.value);
	const on = callee?.kind === "member" ? callee.part.object : undefined;
	const [first] = given;
	if (!on) {
		if (!first || !isPython) return [];
		if (/^(list|tuple)$/.test(name)) return sortedIn(first);
		if (name === "sorted") {
			const list = copied(first);
			const by = pythonOrder(node, list, given.slice(1));
			return by ? [order(node, list, by)] : [];
		}
		if (!/^(max|min)$/.test(name) || (given[1] && given[1].kind !== "keyword"))
			return [];
		const by = pythonOrder(node, first, given.slice(1));
		return by?.loop
			? [
					gathered("best", node, {
						loops: [by.loop],
						key: by.key,
						operator: word(
							node,
							(name === "max") === (truthOf(by.turned) === false)
								? "greatest"
								: "least",
						),
					}),
				]
			: [];
	}
	if (/^(toSorted|sort)$/.test(name) && !isPython) {
		if (name === "sort" && !isFresh(on)) return [];
		const list = copied(on);
		const by = scriptOrder(node, list, first);
		return by ? [order(node, list, by)] : [];
	}
	if (/^(reverse|toReversed)$/.test(name) && !isPython)
		return sortedIn(on).map(reversed);
	if (name === "slice" && (!first || (first.value === 0 && !given[1])))
		return sortedIn(on);
	const isEnd =
		name === "pop" ||
		name === "shift" ||
		(name === "at" && first?.kind === "number");
	return isEnd
		? sortedIn(on).flatMap((one) =>
				endOf(node, one, name === "shift" || first?.value === 0),
			)
		: [];
}

const sortedIn = (node: CodeNode): CodeNode[] =>
	[
		...gatheredOf(node),
		...(node.kind === "name" && (resolve(node)?.values.length ?? 0) === 1
			? (resolve(node)?.values ?? []).flatMap((one) => gatheredOf(one))
			: []),
	].filter(({ value }) => value === "sorted");

const reversed = (one: CodeNode): CodeNode => ({
	...one,
	part: {
		...one.part,
		condition: one.part.condition && opposite(one.part.condition),
	},
});

/** The first or last element of an order: the one with the least or the greatest key. */
function endOf(at: CodeNode, one: CodeNode, isFirst: boolean): CodeNode[] {
	const { condition, key } = one.part;
	const turned = truthOf(condition);
	return turned === undefined || !key
		? []
		: [
				gathered("best", at, {
					loops: one.list.loops,
					key,
					operator: word(at, isFirst === turned ? "greatest" : "least"),
				}),
			];
}

/** What a copy is after its own `sort` and `reverse`. */
export function orderedName(
	name: CodeNode,
	own: CodeNode | undefined,
): CodeNode[] {
	const variable = resolve(name);
	if (!variable) return [];
	const isPython = name.source.family === "python";
	const key = keyOfName(name);
	// `list = [...list, x]` lets the list grow: that is in what it gathers.
	const grows = (one: CodeNode) => !!own && !!key && mentions(one, key);
	const fresh = variable.values.filter((one) => isFresh(one) && !grows(one));
	const start = fresh.at(-1);
	const [filled] = start && fresh.length === 1 ? [start] : [];
	if (!filled) return [];
	const changes = referencesTo(variable, name.source)
		.map(({ parent }) => parent)
		.flatMap((member) =>
			member?.kind === "member" &&
			/^(sort|reverse)$/.test(String(member.value)) &&
			member.parent?.part.callee === member
				? [member.parent]
				: [],
		);
	const isEmpty =
		filled.list.elements.length + filled.list.arguments.length === 0;
	const isGrown = isEmpty || variable.values.some(grows);
	const list = (isGrown && own) || copied(filled);
	let found = sortedIn(filled)[0];
	for (const change of changes) {
		if (change.part.callee?.value === "sort") {
			const given = change.list.arguments;
			const by = isPython
				? pythonOrder(change, list, given)
				: scriptOrder(change, list, given[0]);
			if (!by) return [];
			found = order(name, list, by);
		} else if (found) {
			const around = change.parent?.parent;
			const isAsked =
				around?.kind === "if" && around.part.consequence === change.parent;
			const turned = found.part.condition;
			if (isAsked && around.part.condition && truthOf(turned) === false)
				found = {
					...found,
					part: { ...found.part, condition: around.part.condition },
				};
			else found = reversed(found);
		}
	}
	return found && changes.length > 0 ? [found] : [];
}
