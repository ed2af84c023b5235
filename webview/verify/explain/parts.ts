/** What a node lacks of a pattern: its parts are weighed one by one, and the first that differs is reported. */

import { match } from "../match/match.ts";
import type { Bindings } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import { isSameMember } from "../model/classes.ts";
import { moduleNameOf } from "../model/modules.ts";
import type { CodeNode } from "../model/node.ts";
import { valuesOf } from "../model/values.ts";
import { BlockWeigher } from "./blocks.ts";
import type { Step } from "./calls.ts";
import { codeOf, labelOf } from "./label.ts";
import { isOpenCall } from "./look-alikes.ts";
import {
	type Cost,
	costOf,
	least,
	noCost,
	usual,
	weigh,
	wordCost,
} from "./miss.ts";
import { nameOf } from "./role.ts";
import { importOf } from "./words.ts";

const isList = (node: CodeNode) =>
	valuesOf(node).some(({ kind }) => /^(array|tuple)$/.test(kind));

/** A name without a meaning in its file, where another file has a class of that name. */
const isUnknownClass = (pattern: CodeNode, { kind, value, source }: CodeNode) =>
	pattern.kind === "class" &&
	kind === "name" &&
	[...source.project.files.values()].some(
		(other) =>
			other !== source &&
			other.root.scope
				?.get(String(value))
				?.values.some((one) => one.kind === "class"),
	);

/** A name that has to be a class and that no file declares. */
const isUndeclared = (pattern: CodeNode, { kind, value, source }: CodeNode) =>
	pattern.kind === "class" &&
	kind === "name" &&
	/^[A-Z]/.test(String(value)) &&
	[...source.project.files.values()].every(
		({ root }) => !root.scope?.has(String(value)),
	);

/** Base of the weigher: nodes against patterns. */
export abstract class PartWeigher extends BlockWeigher {
	/** How much of a pattern a node lacks, and the first part that it lacks. */
	cost(pattern: CodeNode, node: CodeNode, bindings: Bindings): Cost {
		let exact: Bindings | null = null;
		const isMatch = match(pattern, node, bindings, (found) => {
			exact = found;
			return true;
		});
		if (isMatch && exact) return noCost(exact);
		if (pattern.kind === "any")
			return this.orKind(
				usual(
					pattern.list.alternatives.map((one) =>
						this.cost(one, node, bindings),
					),
				),
				pattern,
				node,
				bindings,
			);
		if (pattern.kind === "guarded" && pattern.part.pattern) {
			const inner = this.cost(pattern.part.pattern, node, bindings);
			return inner.miss ? inner : this.orKind(null, pattern, node, bindings);
		}
		if (pattern.kind === "metavariable")
			return this.differs("value", pattern, node, 1, bindings);
		if (pattern.kind === "array" && !isList(node))
			return this.differs("kind", pattern, node, weigh(pattern) + 4, bindings);
		const costs = valuesOf(node).map((value) =>
			this.parts(pattern, value, node, bindings),
		);
		return this.orKind(least(costs), pattern, node, bindings);
	}

	orKind(
		cost: Cost | null,
		pattern: CodeNode,
		node: CodeNode,
		bindings: Bindings,
	): Cost {
		return (
			cost ?? this.differs("kind", pattern, node, weigh(pattern) + 1, bindings)
		);
	}

