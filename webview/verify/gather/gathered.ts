/** What an expression gathers from lists, whatever way it is written in: by loops, methods, comprehensions or functions. */
import type { CodeNode, Project } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { countStep } from "../model/steps.ts";
import { calledGathering } from "./called.ts";
import { collected } from "./collect.ts";
import { defaultIn, defaultOfName } from "./defaults.ts";
import { gathered } from "./nodes.ts";
import { operationsIn } from "./operations.ts";
import { askedIn, countedIn } from "./questions.ts";
import type { Env, Key } from "./replace.ts";
import { orderedName } from "./sorted.ts";
import { streamIn } from "./streams.ts";

/** Kinds of expressions that may gather something. */
export const mayGather =
	/^(call|comprehension|array|object|name|member|index|binary|unary|if|gathered)$/;

const known = new WeakMap<Project, Map<CodeNode, readonly CodeNode[]>>();

/** What an expression gathers; several where it can be read in several ways. */
export function gatheredOf(node: CodeNode): readonly CodeNode[] {
	if (node.kind === "gathered") return [node];
	if (!mayGather.test(node.kind)) return [];
	const { project } = node.source;
	const cache = known.get(project) ?? new Map<CodeNode, readonly CodeNode[]>();
	known.set(project, cache);
	const found = cache.get(node);
	if (found) return found;
	countStep();
	// Code that leads back to itself gathers nothing.
	cache.set(node, []);
	const all = read(node).filter((one) => one !== undefined);
	cache.set(node, all);
	return all;
}

function read(node: CodeNode): (CodeNode | undefined)[] {
	switch (node.kind) {
		case "name":
			return byName(node);
		case "comprehension":
		case "array":
			return [...listIn(node), ...calledGathering(node)];
		case "call":
			return [...listIn(node), ...calledGathering(node), askedIn(node)];
		case "member":
			return [countedIn(node)];
		case "object": {
			const [only, ...more] = node.list.properties;
			return only?.kind === "spread" && only.part.value && more.length === 0
				? [...gatheredOf(only.part.value)]
				: [];
		}
		case "index":
			return [...listIn(node), ...calledGathering(node)];
		default:
			return [askedIn(node), ...defaultIn(node), ...calledGathering(node)];
	}
}

/** What a variable gathers. */
function byName(name: CodeNode): (CodeNode | undefined)[] {
	const own = accumulated(name);
	return [own, ...orderedName(name, own), ...defaultOfName(name)];
}

/** The list that an expression makes of another one. */
function listIn(node: CodeNode): CodeNode[] {
	const stream = streamIn(node);
	if (!stream) return [];
	const { callee } = node.part;
	const isSet =
		(node.kind === "comprehension" && node.value === "set") ||
		(node.kind === "call" &&
			(callee?.value === "Set" ||
				(callee?.kind === "name" &&
					/^(set|frozenset)$/.test(String(callee.value)))));
	const { loops, tests, element, isUnique, isOpen } = stream;
	// A copy of a list is the list.
	const [loop, ...more] = loops;
	if (!isUnique && !isOpen && more.length === 0 && tests.length === 0)
		if (element === loop?.part.target) return [];
	return [
		gathered(isSet ? "set" : "list", node, {
			loops,
			tests,
			body: element,
			isUnique,
			isOpen,
		}),
	];
}

/** What a variable holds that a loop fills. */
function accumulated(name: CodeNode): CodeNode | undefined {
	const variable = resolve(name);
	const declared = variable?.declaredAt.parent;
	const block = declared?.parent;
	if (!variable || declared?.kind !== "declaration" || !block) return undefined;
	const { statements } = block.list;
	const at = statements.indexOf(declared);
	if (at < 0) return undefined;
	const isFilled = variable.values.length > (declared.part.value ? 1 : 0);
	if (!isFilled && variable.fields.length === 0)
		if (!/^(array|object|call)$/.test(declared.part.value?.kind ?? ""))
			return undefined;
	return collectedIn(
		statements.slice(at + 1),
		variable,
		declared.part.value,
		name,
	);
}

/** What statements gather in a variable. */
export function collectedIn(
	statements: readonly CodeNode[],
	key: Key,
	start: CodeNode | undefined,
	at: CodeNode,
	env?: Env,
): CodeNode | undefined {
	const operations = operationsIn(statements, key, env);
	return operations ? collected(operations, key, start, at) : undefined;
}
