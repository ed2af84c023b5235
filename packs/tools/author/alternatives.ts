/** Which of several patterns or conditions of a check decided: the one that matches, or the one that `not` refuses a match for. */
import type { conditionOf } from "@treeline/verify/inspect";
import type { Condition } from "@treeline/verify/shapes";

/** Which of the alternatives of a condition holds, as `pattern 2 of 5`; null where there is no choice. */
export function alternativeIn(
	condition: ReturnType<typeof conditionOf>,
	passes: (condition: Condition) => boolean,
): string | null {
	for (const member of ["pattern", "any"] as const) {
		const list = condition[member];
		if (!Array.isArray(list) || list.length < 2) continue;
		const index = list.findIndex((one) =>
			passes({ ...condition, [member]: member === "any" ? [one] : one }),
		);
		if (index >= 0)
			return `${member === "any" ? "`any`" : member} ${index + 1} of ${list.length}`;
	}
	return null;
}

/** Which item of the lists in `not` a match is refused for, as `not/has 2 of 3`; null where `not` refuses none, or has no list. */
export function forbiddenBy(
	{ not, ...condition }: ReturnType<typeof conditionOf>,
	passes: (condition: Condition) => boolean,
): string | null {
	if (not === undefined || !passes(condition)) return null;
	const refuses = (one: Condition) => !passes({ ...condition, not: one });
	/** The item of the first list in a condition that refuses by itself, put back into what is around it. */
	const search = (
		one: Condition,
		place: string,
		around: (inner: Condition) => Condition,
	): string | null => {
		if (typeof one === "string") return null;
		const lists: [
			string,
			readonly Condition[],
			(item: Condition) => Condition,
		][] = Array.isArray(one)
			? [[place, one, (item) => item]]
			: [
					[
						place,
						Array.isArray(one.pattern) ? one.pattern : [],
						(item) => ({ ...one, pattern: item as string }),
					],
					[`${place}/any`, one.any ?? [], (item) => ({ ...one, any: [item] })],
				];
		for (const [at, list, put] of lists) {
			const index = list.findIndex((item) => refuses(around(put(item))));
			const item = list[index];
			if (item === undefined || list.length < 2) continue;
			const inner = search(item, `${at}/${index}`, (part) => around(put(part)));
			return inner ?? `\`${at}\` ${index + 1} of ${list.length}`;
		}
		return Array.isArray(one) || one.has === undefined
			? null
			: search(one.has, `${place}/has`, (has) => around({ ...one, has }));
	};
	return search(not, "not", (one) => one);
}
