/** Definitions: a pack's own patterns, expanded like hygienic macros when a pattern is compiled. */

import type { CompiledCondition } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import { type CodeNode, makeNode, withParts } from "../model/node.ts";
import { CheckFault } from "../results/fault.ts";
import type { Condition, Definitions } from "../shapes.ts";

/** How deeply definitions use definitions. */
const depthCap = 6;

interface Definition {
	head: string;
	parameters: readonly string[];
	body:
		| string
		| readonly string[]
		| {
				pattern: string | readonly string[];
				where?: Record<string, Condition>;
		  };
}

interface ConditionCompiler {
	condition(
		written: Condition,
		field: string,
		depth?: number,
	): CompiledCondition;
}

/** Expands the definitions of a pack. */
export class Definer {
	readonly #byName: ReadonlyMap<string, Definition>;
	/** The heads of the definitions that are being expanded, outermost first. */
	readonly #open: string[] = [];
	#uses = 0;
	/** Faults that tell their definition. */
	readonly #located = new WeakSet<CheckFault>();

	constructor(
		definitions: Definitions,
		readonly parse: (code: string, field: string) => CodeNode,
		readonly compiler: ConditionCompiler,
	) {
		this.#byName = definitionsByName(definitions);
	}

	/** Replaces the uses of definitions in a pattern by their patterns. */
	expand(node: CodeNode, field: string): CodeNode {
		const { callee } = node.part;
		if (node.kind === "call" && callee?.kind === "metavariable") {
			const definition = this.#byName.get(String(callee.value));
			if (definition)
				return this.#use(definition, node, node.list.arguments, field);
		}
		if (node.kind === "metavariable") {
			const definition = this.#byName.get(String(node.value));
			// A metavariable may have the name of a definition with parameters.
			if (definition?.parameters.length === 0)
				return this.#use(definition, node, [], field);
		}
		if (this.#byName.size === 0) return node;
		return replaced(node, (child) => this.expand(child, field));
	}

	#use(
		definition: Definition,
		at: CodeNode,
		given: readonly CodeNode[],
		field: string,
	): CodeNode {
		const { head, parameters, body } = definition;
		if (this.#open.includes(head))
			throw new CheckFault(
				msg`its definition \`${head}\` uses itself; its author should write it out`,
				field,
			);
		if (this.#open.length >= depthCap)
			throw new CheckFault(
				msg`its definitions use each other more than ${depthCap} deep; its author should flatten them`,
				field,
			);
		if (given.length > parameters.length)
			throw new CheckFault(
				msg`it gives \`${head}\` ${given.length} parts, and it takes ${parameters.length}; its author should correct the pattern`,
				field,
			);
		const parts = given.map((one) => this.expand(one, field));
		const tag = `${++this.#uses}·`;
		this.#open.push(head);
		try {
			const isPlain = typeof body === "string" || Array.isArray(body);
			const { pattern, where = {} } = (isPlain ? { pattern: body } : body) as {
				pattern: string | readonly string[];
				where?: Record<string, Condition>;
			};
			const codes = typeof pattern === "string" ? [pattern] : pattern;
			const place = `definitions/patterns/${head}`;
			const put = (node: CodeNode) => this.#put(node, parameters, parts, tag);
			const alternatives = codes.map((code) =>
				put(this.expand(this.parse(code, place), place)),
			);
			const [only] = alternatives;
			const all =
				alternatives.length === 1 && only
					? only
					: {
							...makeNode(at.source, "any", at, {
								value: head,
								list: { alternatives },
							}),
							parent: at.parent,
						};
			const guards = Object.entries(where).map(([name, one]) => {
				const bound = renamed(name.slice(1), parameters, parts, tag);
				return [bound, this.compiler.condition(one, place)] as const;
			});
			return guards.length === 0
				? all
				: {
						...makeNode(at.source, "guarded", at, {
							value: head,
							part: { pattern: all },
							facts: { guards },
						}),
						parent: at.parent,
					};
		} catch (problem) {
			throw this.#placed(problem);
		} finally {
			this.#open.pop();
		}
	}

	/** A fault of a definition's own text, with the way from the check to it; the innermost definition tells. */
	#placed(problem: unknown): unknown {
		if (!(problem instanceof CheckFault) || this.#located.has(problem))
			return problem;
		const [last, ...users] = [...this.#open].reverse();
		const way = users.reduce(
			(inner, head) => msg`${inner}, which \`${head}\` uses`,
			`\`${last}\``,
		);
		const located = new CheckFault(
			msg`in the definition ${way}: ${problem.message}`,
			problem.field,
		);
		this.#located.add(located);
		return located;
	}

	/** Substitutes the arguments for the parameters of a definition's pattern, and renames its other metavariables by `tag`. */
	#put(
		node: CodeNode,
		parameters: readonly string[],
		given: readonly CodeNode[],
		tag: string,
	): CodeNode {
		if (node.kind === "metavariable" && node.value !== "_") {
			const name = String(node.value);
			const index = parameters.indexOf(name);
			// An inner definition has renamed its metavariables already.
			if (index < 0)
				return name.includes("·") ? node : { ...node, value: tag + name };
			return given[index] ?? { ...node, value: "_" };
		}
		if (node.kind === "guarded") {
			const guards = (node.facts.guards ?? []).map(
				([name, condition]) =>
					[renamed(name, parameters, given, tag), condition] as const,
			);
			const inner = replaced(node, (child) =>
				this.#put(child, parameters, given, tag),
			);
			return { ...inner, facts: { guards } };
		}
		const inner = replaced(node, (child) =>
			this.#put(child, parameters, given, tag),
		);
		const { openName } = node.facts;
		return openName && /^[a-z]\w*$/.test(openName)
			? named(inner, openName, parameters, given, tag)
			: inner;
	}
}

/** A member whose name is a metavariable (`$x.$method`): renamed as all are, or with the name that is given for it. */
function named(
	node: CodeNode,
	name: string,
	parameters: readonly string[],
	given: readonly CodeNode[],
	tag: string,
): CodeNode {
	const part = given[parameters.indexOf(name)];
	if (part && /^(name|string)$/.test(part.kind))
		return { ...node, value: part.value, facts: {} };
	const openName = renamed(name, parameters, given, tag) || "_";
	return { ...node, facts: { openName } };
}

/** The name of a definition's metavariable after expansion; empty, which no condition applies to, where its argument is no metavariable. */
function renamed(
	name: string,
	parameters: readonly string[],
	given: readonly CodeNode[],
	tag: string,
): string {
	if (name.includes("·")) return name;
	const index = parameters.indexOf(name);
	const part = given[index];
	if (index < 0) return tag + name;
	return part?.kind === "metavariable" && part.value !== "_"
		? String(part.value)
		: "";
}

/** The node with its children replaced; the node itself when none changes. */
function replaced(
	node: CodeNode,
	change: (child: CodeNode) => CodeNode,
): CodeNode {
	const changed = new Map<CodeNode, CodeNode>();
	for (const child of node.children) {
		const now = change(child);
		if (now !== child) changed.set(child, now);
	}
	return changed.size > 0
		? withParts(node, (child) => [changed.get(child) ?? child])
		: node;
}

const readDefinitions = new WeakMap<
	Definitions,
	ReadonlyMap<string, Definition>
>();

/** The definitions of a set by their names; read once for all checks of the set. */
function definitionsByName(
	definitions: Definitions,
): ReadonlyMap<string, Definition> {
	const known = readDefinitions.get(definitions);
	if (known) return known;
	const byName = new Map<string, Definition>();
	for (const [head, body] of Object.entries(definitions.patterns ?? {})) {
		const { name, parameters } = readHead(head);
		byName.set(name, { head, parameters, body: body as Definition["body"] });
	}
	readDefinitions.set(definitions, byName);
	return byName;
}

/** `$answers($res, $body)`: the name and the names of the parameters. @throws CheckFault for anything else. */
function readHead(head: string): { name: string; parameters: string[] } {
	const [, name, list] = /^\$([a-z]\w*)\s*(?:\(([^()]*)\))?$/.exec(head) ?? [];
	const parameters = (list ?? "")
		.split(",")
		.map((one) => one.trim())
		.filter(Boolean);
	if (!name || !parameters.every((one) => /^\$[a-z]\w*$/.test(one)))
		throw new CheckFault(
			msg`its definition \`${head}\` is not written as \`$name\` or \`$name($part, …)\`; its author should correct it`,
			"",
		);
	return { name, parameters: parameters.map((one) => one.slice(1)) };
}
