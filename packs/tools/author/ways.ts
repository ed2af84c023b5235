/** Lists of patterns in a check: one that a single pattern of it could replace, and one that refuses every way but its own. */
import type { ChallengeFile } from "@treeline/packs/format";
import type { Condition, FileEntry } from "@treeline/verify/shapes";
import { deriveRewrites } from "../rewrites/derive.ts";

/** A list of patterns of a condition, and the condition with another one in its place. */
interface List {
	place: string;
	patterns: readonly string[];
	with(pattern: string): Condition;
}

const isText = (one: unknown): one is string => typeof one === "string";

/** The lists of patterns in a condition of which each item is one way; those of what must not be there are none. */
function listsIn(condition: Condition, place: string): List[] {
	if (isText(condition)) return [];
	if (Array.isArray(condition))
		return condition.length > 1
			? [{ place, patterns: condition, with: (pattern) => pattern }]
			: [];
	const found: List[] = [];
	const at = (name: string) => (place ? `${place}/${name}` : name);
	const add = (name: "pattern" | "has" | "any", part: Condition) => {
		for (const list of listsIn(part, at(name)))
			found.push({
				...list,
				with: (pattern) => ({ ...condition, [name]: list.with(pattern) }),
			});
	};
	if (Array.isArray(condition.pattern)) add("pattern", condition.pattern);
	if (condition.has !== undefined) add("has", condition.has);
	const { any, all } = condition;
	if (any && any.length > 1 && any.every(isText))
		found.push({
			place: at("any"),
			patterns: any,
			with: (pattern) => ({ ...condition, any: [pattern] }),
		});
	for (const [index, one] of (all ?? []).entries())
		for (const list of listsIn(one, at(`all/${index}`)))
			found.push({
				...list,
				with: (pattern) => ({
					...condition,
					all: all?.with(index, list.with(pattern)) ?? [],
				}),
			});
	return found;
}

/** Whether a condition has a list of patterns of which each is one way. */
export const hasList = (condition: Condition) =>
	listsIn(condition, "").length > 0;

/** What an answer is for the advice: whether a check passes on it. */
export type PassesOn = (condition: Condition) => boolean;

/** Warnings of lists: that one pattern is enough, or that the list refuses other ways, which are named. `right` are right answers that the check passes, `wrong` others that it refuses. */
export async function listWarnings(
	condition: Condition,
	right: readonly PassesOn[],
	wrong: readonly PassesOn[],
	refusedWays: () => Promise<readonly string[]>,
): Promise<string[]> {
	const found = listsIn(condition, "").map(async (list) => {
		const { place, patterns } = list;
		const enough = patterns.find((pattern) => {
			const alone = list.with(pattern);
			return (
				right.every((passes) => passes(alone)) &&
				!wrong.some((passes) => passes(alone))
			);
		});
		if (enough !== undefined)
			return `\`${place}\` is a list of ${patterns.length} patterns, of which \`${oneLine(enough)}\` alone takes every right answer that is known; keep that one, since a pattern takes the other ways to write it`;
		const refused = await refusedWays();
		const ways =
			refused.length > 0
				? `; it refuses, for example, ${refused.slice(0, 4).join(", ")}`
				: "";
		return `\`${place}\` is a list of ${patterns.length} ways, and the next learner has another one${ways}. Ask for the part that all of them share, in one pattern; a list of ways that share none, as in examples 33 and 34 of packs/README.md, may stay: try answers of others on it`;
	});
	return Promise.all(found);
}

const oneLine = (code: string) => code.replace(/\s*\n\s*/g, " ");

/** The ways to write the solution that a check refuses, by what they are. */
export async function waysRefused(
	challenge: ChallengeFile,
	passes: (files: readonly FileEntry[]) => Promise<boolean>,
): Promise<string[]> {
	const refused = new Set<string>();
	for (const rewrite of await deriveRewrites(challenge, challenge.files))
		if (rewrite.isOtherWay && !(await passes(rewrite.files)))
			refused.add(rewrite.id);
	return [...refused];
}
