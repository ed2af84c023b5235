/** Values that stand in for others that are missing: `x ?? d`, `x === undefined ? d : x`, the default of a parameter. */
import type { CodeNode } from "../model/node.ts";
import { resolve } from "../model/scopes.ts";
import { valuesOf } from "../model/values.ts";
import { gatheredOf } from "./gathered.ts";
import { gathered } from "./nodes.ts";
import { presenceIn } from "./questions.ts";
import { isEqual } from "./replace.ts";

const isNothing = (node: CodeNode | undefined) =>
	(node?.kind === "constant" &&
		/^(null|undefined)$/.test(String(node.value))) ||
	(node?.kind === "string" && node.value === "undefined");

/** Whether a question asks that a value is there (true) or missing (false); null for other questions. */
function asksFor(question: CodeNode, value: CodeNode): boolean | null {
	const { kind, part } = question;
	const operator = String(question.value);
	if (isEqual(question, value)) return true;
	if (kind === "unary" && operator === "!" && part.value) {
		const inner = asksFor(part.value, value);
		return inner === null ? null : !inner;
	}
	if (kind !== "binary" || !part.left) return null;
	const asked =
		part.left.kind === "unary" && part.left.value === "typeof"
			? part.left.part.value
			: part.left;
	if (!isNothing(part.right) || !isEqual(asked, value)) return null;
	if (/^(===?|is)$/.test(operator)) return false;
	return /^(!==?|is not)$/.test(operator) ? true : null;
}

/** What an expression gives in place of something that is missing. */
export function defaultIn(node: CodeNode): CodeNode[] {
	const { part } = node;
	if (node.kind === "binary") {
		const isDefault = /^(\|\||\?\?|or)$/.test(String(node.value));
		return isDefault && part.left && part.right
			? standIn(node, part.left, part.right)
			: [];
	}
	const { condition, consequence, alternative } = part;
	if (node.kind !== "if" || !condition || !consequence || !alternative)
		return [];
	for (const [value, otherwise, isYes] of [
		[consequence, alternative, true],
		[alternative, consequence, false],
	] as const) {
		if (asksFor(condition, value) === isYes)
			return standIn(node, value, otherwise);
		const found = presenceIn(condition, false);
		if (found?.isThere !== isYes) continue;
		const [first] = gatheredOf(value).filter((one) => one.value === "first");
		const isSame =
			first &&
			first.list.children.length === found.of.tests.length &&
			found.of.tests.every((test, index) =>
				isAlike(test, first.list.children[index]),
			);
		if (isSame) return standIn(node, value, otherwise);
	}
	return [];
}

/** Whether a metavariable is made for the element of a loop. */
const isElement = ({ kind, value }: CodeNode) =>
	kind === "metavariable" && String(value).startsWith("element ");

/** Whether two questions are alike, whatever element they are asked of. */
const isAlike = (one: CodeNode, other: CodeNode | undefined): boolean =>
	one.kind === other?.kind &&
	(one.value === other.value || isElement(one)) &&
	one.children.length === other.children.length &&
	one.children.every((child, index) => isAlike(child, other.children[index]));

function standIn(
	at: CodeNode,
	value: CodeNode,
	otherwise: CodeNode,
): CodeNode[] {
	const found = gatheredOf(value)
		.filter((one) => one.value === "first")
		.map((one) => ({ ...one, part: { ...one.part, default: otherwise } }));
	return [...found, gathered("default", at, { body: value, otherwise })];
}

/** What a name stands for that is missing at times: a parameter or a part of an object with a default, or what is set where it is missing. */
export function defaultOfName(name: CodeNode): CodeNode[] {
	const variable = resolve(name);
	const declared = variable?.declaredAt.parent;
	if (!variable || !declared) return [];
	const kept = keptOtherwise(name);
	if (kept) return [gathered("default", name, { body: name, otherwise: kept })];
	const { default: own, value } = declared.part;
	const otherwise = declared.kind === "default" ? value : own;
	const [body] = variable.values;
	if (/^(parameter|default)$/.test(declared.kind) && otherwise && body)
		return [gathered("default", name, { body, otherwise })];
	const [first, second, ...more] = variable.values;
	if (!first || !second || more.length > 0) return [];
	const asked = decisionOn(second);
	if (!asked) return [];
	// `let team = "none"; if (person.team) team = person.team;`
	if (asksFor(asked, second) === true)
		return [gathered("default", name, { body: second, otherwise: first })];
	// `if (!name) name = "Untitled";`
	const isMissing =
		asksFor(asked, variable.declaredAt) === false ||
		asksFor(asked, first) === false;
	return isMissing
		? [gathered("default", name, { body: first, otherwise: second })]
		: [];
}

/** What the other branch of a decision sets the same thing to: `if (name === undefined) this.name = "Untitled"; else this.name = name;` */
function setOtherwise(name: CodeNode): CodeNode | undefined {
	const set = name.parent;
	const target = set?.part.target;
	const block = set?.parent;
	const decision = block?.kind === "block" ? block.parent : block;
	const { condition, consequence, alternative } = decision?.part ?? {};
	if (decision?.kind !== "if" || !condition || !alternative || !target)
		return undefined;
	const isYes = consequence === set || consequence === block;
	if (asksFor(condition, name) !== isYes) return undefined;
	const branch = isYes ? alternative : consequence;
	const [only, ...more] =
		branch?.kind === "block" ? branch.list.statements : [branch];
	return more.length === 0 && isEqual(only?.part.target, target)
		? only?.part.value
		: undefined;
}

/** What a member keeps where a name is missing that it is set to: `if (name) this.name = name` with `name = "Untitled"` in the class. */
function keptOtherwise(name: CodeNode): CodeNode | undefined {
	const target = name.parent?.part.target;
	const other = setOtherwise(name);
	if (other) return other;
	const asked = decisionOn(name);
	if (!asked || target?.kind !== "member" || asksFor(asked, name) !== true)
		return undefined;
	const others = valuesOf(target).filter(({ kind }) =>
		/^(string|number|array|object|constant)$/.test(kind),
	);
	return others.length === 1 ? others[0] : undefined;
}

/** The question on which a value is assigned, where its branch does nothing else. */
function decisionOn(value: CodeNode): CodeNode | undefined {
	const set = value.parent;
	const isSet =
		(set?.kind === "assignment" && set.value === "=") ||
		set?.kind === "declaration";
	if (!set || !isSet || set.part.value !== value) return undefined;
	const block = set.parent;
	const decision =
		block?.kind === "block" && block.list.statements.length === 1
			? block.parent
			: block;
	return decision?.kind === "if" &&
		!decision.part.alternative &&
		decision.part.condition !== set
		? decision.part.condition
		: undefined;
}
