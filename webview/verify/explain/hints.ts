/** What is known of the metavariables of a check's patterns, for printing them where they are not bound. */
import type { CompiledCondition } from "../match/types.ts";
import type { CodeNode } from "../model/node.ts";
import { regexLiterals } from "../query/regex-literals.ts";

/** What unbound metavariables are asked to be, by their names: a pattern, a text, or what a definition says of them. */
export interface Hints {
	patterns: Map<string, CodeNode>;
	texts: Map<string, string>;
	guards: Map<string, CompiledCondition>;
	/** What definitions say of the names of methods. */
	methods: Map<string, string>;
	/** The metavariables that stand for parameters: they are printed by their own names. */
	parameters: Set<string>;
}

/** The hints of some conditions; earlier ones win. */
export function hintsOf(conditions: readonly CompiledCondition[]): Hints {
	const hints: Hints = {
		patterns: new Map(),
		texts: new Map(),
		guards: new Map(),
		methods: new Map(),
		parameters: new Set(),
	};
	for (const one of conditions) collectHints(one, hints);
	return hints;
}

/** What metavariables are asked to be, for printing. */
function collectHints(condition: CompiledCondition, hints: Hints) {
	const { patterns, where, any, all, has } = condition;
	for (const [name, one] of where) {
		const wanted = [one, ...one.all, ...(one.any ?? []).slice(0, 1)].flatMap(
			({ patterns }) => patterns?.slice(0, 1) ?? [],
		);
		const pattern = wanted.find(({ kind }) => kind === "name") ?? wanted[0];
		const [word] = (one.regex && regexLiterals(one.regex.source)?.words) || [];
		if (pattern && !hints.patterns.has(name)) hints.patterns.set(name, pattern);
		if (word) hints.texts.set(name, word);
		collectHints(one, hints);
	}
	for (const pattern of patterns ?? [])
		for (const one of hintingNodes(pattern)) collectGuards(one, hints);
	for (const one of [...(any ?? []), ...all, ...(has ? [has] : [])])
		collectHints(one, hints);
}

const hinting = new WeakMap<CodeNode, readonly CodeNode[]>();

/** The nodes of a pattern that say something of metavariables, in its order: few of many, found once for each pattern. */
function hintingNodes(pattern: CodeNode): readonly CodeNode[] {
	const known = hinting.get(pattern);
	if (known) return known;
	const nodes: CodeNode[] = [];
	const visit = (node: CodeNode) => {
		const { target } = node.part;
		if (
			node.facts.guards ||
			(node.kind === "parameter" && target?.kind === "metavariable")
		)
			nodes.push(node);
		node.children.forEach(visit);
	};
	visit(pattern);
	hinting.set(pattern, nodes);
	return nodes;
}

/** What a node of a pattern, and definitions in it, say of metavariables. */
function collectGuards(pattern: CodeNode, hints: Hints) {
	const guards = (pattern.facts.guards ?? []) as CompiledCondition["where"];
	for (const [name, one] of guards) {
		if (one.patterns) hints.guards.set(name, one);
		const [text] = (one.regex && regexLiterals(one.regex.source)?.words) || [];
		if (text && !hints.texts.has(name)) hints.texts.set(name, text);
		const [, word] = /^\^\((\w+)\|/.exec(one.regex?.source ?? "") ?? [];
		if (word) hints.methods.set(name.replace(/^.*·/, ""), word);
	}
	const { target } = pattern.part;
	if (pattern.kind === "parameter" && target?.kind === "metavariable")
		if (/^[a-z]+$/.test(String(target.value).replace(/^.*·/, "")))
			hints.parameters.add(String(target.value));
}
