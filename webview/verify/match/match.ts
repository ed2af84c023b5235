/** Matching of a pattern with one node: a search with backtracking, every step of which is counted. */
import { defaultsWhereUsed } from "../gather/patterns.ts";
import { isSameModuleName, moduleNameOf } from "../model/modules.ts";
import { bodyOf, type CodeNode, virtualNode } from "../model/node.ts";
import { countStep } from "../model/steps.ts";
import { matchAdded } from "./added.ts";
import {
	isInOtherOrder,
	matchArguments,
	matchParameters,
	methodOfClass,
} from "./arguments.ts";
import { matchAssignment, matchChanged } from "./assignments.ts";
import { isUsedAlike, matchClass } from "./classes.ts";
import { matchTry } from "./clauses.ts";
import { isComparison, matchBinary, matchNegated } from "./conditions.ts";
import {
	certainly,
	givenHere,
	isLiteral,
	isOneOfSeveral,
	isRefusing,
	takesMore,
	untilChoice,
	untried,
	valuesFor,
	withoutAwaited,
} from "./context.ts";
import { matchCss } from "./css.ts";
import { matchIf } from "./decisions.ts";
import { matchComponent, matchElement } from "./elements.ts";
import { matchThrow } from "./errors.ts";
import { holdsFor } from "./evaluate.ts";
import { matchFlag } from "./flags.ts";
import { matchGathered } from "./gathered.ts";
import { matchHtml } from "./html.ts";
import {
	fitsText,
	isOpenNegative,
	literalValue,
	onlyHole,
	opposite,
} from "./literals.ts";
import {
	bindKey,
	bindText,
	isComputed,
	isCounted,
	isKeyedMember,
	isReadByGet,
	matchMember,
} from "./members.ts";
import { matchObject } from "./objects.ts";
import { ownParameters, parameterNames } from "./parameter-names.ts";
import {
	concatenated,
	matchDeclaration,
	matchField,
	matchInOrder,
	matchTyped,
	matchUnordered,
} from "./parts.ts";
import { matchReturn } from "./returns.ts";
import { isImported, isSame } from "./same.ts";
import { matchSequence } from "./search.ts";
import {
	awaitedTogether,
	isUnknown,
	matchComprehension,
	matchLoop,
	matchSlice,
} from "./statements.ts";
import { matchOperands, matchText } from "./texts.ts";
import type { Bindings, Next } from "./types.ts";

/** Whether a pattern matches a node or anything that the node may stand for. A part that a pattern leaves out asks for nothing. */
export function match(
	pattern: CodeNode | undefined,
	node: CodeNode | undefined,
	bindings: Bindings,
	next: Next,
): boolean {
	countStep();
	if (!pattern) return next(bindings);
	if (!node) return false;
	switch (pattern.kind) {
		case "metavariable": {
			const name = String(pattern.value);
			if (name === "_") return next(bindings);
			const bound = bindings[name];
			if (pattern.part.pattern)
				return match(pattern.part.pattern, node, bindings, (found) =>
					next({ ...found, [name]: node }),
				);
			return bound
				? isSame(bound, certainly(node)) && next(bindings)
				: next({ ...bindings, [name]: givenHere(node) });
		}
		case "ellipsis":
			return next(bindings);
		case "any":
			return pattern.list.alternatives.some((one) =>
				match(one, node, bindings, next),
			);
		case "guarded":
			return match(pattern.part.pattern, node, bindings, (found) =>
				holdsFor(pattern, found, next),
			);
		case "sequence":
			return matchSequence(pattern.list.statements, [node], bindings, next);
		case "object":
			return matchObject(pattern.list.properties, 0, node, bindings, next);
		case "gathered":
			return matchGathered(pattern, node, bindings, next);
	}
	const values = valuesFor(node);
	if (isRefusing() && isLiteral(pattern) && isOneOfSeveral(values))
		return false;

	if (isRefusing() && pattern.kind === "function") {
		const functions = values.filter(({ kind }) => kind === "function");
		const isOther = (one: CodeNode) =>
			!matchItself(pattern, one, bindings, () => true);
		if (functions.length > 1 && functions.some(isOther)) return false;
	}
	// A comparison that is one of several, as in `!genre || book.genre === genre`, decides nothing alone.
	const isComparison =
		pattern.kind === "binary" && /^[<>=!]/.test(String(pattern.value));
	const tried = isComparison ? untilChoice(values) : values;
	const go = tried.length > 1 ? untried(next) : next;
	for (const value of withoutAwaited(tried, pattern))
		if (matchItself(pattern, value, bindings, go)) return true;
	return (
		matchFlag(pattern, node, bindings, next) ||
		matchGathered(pattern, node, bindings, next)
	);
}

