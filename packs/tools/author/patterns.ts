/** The patterns of a check as its author wrote them: where they stand, and their lists of arguments. */
import { conditionOf } from "@treeline/verify/inspect";
import type { AssertionOf, Condition } from "@treeline/verify/shapes";

/** One pattern of a condition. */
export interface WrittenPattern {
	/** Where it stands in the condition: `pattern`, `all/1/has`. */
	place: string;
	code: string;
	/** Whether what it binds is seen by the other parts: false below `not`. */
	binds: boolean;
}

/** Every pattern of a check, those of nested conditions included. */
export function patternsIn(
	check: AssertionOf<"codePattern">,
): WrittenPattern[] {
	return inside(conditionOf(check), "", true);
}

function inside(
	condition: Condition | undefined,
	place: string,
	binds: boolean,
): WrittenPattern[] {
	if (condition === undefined) return [];
	if (typeof condition === "string") return [{ place, code: condition, binds }];
	const at = (name: string | number) =>
		place ? `${place}/${name}` : `${name}`;
	if (Array.isArray(condition))
		return condition.flatMap((one, index) => inside(one, at(index), binds));
	const { pattern, any = [], all = [], not, has, inside: around } = condition;
	return [
		...inside(pattern, at("pattern"), binds),
		...any.flatMap((one, index) => inside(one, at(`any/${index}`), binds)),
		...all.flatMap((one, index) => inside(one, at(`all/${index}`), binds)),
		...inside(has, at("has"), binds),
		...inside(around, at("inside"), binds),
		...inside(not, at("not"), false),
		...Object.entries(condition.where ?? {}).flatMap(([name, one]) =>
			inside(one, at(`where/${name}`), binds),
		),
	];
}

/** The check with the pattern at `place` replaced. */
export function withPattern(
	check: AssertionOf<"codePattern">,
	place: string,
	code: string,
): AssertionOf<"codePattern"> {
	const copy = structuredClone(check);
	const steps = place.split("/");
	const last = steps.pop() ?? "";
	let at = copy as unknown as Record<string, unknown>;
	for (const step of steps) at = at[step] as Record<string, unknown>;
	at[last] = code;
	return copy;
}

/** The names of the metavariables of a pattern, without those that may be anything. */
export const metavariablesOf = (code: string): Set<string> =>
	new Set([...code.matchAll(/\$[A-Za-z]\w*/g)].map(([name]) => name));

/** The pattern without what stands in quotes. */
export const withoutTexts = (code: string) =>
	code.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (text) =>
		" ".repeat(text.length),
	);

const noCall =
	/(?:^|[^\w$.])(?:if|for|while|switch|catch|with|return|import)\s*$/;

/** A pattern with `...` at the end of one of its lists of arguments or parameters. */
export interface Loosened {
	/** The list as it is spoken of: `next(…)`, or `(…) =>` for parameters. */
	list: string;
	code: string;
}

/** The pattern loosened at each list that is exact, one at a time. */
export function loosened(code: string): Loosened[] {
	const bare = withoutTexts(code);
	const open: number[] = [];
	const found: Loosened[] = [];
	for (let at = 0; at < bare.length; at++) {
		if (bare[at] === "(") open.push(at);
		if (bare[at] !== ")") continue;
		const start = open.pop();
		if (start === undefined) continue;
		const before = bare.slice(0, start);
		const inner = code.slice(start + 1, at);
		const isArrow = /^\s*=>/.test(bare.slice(at + 1));
		const callee = /[\w$.]+$/.exec(before)?.[0];
		if (!isArrow && (!callee || noCall.test(before))) continue;
		if (/\.\.\.\s*$/.test(inner)) continue;
		const more = inner.trim() === "" ? "..." : `${inner.trimEnd()}, ...`;
		found.push({
			list: isArrow ? "(…) =>" : `${callee}(…)`,
			code: `${code.slice(0, start + 1)}${more}${code.slice(at)}`,
		});
	}
	return found;
}
