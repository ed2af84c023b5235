/** Compiles the known mistakes of a check: their conditions, and the metavariables that their texts name. */

import type { CompiledCondition, CompiledMistake } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import type { CodeNode } from "../model/node.ts";
import { CheckFault } from "../results/fault.ts";
import type { Mistake } from "../shapes.ts";
import type { Compiler } from "./compile.ts";

/** A metavariable in a text for learners, or `$$`, which stands for `$`. */
export const placeholder = /\$(\$|[A-Za-z_]\w*)/g;

/**
 * Compiles the mistakes of a check in their order.
 * @throws CheckFault with the field of the first one that cannot be evaluated or names what it does not bind.
 */
export const compileMistakes = (
	compiler: Compiler,
	mistakes: readonly Mistake[],
): CompiledMistake[] =>
	mistakes.map((one, index) =>
		compileMistake(compiler, one, `mistakes/${index}`),
	);

function compileMistake(
	compiler: Compiler,
	{ message, instead, at, ...members }: Mistake,
	field: string,
): CompiledMistake {
	if (Object.keys(members).length === 0)
		throw new CheckFault(
			msg`in \`${field}\`: it does not say which code is wrong; its author should add a \`pattern\``,
			field,
		);
	const condition = compileAt(field, () => compiler.condition(members, field));
	const bound = boundBy(condition);
	for (const [member, text] of Object.entries({ message, instead, at }))
		for (const [whole, name = ""] of (text ?? "").matchAll(placeholder))
			if (name !== "$" && !bound.has(name))
				throw new CheckFault(
					member === "at"
						? msg`in \`${field}/${member}\`: it names \`${whole}\`, which the mistake's pattern does not bind; its author should bind it`
						: msg`in \`${field}/${member}\`: it names \`${whole}\`, which the mistake's pattern does not bind; its author should bind it, or write \`$${whole}\` for the text itself`,
					`${field}/${member}`,
				);
	return {
		condition,
		message,
		instead: instead ?? null,
		at: at?.slice(1) ?? null,
	};
}

/** Runs an action; says of its fault in which mistake it is. */
function compileAt<Value>(field: string, action: () => Value): Value {
	try {
		return action();
	} catch (problem) {
		if (!(problem instanceof CheckFault)) throw problem;
		const isOwn = problem.field?.startsWith(field);
		const place = isOwn ? (problem.field ?? field) : field;
		throw new CheckFault(msg`in \`${place}\`: ${problem.message}`, place);
	}
}

/** The metavariables that are bound wherever a condition holds. */
function boundBy(condition: CompiledCondition): ReadonlySet<string> {
	const { patterns, any, all, has, inside, where, count } = condition;
	// Places are counted, and none of them is chosen.
	if (count) return new Set();
	const bound = new Set([
		...inEach((patterns ?? []).map(namesIn)),
		...inEach((any ?? []).map(boundBy)),
		...[...all, ...(has ? [has] : []), ...(inside ? [inside] : [])].flatMap(
			(one) => [...boundBy(one)],
		),
	]);
	for (const [name, one] of where)
		if (bound.has(name)) for (const inner of boundBy(one)) bound.add(inner);
	return bound;
}

/** The names that all of some sets have. */
const inEach = ([first, ...others]: readonly ReadonlySet<string>[]) =>
	[...(first ?? [])].filter((name) => others.every((one) => one.has(name)));

/** The metavariables of a pattern, without those of definitions and those that may be anything. */
function namesIn({
	kind,
	value,
	facts,
	list,
	children,
}: CodeNode): ReadonlySet<string> {
	if (kind === "any") return new Set(inEach(list.alternatives.map(namesIn)));
	const own =
		kind === "metavariable"
			? [String(value)]
			: [...String(value ?? "").matchAll(/µ(\w+)/g)].map(
					([, name = ""]) => name,
				);
	if (facts.openName) own.push(facts.openName);
	return new Set([
		...own.filter((name) => !/^_|·/.test(name)),
		...children.flatMap((child) => [...namesIn(child)]),
	]);
}