/** Whether a pattern matches a node as it is written. */
export function matchItself(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	countStep();
	const { family } = pattern.source;
	if (family === "html") return matchHtml(pattern, node, bindings, next);
	const isMatch =
		family === "css" ? matchCss(pattern, node, bindings, next) : null;
	if (isMatch !== null) return isMatch;
	if (node.kind === "await" && pattern.kind !== "await")
		return match(pattern, node.part.value, bindings, next);
	if (pattern.kind === "name" || pattern.kind === "member") {
		const meant = moduleNameOf(pattern);
		if (meant) {
			const name = node.kind === "module" ? moduleNameOf(node) : null;
			return !!name && isSameModuleName(meant, name) && next(bindings);
		}
	}
	const { part, list } = pattern;
	const isSameKind = pattern.kind === node.kind;
	const isSameValue = isSameKind && pattern.value === node.value;
	switch (pattern.kind) {
		case "name":
			return (
				/^(name|function|class|module)$/.test(node.kind) &&
				pattern.value === node.value &&
				next(bindings)
			);
		case "string":
		case "text": {
			const value = literalValue(node);
			if (typeof value !== "string") return false;
			const text = String(pattern.value);
			const hole = onlyHole(text, value);
			return hole
				? bindText(hole.name, hole.text, node, bindings, next)
				: fitsText(text, value) && next(bindings);
		}
		case "number":
			return literalValue(node) === pattern.value && next(bindings);
		case "unary":
			// `+1` is lowered as `1`.
			if (pattern.value === "+" && node.kind === "number")
				return match(part.value, node, bindings, next);
			return isOpenNegative(pattern, node)
				? match(part.value, opposite(node), bindings, next)
				: isSameValue && match(part.value, node.part.value, bindings, next);
		case "member":
			return (
				(isSameKind || isComputed(pattern, node)) &&
				matchMember(pattern, node, bindings, next)
			);
		case "call":
			return isSameKind
				? matchCall(pattern, node, bindings, next)
				: matchAdded(pattern, node, bindings, next);
		case "slice":
			return isSameKind && matchSlice(pattern, node, bindings, next);
		case "loop":
			return isSameKind && matchLoop(pattern, node, bindings, next);
		case "array":
		case "tuple":
			return (
				(/^(array|tuple)$/.test(node.kind) &&
					matchInOrder(list.elements, node.list.elements, bindings, next)) ||
				(list.elements.some(({ kind }) => kind === "spread") &&
					concatenated(node).some((elements) =>
						matchInOrder(list.elements, elements, bindings, next),
					))
			);
		case "template":
			return matchText(pattern, node, bindings, next);
		case "union":
			return (
				isSameKind &&
				matchUnordered(list.elements, node.list.elements, true, bindings, next)
			);
		case "function":
			return matchFunction(pattern, node, bindings, next);
		case "parameter": {
			const target =
				part.target?.kind === "metavariable"
					? node.facts.stands
					: node.part.target;
			return (
				isSameKind &&
				match(part.target, target, bindings, (found) =>
					matchTyped(pattern, node, found, next),
				)
			);
		}
		case "declaration":
			return matchDeclaration(pattern, node, bindings, next);
		case "assignment":
			return matchAssignment(pattern, node, bindings, next);
		case "if":
			return matchIf(pattern, node, bindings, next);
		case "binary":
			if (node.kind === "unary" && isComparison(pattern))
				return matchNegated(pattern, node, bindings, next);
			if (node.kind === "assignment")
				return matchChanged(pattern, node, bindings, next);
			return node.kind === "template" && pattern.value === "+"
				? matchOperands(pattern, node, bindings, next)
				: isSameKind && matchBinary(pattern, node, bindings, next);
		case "index":
			if (isReadByGet(pattern, node))
				return match(
					part.object,
					node.part.callee?.part.object,
					bindings,
					(found) => match(part.key, node.list.arguments[0], found, next),
				);
			return isKeyedMember(pattern, node)
				? match(part.object, node.part.object, bindings, (found) =>
						match(
							part.key,
							virtualNode("string", node, { value: String(node.value) }),
							found,
							next,
						),
					)
				: isSameKind &&
						!isCounted(pattern, node) &&
						match(part.object, node.part.object, bindings, (found) =>
							match(part.key, node.part.key, found, next),
						);
		case "class":
			return isSameKind && matchClass(pattern, node, bindings, next);
		case "element":
			return isSameKind && matchElement(pattern, node, bindings, next);
		case "shape":
			return (
				isSameKind &&
				matchUnordered(list.members, node.list.members, false, bindings, next)
			);
		case "field":
			return isSameValue && matchField(pattern, node, bindings, next);
		case "constant":
			return (
				isSameValue &&
				!pattern.facts.isUndefined === !node.facts.isUndefined &&
				next(bindings)
			);
		case "import":
			return isSameKind && isImported(pattern, node) && next(bindings);
		case "property":
			return (
				isSameKind &&
				isUsedAlike(pattern, node) &&
				bindKey(pattern, node, bindings, (found) =>
					match(part.value, node.part.value, found, next),
				)
			);
		case "export":
			return isSameValue && match(part.value, node.part.value, bindings, next);
		case "comprehension":
			return isSameKind && matchComprehension(pattern, node, bindings, next);
		case "try":
			return isSameKind && matchTry(pattern, node, bindings, next);
		case "await":
			return (
				isSameKind &&
				[node.part.value, ...awaitedTogether(node)].some((one) =>
					match(part.value, one, bindings, next),
				)
			);
		case "throw":
			return isSameKind && matchThrow(pattern, node, bindings, next);
		case "return":
			return isSameKind && matchReturn(pattern, node, bindings, next);
		case "yield":
			return isSameKind && match(part.value, node.part.value, bindings, next);
		default:
			return (
				isSameValue &&
				matchInOrder(pattern.children, node.children, bindings, next)
			);
	}
}

