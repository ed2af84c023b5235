/** What calls and objects lack of a pattern, part by part. */

import { isFresh } from "../gather/sorted.ts";
import { match } from "../match/match.ts";
import type { Bindings } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import { moduleNameOf } from "../model/modules.ts";
import {
	type CodeNode,
	calleeName,
	functionAround,
	isWithin,
} from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { propertiesOf } from "../model/values.ts";
import { codeOf, labelOf } from "./label.ts";
import {
	type Cost,
	costOf,
	isTypo,
	least,
	noCost,
	ordinal,
	weigh,
	within,
	wordCost,
} from "./miss.ts";
import { areAlike, editDistance } from "./names.ts";
import { otherKeyIn } from "./other-keys.ts";
import type { Printer } from "./print.ts";

/** Weighs one part, given what the parts before are bound to. */
export type Step = (bindings: Bindings) => Cost;

/** Base of the weigher: the parts of calls and objects. */
export abstract class CallWeigher {
	constructor(readonly printer: Printer) {}

	/** How much of a pattern a node lacks, and the first part that it lacks. */
	abstract cost(pattern: CodeNode, node: CodeNode, bindings: Bindings): Cost;

	differs(
		facet: "value" | "kind" | "name",
		pattern: CodeNode,
		at: CodeNode,
		lost: number,
		bindings: Bindings,
	): Cost {
		return costOf(lost, bindings, {
			facet,
			at,
			path: [],
			expected: this.printer.print(pattern, bindings),
			actual: codeOf(at),
		});
	}

	/** One part of a node; absent ones are missing. */
	part(
		name: string,
		pattern: CodeNode | undefined,
		part: CodeNode | undefined,
		owner: CodeNode,
	): Step {
		return (bindings) => {
			if (!pattern) return noCost(bindings);
			if (part) return within(name, this.cost(pattern, part, bindings));
			return this.missing(pattern, owner, name, bindings);
		};
	}

	missing(
		pattern: CodeNode,
		owner: CodeNode,
		name: string,
		bindings: Bindings,
		lost = Math.max(1, weigh(pattern)),
	): Cost {
		return costOf(lost, bindings, {
			facet: "missing",
			at: owner,
			path: [name],
			expected: this.printer.print(pattern, bindings),
			actual: owner.kind === "element" ? `<${owner.value}>` : labelOf(owner),
		});
	}

	/** The closest of some nodes. */
	among(
		pattern: CodeNode,
		nodes: readonly CodeNode[],
		owner: CodeNode,
		name: string,
	): Step {
		return (bindings) => {
			const closest = least(
				nodes.map((one) => this.cost(pattern, one, bindings)),
			);
			return closest
				? within(name, closest)
				: this.missing(pattern, owner, name, bindings);
		};
	}

	callSteps(pattern: CodeNode, value: CodeNode): Step[] {
		return [this.callee(pattern, value), ...this.argumentSteps(pattern, value)];
	}