	/** `node` is where the value is written as the learner sees it. */
	parts(
		pattern: CodeNode,
		value: CodeNode,
		node: CodeNode,
		bindings: Bindings,
	): Cost {
		const meant = moduleNameOf(pattern);
		const name = pattern.kind === "name" ? pattern.value : meant?.name;
		if (meant && /^(name|member)$/.test(value.kind) && value.value === name)
			return costOf(1, bindings, {
				facet: "import",
				at: value,
				path: [],
				expected: importOf(
					meant.name,
					meant.source,
					pattern.source.family === "python",
				),
				actual: codeOf(value),
			});
		if (
			pattern.kind === value.kind &&
			(pattern.kind === "string" || pattern.kind === "name")
		)
			return this.differs(
				"value",
				pattern,
				node,
				wordCost(String(pattern.value), String(value.value)),
				bindings,
			);
		if (
			pattern.kind === "call" &&
			value.kind !== "call" &&
			!isOpenCall(pattern) &&
			match(pattern.part.callee, value, bindings, () => true)
		)
			return this.differs("kind", pattern, node, 0.5, bindings);
		if (
			pattern.kind === "import" &&
			value.kind === "import" &&
			pattern.value === value.value
		)
			return costOf(1, bindings, {
				facet: "missing",
				at: value,
				path: [],
				expected: (pattern.facts.imported ?? [])
					.map(({ name: part }) => part)
					.join(", "),
				actual: codeOf(value),
			});
		const isPlain = /^(name|string|number|constant|text)$/.test(pattern.kind);
		if (
			pattern.kind !== value.kind ||
			pattern.kind === "number" ||
			pattern.kind === "constant"
		) {
			const isValue =
				isPlain &&
				(pattern.kind === value.kind ||
					/^(string|number|constant)$/.test(value.kind));
			const lost = weigh(pattern) + (pattern.kind === value.kind ? 0 : 1);
			if (isUnknownClass(pattern, value))
				return costOf(0.5, bindings, {
					facet: "import",
					at: value,
					path: [],
					expected: msg`an import of it`,
					actual: codeOf(value),
				});
			if (isUndeclared(pattern, value))
				return costOf(lost, bindings, {
					facet: "import",
					at: value,
					path: [],
					expected: `class ${value.value}`,
					actual: codeOf(value),
					isUndeclared: true,
				});
			return this.differs(
				isValue ? "value" : "kind",
				pattern,
				node,
				lost,
				bindings,
			);
		}
		const steps = this.steps(pattern, value, node, bindings);
		let lost = 0;
		let first = null as Cost["miss"];
		let found = bindings;
		for (const step of steps) {
			const cost = step(found);
			lost += cost.lost;
			first ??= cost.miss;
			found = cost.bindings;
		}
		if (first) return costOf(lost, found, first);
		// The parts are there one by one, but not for the same things.
		const isLarge = /^(class|declaration|function)$/.test(pattern.kind);
		return this.differs("kind", pattern, node, isLarge ? 2 : 0.5, bindings);
	}

	/** The steps of weighing one kind of node. */
	steps(
		pattern: CodeNode,
		value: CodeNode,
		node: CodeNode,
		bindings: Bindings,
	): Step[] {
		if (value.source.family === "css") return this.cssSteps(pattern, value);
		switch (pattern.kind) {
			case "call":
				return this.callSteps(pattern, value);
			case "object":
				return pattern.list.properties.map((one) =>
					this.property(
						one,
						value,
						pattern.list.properties.map((other) => String(other.value)),
					),
				);
			case "array":
				return value.source.family === "json"
					? this.arraySteps(pattern, value, node)
					: this.otherSteps(pattern, value, node);
			case "element":
				return value.source.family === "html"
					? this.htmlSteps(pattern, value)
					: this.elementSteps(pattern, value);
			case "function":
				return this.functionSteps(pattern, value);
			case "parameter":
				return this.parameterSteps(pattern, value);
			case "declaration":
				return [
					...(pattern.part.value?.kind === "function" &&
					pattern.list.decorators.length === 0
						? this.#memberSteps(pattern, value)
						: []),
					...this.declarationSteps(pattern, value),
				];
			case "class":
				return [
					...pattern.list.bases.map((base) =>
						this.among(base, value.list.bases, value, msg`its base class`),
					),
					...(pattern.part.body?.list.statements ?? []).map(
						(one): Step =>
							(found) =>
								this.inOrder(
									[one],
									value.part.body ? [value.part.body] : [],
									found,
									value,
									nameOf(value),
								),
					),
				];
			case "if":
				return this.ifSteps(pattern, value, bindings);
			case "try":
				return this.trySteps(pattern, value);
			case "property":
				return [
					...this.#memberSteps(pattern, value),
					...this.otherSteps(pattern, value, node),
				];
			case "member":
				return [
					...(pattern.value !== undefined && pattern.value !== value.value
						? [
								(found: Bindings) =>
									this.differs("value", pattern, node, 1, found),
							]
						: []),
					this.part(
						msg`what it belongs to`,
						pattern.part.object,
						value.part.object,
						value,
					),
				];
			default:
				return this.otherSteps(pattern, value, node);
		}
	}

	/** Whether a member of a class is used as the one that is asked for: read, called or set, on the object or on the class. */
	#memberSteps(pattern: CodeNode, value: CodeNode): Step[] {
		const isOfClass = [pattern, value].every(
			({ parent }) => parent?.parent?.kind === "class",
		);
		if (!isOfClass || isSameMember(pattern, value)) return [];
		return [
			(bindings) =>
				costOf(0.5, bindings, {
					facet: "member",
					at: value,
					path: [],
					expected: this.printer.print(pattern, bindings),
					actual: labelOf(value),
					member: pattern,
				}),
		];
	}
}
