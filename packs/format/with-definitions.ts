/** Gives a challenge's checks the definitions of their pack. Without imports of values, so that the page can use it by itself. */
import type { AssertionSet, Definitions } from "@treeline/verify/shapes";

/** The assertions with the definitions that they use; those that they have themselves stand before the pack's. */
export function withDefinitions(
	assertions: AssertionSet,
	pack: Definitions,
): AssertionSet {
	const own = assertions.definitions ?? {};
	const { perFile = {}, crossFile = [] } = assertions;
	const all = [...Object.values(perFile), crossFile].flat();
	if (!all.some((one) => one?.type === "codePattern")) return assertions;
	const known = { ...pack.patterns, ...own.patterns };
	const patterns = usedPatterns(known, JSON.stringify(all));
	const definitions = {
		...pack,
		...own,
		...(Object.keys(patterns).length > 0 && { patterns }),
	};
	if (Object.keys(patterns).length === 0) delete definitions.patterns;
	return Object.keys(definitions).length > 0
		? { ...assertions, definitions }
		: assertions;
}

type Patterns = NonNullable<Definitions["patterns"]>;

/** The patterns that a text names, and those that these name. */
function usedPatterns(known: Patterns, text: string): Patterns {
	const byName = new Map(
		Object.keys(known).map((head) => [/^\$\w+/.exec(head)?.[0] ?? head, head]),
	);
	const used = new Set<string>();
	const pending = [text];
	for (let next = pending.pop(); next !== undefined; next = pending.pop())
		for (const [name] of next.matchAll(/\$[a-z]\w*/g)) {
			const head = byName.get(name);
			if (head === undefined || used.has(head)) continue;
			used.add(head);
			pending.push(JSON.stringify(known[head]));
		}
	return Object.fromEntries(
		Object.entries(known).filter(([head]) => used.has(head)),
	);
}
