/** `methodCall`: a call of a function by its bare name, or of a method on exactly this receiver. */

import type { Node } from "web-tree-sitter";
import {
	closestName,
	listNames,
	shortenCode,
	spellingAdvice,
	withoutSpaces,
} from "../explain/names.ts";
import { msg } from "../messages/msg.ts";
import { javascriptFamily } from "../parse/grammars.ts";
import {
	firstPart,
	groupBy,
	memoize,
	type SyntaxIndex,
} from "../parse/syntax-index.ts";
import type { AssertionOf } from "../shapes.ts";
import {
	bestOf,
	createMiss,
	createPass,
	type Finding,
	type Matcher,
} from "./matcher.ts";

type Wanted = AssertionOf<"methodCall">;

interface Call {
	name: string;
	node: Node;
	/** The name or the member that is called. */
	callee: Node;
}

/** The call's function, bare name or member; `null` for computed members, `super()`, `import()` and results of calls. */
function callOf(syntax: SyntaxIndex, node: Node): Call[] {
	let callee = node.childForFieldName(
		node.type === "new_expression" ? "constructor" : "function",
	);
	// The TypeScript grammars read `await f<T>(x)` as a call of `await f`.
	if (callee?.type === "await_expression") callee = firstPart(callee);
	const name =
		callee?.type === "identifier"
			? callee
			: callee?.childForFieldName("property");
	return callee && name ? [{ name: syntax.text(name), node, callee }] : [];
}

const calls = (syntax: SyntaxIndex) =>
	groupBy(
		syntax.nodes("call_expression").flatMap((node) => callOf(syntax, node)),
		({ name }) => name,
	);

const constructions = (syntax: SyntaxIndex) =>
	groupBy(
		syntax.nodes("new_expression").flatMap((node) => callOf(syntax, node)),
		({ name }) => name,
	);

/** A receiver without what does not change whom it names: layout, `?` before a dot, and TypeScript's `!` after it. */
const plainReceiver = (text: string) =>
	withoutSpaces(text)
		.replace(/\?\.(?!\d)/g, ".")
		.replace(/!(?=$|\.)/g, "");

/** What a call is made on, as it is compared; empty for a bare call. */
const receiverOf = memoize((syntax, { callee }: Call) => {
	const receiver = callee.childForFieldName("object");
	return receiver ? plainReceiver(syntax.text(receiver)) : "";
});
const shownReceiver = memoize((syntax, call: Call) =>
	shortenCode(receiverOf(syntax, call)),
);

/** The arguments' text without its parentheses; `null` for a tagged template, which is written with none. */
const argumentsOf = memoize((syntax, { node }: Call): string | null => {
	const list = node.childForFieldName("arguments");
	return list?.type === "arguments" ? syntax.text(list).slice(1, -1) : null;
});

const shownArguments = memoize((syntax, call: Call) =>
	shortenCode(argumentsOf(syntax, call) ?? ""),
);

const spelled = ({ method, object }: Wanted) =>
	object ? `${object}.${method}` : method;

/** Text whose quotes and spaces do not matter. */
const alike = (text: string) => withoutSpaces(text).replace(/['`]/g, '"');

/** The first facet in which a call of this name differs, or the call itself; `receiver` is the wanted one in its plain form. */
function compare(
	syntax: SyntaxIndex,
	call: Call,
	wanted: Wanted,
	receiver: string,
): Finding {
	const { node } = call;
	const { method, args = [] } = wanted;
	const text = argumentsOf(syntax, call);
	if (text === null)
		return createMiss(
			2,
			(where) =>
				msg`\`${method}\` (${where}) is used as a template tag; call it with parentheses`,
			{
				node,
				nearMiss: {
					facet: "kind",
					expected: "call",
					actual: msg`template tag`,
				},
			},
		);
	if (receiverOf(syntax, call) !== receiver)
		return otherReceiver(wanted, node, shownReceiver(syntax, call));
	const missing = args.filter((piece) => !text.includes(piece));
	if (missing.length === 0)
		return createPass(
			node,
			(where) => msg`Found \`${spelled(wanted)}(…)\` (${where})`,
		);
	const [first = ""] = missing;
	return createMiss(
		3,
		(where) =>
			alike(text).includes(alike(first))
				? msg`\`${spelled(wanted)}(…)\` (${where}) has \`${first}\` with other quotes or spaces; write it exactly like this`
				: missing.length > 1
					? msg`\`${spelled(wanted)}(…)\` (${where}) does not contain ${listNames(missing)}; add them between its parentheses`
					: msg`\`${spelled(wanted)}(…)\` (${where}) does not contain ${listNames(missing)}; add it between its parentheses`,
		{
			node,
			nearMiss: {
				facet: "arguments",
				expected: args.join(", "),
				actual: shownArguments(syntax, call),
			},
		},
	);
}

function otherReceiver(wanted: Wanted, node: Node, receiver: string): Finding {
	const { method, object = "" } = wanted;
	const near = {
		node,
		nearMiss: {
			facet: "receiver",
			expected: object || "none",
			actual: receiver || "none",
		},
	};
	const advice = object
		? msg`call it on \`${object}\`: \`${object}.${method}(…)\``
		: msg`call it by its name alone: \`${method}(…)\``;
	return createMiss(
		2,
		(where) =>
			receiver
				? msg`\`${method}\` (${where}) is called on \`${receiver}\`; ${advice}`
				: msg`\`${method}\` (${where}) is called by its name alone; ${advice}`,
		near,
	);
}

/** The closest miss once no call of this name is there. */
function closest(syntax: SyntaxIndex, wanted: Wanted): Finding {
	const { method } = wanted;
	const made = syntax.of(constructions).get(method)?.[0];
	if (made)
		return createMiss(
			2,
			(where) =>
				msg`\`${method}\` (${where}) is called with \`new\`; call it without \`new\``,
			{
				node: made.node,
				nearMiss: { facet: "kind", expected: "call", actual: "new" },
			},
		);
	const byName = syntax.of(calls);
	const actual = closestName(method, byName.keys());
	const similar = actual && byName.get(actual)?.[0];
	if (similar)
		return createMiss(1, (where) => spellingAdvice(actual, method, where), {
			node: similar.node,
			nearMiss: { facet: "name", expected: method, actual },
		});
	const name = spelled(wanted);
	const { args = [] } = wanted;
	// `args` are pieces of text: side by side they need not be a call that works.
	const call =
		args.length > 0
			? msg`\`${name}(…)\` with ${listNames(args)} between its parentheses`
			: `\`${name}()\``;
	return createMiss(
		0,
		() => msg`There is no call of \`${name}\` yet; add ${call}`,
	);
}

/** How many of the wanted arguments a call has; of several calls that miss, the fullest one is meant. */
function held(syntax: SyntaxIndex, call: Call, { args = [] }: Wanted): number {
	const text = argumentsOf(syntax, call);
	return args.filter((piece) => text?.includes(piece)).length;
}

export const methodCall: Matcher<"methodCall"> = {
	grammars: javascriptFamily,
	nodeTypes: ["call_expression", "new_expression"],
	compile(wanted) {
		const receiver = plainReceiver(wanted.object ?? "");
		return (syntax) =>
			bestOf(
				syntax.of(calls).get(wanted.method) ?? [],
				(call) => compare(syntax, call, wanted, receiver),
				(call) => held(syntax, call, wanted),
			) ?? closest(syntax, wanted);
	},
};
