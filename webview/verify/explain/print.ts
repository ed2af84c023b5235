/** Prints patterns as code that a learner can read: with the learner's own names, and `…` for what is free. */
import { holds } from "../match/evaluate.ts";
import { match } from "../match/match.ts";
import type { Bindings } from "../match/types.ts";
import { moduleNameOf } from "../model/modules.ts";
import type { CodeNode } from "../model/node.ts";
import {
	importIn,
	isErrorHandler,
	isMaker,
	operatorIn,
	ownName,
	ownRouter,
	pythonConstants,
} from "./conventions.ts";
import { printCss } from "./css.ts";
import type { Hints } from "./hints.ts";
import { printHtml } from "./html.ts";
import { codeOf, withoutMarks } from "./label.ts";
import { printStatement } from "./print-statements.ts";

/** Words of the languages that say nothing of what is asked for. */
const bare =
	/\b(return|const|function|def|class|extends|async|await|new|if|else|not|in|for|yield|export)\b/g;

/** Whether printed code names anything; `….…(…)` does not. */
export const isDistinctive = (text: string) =>
	text !== "a function" &&
	/[\p{L}\d_]|"[^"…]+"/u.test(
		text.replace(anyParameters, "").replace(bare, "").replace(anyMember, ""),
	);

/** The parameters of a function without a name. */
const anyParameters = /\([\w…, ]*\)(?= =>)/g;

/** A member whose name is open: of what it belongs to nothing follows. */
const anyMember = /[\w$]+\.…/g;

/** The most names of a file that are tried for what a pattern means. */
const mostNames = 60;

/** Prints patterns with these bindings and hints, for the learner of a file. */
export class Printer {
	constructor(
		readonly hints: Hints,
		readonly file: CodeNode,
	) {}

	/** A pattern, or the first of its parts that names anything. */
	core(pattern: CodeNode, bindings: Bindings): string {
		return this.print(
			this.#distinctive(pattern, bindings) ?? pattern,
			bindings,
		);
	}