	callee(pattern: CodeNode, value: CodeNode): Step {
		const [wanted, got] = [pattern.part.callee, value.part.callee];
		const [name, gotName] = [calleeName(pattern), calleeName(value)];
		return (bindings) => {
			if (!wanted || !got) return noCost(bindings);
			if (match(wanted, got, bindings, () => true))
				return this.part(msg`what is called`, wanted, got, value)(bindings);
			const known = moduleNameOf(wanted);
			const isMember = wanted.kind === "member" && got.kind === "member";
			// `[...$_].sort(…)` takes any copy: `list.filter(…).sort(…)`.
			if (isSortOfCopy(wanted) && isSortOfCopy(got)) return noCost(bindings);
			if (name === gotName && isMember && !known) {
				const on = this.part(
					msg`what \`${gotName}\` is called on`,
					wanted.part.object,
					got.part.object,
					value,
				)(bindings);
				const object = wanted.part.object;
				const isChain =
					(object?.kind === "call" || object?.facts.openName === "__") &&
					on.miss?.facet === "kind";
				return { ...on, lost: Math.max(isChain ? 20 : 2, on.lost) };
			}
			if (name === gotName && known)
				return this.part(msg`what is called`, wanted, got, value)(bindings);
			const object = wanted.part.object;
			const isFree =
				object?.kind === "metavariable" && !bindings[String(object.value)];
			const sameObject =
				isMember &&
				!isFree &&
				match(object, got.part.object, bindings, () => true);
			// `JSON.stringify` in place of a function without an object.
			const isOfGlobal =
				got.kind === "name" &&
				object?.kind === "name" &&
				/^[A-Z]/.test(String(object.value));
			const isOpen = wanted.kind === "metavariable" || !name || !gotName;
			const lost =
				known || isOpen
					? 6
					: sameObject || areAlike(name, gotName)
						? 1.5
						: 1.5 + wordCost(name, gotName);
			return costOf(lost, bindings, {
				facet: "name",
				at: value,
				path: [],
				expected:
					known?.name ??
					(wanted.kind === "metavariable" || isOfGlobal
						? this.printer.print(wanted, bindings)
						: (name ?? this.printer.print(wanted, bindings))),
				actual: gotName ?? codeOf(value),
			});
		};
	}

	argumentSteps(pattern: CodeNode, value: CodeNode): Step[] {
		const positional = (nodes: readonly CodeNode[]) =>
			nodes.filter(({ kind }) => kind !== "keyword");
		const [wanted, given] = [
			positional(pattern.list.arguments),
			positional(value.list.arguments),
		];
		const owner = `\`${calleeName(value) ?? "…"}(…)\``;
		const isOpen = wanted.some(({ kind }) => kind === "ellipsis");
		const needed = wanted.filter(({ kind }) => kind !== "ellipsis");
		const steps: Step[] = [];
		const lead = isOpen
			? wanted.findIndex(({ kind }) => kind === "ellipsis")
			: wanted.length;
		for (const [index, one] of wanted.slice(0, lead).entries())
			steps.push(
				this.part(
					msg`the ${ordinal(index)} argument of ${owner}`,
					one,
					given[index],
					value,
				),
			);
		const tail = wanted.slice(lead);
		if (needed.length > given.length && isOpen) {
			steps.push((bindings) => {
				const isNamed = (one: CodeNode) =>
					this.printer.print(one, bindings) !== "…";
				const one = needed.find(
					(wanted) =>
						isNamed(wanted) &&
						(wanted.kind === "metavariable" ||
							!given.some((other) =>
								match(wanted, other, bindings, () => true),
							)),
				);
				const last = one ?? (needed.at(-1) as CodeNode);
				const lost = 1 + Math.max(one ? 0.75 : 0, weigh(last));
				return this.missing(last, value, msg`an argument`, bindings, lost);
			});
		} else
			for (const [index, one] of tail.entries()) {
				if (one.kind === "ellipsis") continue;
				const isLast = !tail
					.slice(index + 1)
					.some(({ kind }) => kind === "ellipsis");
				const at = given[given.length - (tail.length - index)];
				steps.push(
					isLast
						? this.part(msg`an argument of ${owner}`, one, at, value)
						: this.among(
								one,
								given.slice(lead),
								value,
								msg`an argument of ${owner}`,
							),
				);
			}
		if (!isOpen && given.length > wanted.length)
			steps.push((bindings) =>
				this.differs("kind", pattern, value, 0.5, without(bindings, wanted)),
			);
		for (const one of pattern.list.arguments) {
			if (one.kind !== "keyword") continue;
			const there = value.list.arguments.find(
				(other) => other.kind === "keyword" && other.value === one.value,
			);
			steps.push((bindings) =>
				there
					? this.part(
							msg`\`${one.value}\` of ${owner}`,
							one.part.value,
							there.part.value,
							value,
						)(bindings)
					: (this.keywordLike(one, value, bindings) ??
						this.missing(one, value, msg`an argument`, bindings)),
			);
		}
		return steps;
	}