function matchCall(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (pattern.facts.isNew && !node.facts.isNew) return false;
	if (!takesMore() && isInOtherOrder(pattern, node)) return false;
	const onInstance = methodOfClass(node);
	if (onInstance && matchCall(pattern, onInstance, bindings, next)) return true;
	return match(pattern.part.callee, node.part.callee, bindings, (found) =>
		matchArguments(
			pattern.list.arguments,
			node.list.arguments,
			parameterNames(node),
			ownParameters(node),
			found,
			next,
		),
	);
}

/** `(...) => { ... }`: any function. */
export const isAnyFunction = ({ kind, list, part }: CodeNode) =>
	kind === "function" &&
	list.parameters.length === 1 &&
	list.parameters[0]?.kind === "ellipsis" &&
	(part.body?.list.statements ?? []).every((one) => one.kind === "ellipsis");

function matchFunction(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	if (node.kind === "class")
		return matchComponent(pattern, node, bindings, next);
	if (node.kind !== "function")
		return isAnyFunction(pattern) && isUnknown(node) && next(bindings);
	const { isAsync, isGeneric } = pattern.facts;
	if ((isAsync && !node.facts.isAsync) || (isGeneric && !node.facts.isGeneric))
		return false;
	if (matchWritten(pattern, node, bindings, next)) return true;
	const other = isRefusing() ? null : defaultsWhereUsed(pattern);
	return !!other && matchWritten(other, node, bindings, next);
}

/** A function with its parameters and its body as they are written. */
function matchWritten(
	pattern: CodeNode,
	node: CodeNode,
	bindings: Bindings,
	next: Next,
): boolean {
	return matchParameters(pattern, node, bindings, (found) =>
		match(pattern.part.returns, node.part.returns, found, (inner) =>
			matchSequence(
				pattern.part.body?.list.statements ?? [],
				node.part.body ? bodyOf(node) : [],
				inner,
				next,
			),
		),
	);
}