	#distinctive(pattern: CodeNode, bindings: Bindings): CodeNode | null {
		this.#isNaming = false;
		const text = this.print(pattern, bindings);
		this.#isNaming = true;
		if (isDistinctive(text) && pattern.kind !== "block") return pattern;
		const inner =
			pattern.kind === "any"
				? pattern.list.alternatives.slice(0, 1)
				: pattern.children;
		for (const one of inner) {
			const found = this.#distinctive(one, bindings);
			if (found) return found;
		}
		return null;
	}

	/** A call that code belongs into, with one of the names that its method may have. */
	holder(pattern: CodeNode): string | null {
		if (this.#distinctive(pattern, {}) === pattern) return null;
		this.#isOfMethods = true;
		const text = this.print(pattern, {});
		this.#isOfMethods = false;
		const [callee] = /^\w+\.\w+(?=\()/.exec(text) ?? [];
		return callee ? `${callee}(…)` : null;
	}

	/** Whether open methods are printed by the first of their names. */
	#isOfMethods = false;

	/** Whether what a definition speaks of is printed with the learner's name for it, which alone names nothing that is missing. */
	#isNaming = true;

	/** The learner's own name for what a part of something else is, such as the second item of `useState(2)`. */
	#ownName(pattern: CodeNode, bindings: Bindings): string | null {
		const { object } = pattern.part;
		const isKnown =
			object?.kind === "metavariable"
				? bindings[String(object.value)] !== undefined
				: object?.kind === "call" && pattern.kind === "index";
		if (!isKnown || pattern.facts.openName) return null;
		return this.#nameFor((node) => match(pattern, node, bindings, () => true));
	}

	/** What the names have in common that an open call of a part of something else may have: `set…` of `setName` and `setAmount`. */
	#commonName({ part, list }: CodeNode, bindings: Bindings): string | null {
		const { callee } = part;
		const isOpen = list.arguments.every(({ kind }) => kind === "ellipsis");
		if (callee?.kind !== "index" || callee.part.object?.kind !== "call")
			return null;
		if (!isOpen) return null;
		const names = [
			...this.#namesFor((node) => match(callee, node, bindings, () => true)),
		];
		const [first = ""] = names;
		const shared = [...first].findIndex((letter, index) =>
			names.some((name) => name[index] !== letter),
		);
		return names.length > 1 && shared > 2 ? `${first.slice(0, shared)}…` : null;
	}

	/** The first name of the file for which a question is answered with yes. */
	#nameFor(fits: (name: CodeNode) => boolean): string | null {
		const [name] = this.#namesFor(fits);
		return name ?? null;
	}

	*#namesFor(fits: (name: CodeNode) => boolean): Generator<string> {
		const tried = new Set<string>();
		for (const node of this.file.source.nodes) {
			const name = String(node.value);
			if (node.kind !== "name" || tried.has(name)) continue;
			if (tried.size >= mostNames) break;
			tried.add(name);
			if (fits(node)) yield name;
		}
	}

	/** What another file of a Python program declares for a pattern: `readings.router`. */
	#elsewhere(pattern: CodeNode): string | null {
		const { source } = this.file;
		if (source.family !== "python") return null;
		for (const { path, root } of source.project.files.values())
			for (const one of root.source === source ? [] : root.list.statements)
				if (
					one.part.value &&
					typeof one.value === "string" &&
					match(pattern, one.part.value, {}, () => true)
				)
					return `${path.replace(/^.*\/|\.py$/g, "")}.${one.value}`;
		return null;
	}

	/** Arguments, without those that a pattern leaves open beside others. */
	#arguments(nodes: readonly CodeNode[], bindings: Bindings): string {
		const written = nodes.filter(({ kind }) => kind !== "ellipsis");
		return (written.length > 0 ? written : nodes)
			.map((one) => this.print(one, bindings))
			.join(", ");
	}

	/** A pattern as code; nothing in it shows how patterns are read. */
	print(pattern: CodeNode | undefined, bindings: Bindings): string {
		return pattern ? withoutMarks(this.#write(pattern, bindings)) : "";
	}

	#write(pattern: CodeNode, bindings: Bindings): string {
		const { part, list, value, facts } = pattern;
		const { family } = pattern.source;
		if (family === "html" && /^(attribute|element|text)$/.test(pattern.kind))
			return printHtml(pattern, bindings);
		if (
			family === "css" &&
			/^(atRule|property|reference|rule|string|term)$/.test(pattern.kind)
		)
			return printCss(pattern, bindings);
		const isPython = family === "python";
		const show = (one: CodeNode | undefined) => this.print(one, bindings);
		const all = (nodes: readonly CodeNode[]) => nodes.map(show).join(", ");
		switch (pattern.kind) {
			case "metavariable":
				return this.#metavariable(String(value), bindings);
			case "ellipsis":
				return "…";
			case "string":
				return `"${String(value).replace(/µ\w+/g, "…")}"`;
			case "constant":
				if (facts.isUndefined) return "undefined";
				return isPython
					? (pythonConstants[String(value)] ?? String(value))
					: String(value);
			case "member":
				return facts.openName === "__"
					? show(part.object)
					: (this.#ownName(pattern, bindings) ??
							`${this.#receiver(part.object, bindings, value)}.${value ?? this.#method(facts.openName)}`);
			case "index":
				return (
					this.#ownName(pattern, bindings) ??
					(part.object?.kind === "call" && part.key?.kind === "number"
						? "…"
						: `${show(part.object)}[${show(part.key)}]`)
				);
			case "slice":
				return `${show(part.start)}:${show(part.stop)}`;
			case "call":
				return `${facts.isNew ? "new " : ""}${this.#commonName(pattern, bindings) ?? show(part.callee)}(${this.#arguments(list.arguments, bindings)})`;
			case "keyword":
				return `${value}=${show(part.value)}`;
			case "object":
				return list.properties.length > 0
					? `{ ${all(list.properties)} }`
					: "{}";
			case "property":
				if (pattern.parent?.parent?.kind === "class" && !isFunction(part.value))
					return `${prefixOf(pattern)}${value}${part.value ? ` = ${show(part.value)}` : ""}`;
				return !isPython && value && isFunction(part.value)
					? `${prefixOf(pattern)}${value}(${this.#arguments(part.value.list.parameters, bindings)})`
					: `${part.key && family !== "json" ? `[${show(part.key)}]` : isPython || family === "json" ? (part.key ? show(part.key) : `"${value}"`) : value}: ${show(part.value)}`;
			case "array":
				return `[${all(list.elements)}]`;
			case "tuple":
				return `(${all(list.elements)})`;
			case "template":
				return list.elements.map(show).join(" + ");
			case "spread":
				return `${isPython ? "**" : "..."}${show(part.value)}`;
			case "any":
				return show(list.alternatives[0]);
			case "guarded":
				return show(part.pattern);
			case "sequence":
				return list.statements.map(show).join(" … ");
			case "return":
				return part.value ? `return ${show(part.value)}` : "return";
			case "throw":
				return `${isPython ? "raise" : "throw"} ${show(part.value)}`;
			case "await":
			case "yield":
				return part.value
					? `${pattern.kind} ${show(part.value)}`
					: pattern.kind;
			case "unary":
				return value === "!" && isPython
					? `not ${show(part.value)}`
					: `${value}${show(part.value)}`;
			case "binary":
				return `${show(part.left)} ${operatorIn(String(value), isPython)} ${show(part.right)}`;
			case "union":
				return list.elements.map(show).join(" | ");
			case "assignment":
				return `${show(part.target)} ${value} ${show(part.value)}`;
			case "if":
			case "loop":
			case "try":
			case "clause":
				return printStatement(pattern, show);
			case "function":
				return isPython
					? "a function"
					: `${facts.isAsync ? "async " : ""}(${isErrorHandler(list.parameters) ? "err, req, res, next" : this.#arguments(list.parameters, bindings)}) => …`;
			case "parameter":
				return `${show(part.target)}${part.type ? `: ${show(part.type)}` : ""}${part.default ? ` = ${show(part.default)}` : ""}`;
			case "declaration":
				return this.#declaration(pattern, bindings);
			case "export":
				return value === "default"
					? `export default ${show(part.value)}`
					: `export ${value}`;
			case "import":
				return importIn(pattern);
			case "element":
				return this.#element(pattern, bindings);
			case "class":
				return `class ${String(value ?? "…").replace(/µ\w*/g, "…")}`;
			case "field":
				return `${value}${facts.isOptional ? "?" : ""}: ${show(part.type)}`;
			case "shape":
				return `{ ${all(list.members)} }`;
			case "name":
			case "number":
			case "text":
			case "regex":
			case "jump":
				return String(value);
			default:
				return pattern.children.length > 0
					? all(pattern.children)
					: String(value ?? "…").replace(/^\w+ /, "");
		}
	}

	#method(name: string | undefined): string {
		const own = String(name).replace(/^.*·/, "");
		return (this.#isOfMethods && this.hints.methods.get(own)) || "…";
	}

	/** What a method is called on; a call such as `express()` by the name that holds its result. */
	#receiver(
		pattern: CodeNode | undefined,
		bindings: Bindings,
		method: unknown,
	): string {
		if (pattern?.value === "_" && pattern.kind === "metavariable") {
			const own = ownRouter(this.file, String(method));
			if (own) return own;
		}
		const isMade =
			pattern?.kind === "call" && moduleNameOf(pattern.part.callee);
		return (
			(isMade &&
				this.#nameFor((node) => match(pattern, node, bindings, () => true))) ||
			this.print(pattern, bindings)
		);
	}

	/** The learner's name for it, or what it is asked to be. */
	#metavariable(name: string, bindings: Bindings): string {
		const bound = bindings[name];
		if (bound) {
			const { owner } = bound.facts;
			const text =
				bound.kind === "parameterValue" && owner
					? String(owner.list.parameters[Number(bound.value)]?.value ?? "…")
					: codeOf(bound);
			return bound.source.family === "json" || /^[\w.$]+$/.test(text)
				? text
				: "…";
		}
		const hint = this.hints.patterns.get(name);
		if (hint && !(hint.kind === "metavariable" && hint.value === name))
			return (
				(hint.kind === "call" &&
					(this.#nameFor((node) => match(hint, node, {}, () => true)) ??
						this.#elsewhere(hint) ??
						(isMaker(hint) ? "…" : null))) ||
				this.print(hint, bindings)
			);
		const text = this.hints.texts.get(name);
		if (text !== undefined) return `"${text}"`;
		if (this.#isNaming && this.hints.parameters.has(name)) return ownName(name);
		const guard = this.hints.guards.get(name);
		if (!guard || !this.#isNaming) return "…";
		return this.#nameFor((node) => holds(guard, node, {}, () => true)) ?? "…";
	}

	#declaration(
		{ part, list, value, source }: CodeNode,
		bindings: Bindings,
	): string {
		const decorators = list.decorators
			.map((one) => `@${this.print(one, bindings)} `)
			.join("");
		const target = this.print(part.target, bindings);
		const given = part.value;
		if (given?.kind === "function") {
			const isOpen = given.list.parameters.some(
				({ kind }) => kind === "ellipsis",
			);
			const printed = this.#arguments(given.list.parameters, bindings);
			// Those without a default come first, and the pattern need not name them.
			const parameters = isOpen && printed.includes(" = ") ? "…" : printed;
			return `${target === "…" ? decorators : ""}${source.family === "python" ? "def" : "function"} ${target}(${parameters})`;
		}
		if (given?.kind === "class") {
			const bases = given.list.bases
				.map((one) => this.print(one, bindings))
				.filter((one) => one !== "…")
				.join(", ");
			const isPython = source.family === "python";
			const from = isPython ? `(${bases})` : ` extends ${bases}`;
			return `class ${target.replace(/^µ\w*/, "…")}${bases && from}`;
		}
		if (given?.kind === "shape") return `interface ${value ?? target}`;
		return `${target}${part.type ? `: ${this.print(part.type, bindings)}` : ""}${given ? ` = ${this.print(given, bindings)}` : ""}`;
	}

	#element({ value, list }: CodeNode, bindings: Bindings): string {
		const attributes = list.attributes.map((one) =>
			one.kind === "spread"
				? ""
				: one.part.value
					? ` ${one.value}={${this.print(one.part.value, bindings)}}`
					: ` ${one.value}`,
		);
		return `<${String(value).replace(/µ\w*/g, "…")}${attributes.join("")}>`;
	}
}

const isFunction = (node: CodeNode | undefined): node is CodeNode =>
	node?.kind === "function";

/** What stands before the name of a method: `static async `. */
const prefixOf = ({ facts, part: { value } }: CodeNode): string =>
	[
		facts.isStatic && "static ",
		value?.facts.isAsync && "async ",
		value?.facts.isGetter && "get ",
		value?.facts.isSetter && "set ",
	]
		.filter(Boolean)
		.join("");
