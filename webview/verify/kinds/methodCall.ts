/** `methodCall`: a call of a function by its bare name, or of a method on exactly this receiver. */
import type { Node } from "web-tree-sitter";
import {
	closestName,
	listed,
	shown,
	spellingAdvice,
	squeezed,
} from "../explain/names.ts";
import { type Facts, firstPart, groupBy, once } from "../parse/facts.ts";
import { javascriptFamily } from "../parse/grammars.ts";
import type { AssertionOf } from "../shapes.ts";
import {
	bestOf,
	type Finding,
	found,
	type Matcher,
	missed,
} from "./matcher.ts";

type Wanted = AssertionOf<"methodCall">;

interface Call {
	name: string;
	node: Node;
	/** The name or the member that is called. */
	callee: Node;
}

/** The call's function, bare name or member; `null` for computed members, `super()`, `import()` and results of calls. */
function callOf(facts: Facts, node: Node): Call[] {
	let callee = node.childForFieldName(
		node.type === "new_expression" ? "constructor" : "function",
	);
	// The TypeScript grammars read `await f<T>(x)` as a call of `await f`.
	if (callee?.type === "await_expression") callee = firstPart(callee);
	const name =
		callee?.type === "identifier"
			? callee
			: callee?.childForFieldName("property");
	return callee && name ? [{ name: facts.text(name), node, callee }] : [];
}

const calls = (facts: Facts) =>
	groupBy(
		facts.nodes("call_expression").flatMap((node) => callOf(facts, node)),
		({ name }) => name,
	);

const constructions = (facts: Facts) =>
	groupBy(
		facts.nodes("new_expression").flatMap((node) => callOf(facts, node)),
		({ name }) => name,
	);

/** A receiver without what does not change whom it names: layout, `?` before a dot, and TypeScript's `!` after it. */
const plainReceiver = (text: string) =>
	squeezed(text)
		.replace(/\?\.(?!\d)/g, ".")
		.replace(/!(?=$|\.)/g, "");

/** What a call is made on, as it is compared; empty for a bare call. */
const receiverOf = once((facts, { callee }: Call) => {
	const receiver = callee.childForFieldName("object");
	return receiver ? plainReceiver(facts.text(receiver)) : "";
});
const shownReceiver = once((facts, call: Call) =>
	shown(receiverOf(facts, call)),
);

/** The arguments' text without its parentheses; `null` for a tagged template, which is written with none. */
const argumentsOf = once((facts, { node }: Call): string | null => {
	const list = node.childForFieldName("arguments");
	return list?.type === "arguments" ? facts.text(list).slice(1, -1) : null;
});

const shownArguments = once((facts, call: Call) =>
	shown(argumentsOf(facts, call) ?? ""),
);

const spelled = ({ method, object }: Wanted) =>
	object ? `${object}.${method}` : method;

/** Text whose quotes and spaces do not matter. */
const alike = (text: string) => squeezed(text).replace(/['`]/g, '"');

/** The first facet in which a call of this name differs, or the call itself; `receiver` is the wanted one in its plain form. */
function compare(
	facts: Facts,
	call: Call,
	wanted: Wanted,
	receiver: string,
): Finding {
	const { node } = call;
	const { method, args = [] } = wanted;
	const text = argumentsOf(facts, call);
	if (text === null)
		return missed(
			2,
			(where) =>
				`\`${method}\` (${where}) is used as a template tag; call it with parentheses`,
			{
				node,
				nearMiss: { facet: "kind", expected: "call", actual: "template tag" },
			},
		);
	if (receiverOf(facts, call) !== receiver)
		return otherReceiver(wanted, node, shownReceiver(facts, call));
	const missing = args.filter((piece) => !text.includes(piece));
	if (missing.length === 0)
		return found(node, (where) => `Found \`${spelled(wanted)}(…)\` (${where})`);
	const [first = ""] = missing;
	return missed(
		3,
		(where) =>
			alike(text).includes(alike(first))
				? `\`${spelled(wanted)}(…)\` (${where}) has \`${first}\` with other quotes or spaces; write it exactly like this`
				: `\`${spelled(wanted)}(…)\` (${where}) does not contain ${listed(missing)}; add ${missing.length > 1 ? "them" : "it"} between its parentheses`,
		{
			node,
			nearMiss: {
				facet: "arguments",
				expected: args.join(", "),
				actual: shownArguments(facts, call),
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
		? `call it on \`${object}\`: \`${object}.${method}(…)\``
		: `call it by its name alone: \`${method}(…)\``;
	return missed(
		2,
		(where) =>
			receiver
				? `\`${method}\` (${where}) is called on \`${receiver}\`; ${advice}`
				: `\`${method}\` (${where}) is called by its name alone; ${advice}`,
		near,
	);
}

/** The closest miss once no call of this name is there. */
function closest(facts: Facts, wanted: Wanted): Finding {
	const { method } = wanted;
	const made = facts.of(constructions).get(method)?.[0];
	if (made)
		return missed(
			2,
			(where) =>
				`\`${method}\` (${where}) is called with \`new\`; call it without \`new\``,
			{
				node: made.node,
				nearMiss: { facet: "kind", expected: "call", actual: "new" },
			},
		);
	const byName = facts.of(calls);
	const actual = closestName(method, byName.keys());
	const similar = actual && byName.get(actual)?.[0];
	if (similar)
		return missed(1, (where) => spellingAdvice(actual, method, where), {
			node: similar.node,
			nearMiss: { facet: "name", expected: method, actual },
		});
	const name = spelled(wanted);
	const { args = [] } = wanted;
	// `args` are pieces of text: side by side they need not be a call that works.
	const call =
		args.length > 0
			? `\`${name}(…)\` with ${listed(args)} between its parentheses`
			: `\`${name}()\``;
	return missed(0, () => `There is no call of \`${name}\` yet; add ${call}`);
}

/** How many of the wanted arguments a call has; of several calls that miss, the fullest one is meant. */
function held(facts: Facts, call: Call, { args = [] }: Wanted): number {
	const text = argumentsOf(facts, call);
	return args.filter((piece) => text?.includes(piece)).length;
}

export const methodCall: Matcher<"methodCall"> = {
	grammars: javascriptFamily,
	nodeTypes: ["call_expression", "new_expression"],
	compile(wanted) {
		const receiver = plainReceiver(wanted.object ?? "");
		return (facts) =>
			bestOf(
				facts.of(calls).get(wanted.method) ?? [],
				(call) => compare(facts, call, wanted, receiver),
				(call) => held(facts, call, wanted),
			) ?? closest(facts, wanted);
	},
};