	/** A keyword argument of the expected value that differs in a letter of its name, such as `gt=0` for `ge=0`. */
	keywordLike(
		pattern: CodeNode,
		{ list }: CodeNode,
		bindings: Bindings,
	): Cost | null {
		const wanted = pattern.part.value;
		const like = list.arguments.find(
			({ kind, value, part }) =>
				kind === "keyword" &&
				part.value &&
				wanted?.kind === part.value.kind &&
				editDistance(String(value), String(pattern.value)) === 1 &&
				match(wanted, part.value, bindings, () => true),
		);
		return like
			? this.differs(
					"kind",
					pattern,
					like,
					Math.max(1, weigh(pattern)),
					bindings,
				)
			: null;
	}

	/** `keys` are those that the whole object has to have. */
	property(pattern: CodeNode, value: CodeNode, keys: readonly string[]): Step {
		return (bindings) => {
			const { value: key, part } = pattern;
			const spreads = value.list.properties.filter(
				({ kind }) => kind === "spread",
			);
			const changed =
				pattern.kind === "spread" ? changedInPlace(keys, value) : null;
			if (changed) return changed;
			if (pattern.kind === "spread" && spreads.length === 0)
				return this.missing(pattern, value, msg`a spread`, bindings, 1.5);
			if (pattern.kind !== "property" || typeof key !== "string" || !part.value)
				return noCost(bindings);
			const wanted = part.value;
			const all = propertiesOf(value, key);
			const closest = least(all.map((one) => this.cost(wanted, one, bindings)));
			const isJson = value.source.family === "json";
			const typo =
				isJson && !closest
					? value.list.properties.find((one) => isTypo(key, String(one.value)))
					: undefined;
			if (typo)
				return costOf(0.5, bindings, {
					facet: "name",
					at: typo,
					path: [],
					expected: key,
					actual: String(typo.value),
				});
			if (closest) return within(`\`${key}\``, closest);
			const other = isJson ? null : otherKeyIn(value, key, keys, bindings);
			return other
				? { ...other, lost: 1 + weigh(wanted) }
				: this.missing(
						pattern,
						value,
						isJson ? msg`its key` : `\`${key}\``,
						bindings,
						1 + weigh(wanted),
					);
		};
	}
}

/** `toSorted`, or `sort` of a list that is made for it; in a pattern, of a copy of any list. */
function isSortOfCopy({ kind, value, part, source }: CodeNode): boolean {
	const { object } = part;
	if (kind !== "member" || !object) return false;
	const isOpen =
		source.path !== "pattern" ||
		object.list.elements.every(
			({ part }) => part.value?.kind === "metavariable",
		);
	const isCopy =
		object.kind === "name"
			? !!resolve(object)?.values.some(isFresh)
			: isFresh(object);
	return value === "toSorted" || (value === "sort" && isCopy && isOpen);
}

/** The bindings but for those of open arguments: what a call is given too much of says nothing of them. */
const without = (bindings: Bindings, wanted: readonly CodeNode[]): Bindings => {
	const names = new Set(
		wanted.flatMap((one) =>
			one.kind === "metavariable" ? [String(one.value)] : [],
		),
	);
	return Object.fromEntries(
		Object.entries(bindings).filter(([name]) => !names.has(name)),
	);
};

/** Where an object of the same function is changed in place of a copy that has one of some keys. */
function changedInPlace(keys: readonly string[], value: CodeNode): Cost | null {
	const around = functionAround(value);
	for (const at of value.source.nodes) {
		const { target, value: given } = at.part;
		if (at.kind !== "assignment" || !target?.part.object || !given) continue;
		if (!around || !isWithin(at, around)) continue;
		const key = String(target.value);
		if (target.kind === "member" && keys.includes(key))
			return costOf(
				0.5,
				{},
				{
					facet: "forbidden",
					at,
					path: [],
					expected: `{ ...${codeOf(target.part.object)}, ${key}: ${codeOf(given)} }`,
					actual: codeOf(at),
					isInPlace: true,
				},
			);
	}
	return null;
}
