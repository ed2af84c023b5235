/** `sexpression`: a query of the author's own; it passes with at least one match in the file. */

import { shortenCode, spellingAdvice } from "../explain/names.ts";
import { msg } from "../messages/msg.ts";
import { grammarNames } from "../parse/grammars.ts";
import { type FailedPredicate, nearestMatch } from "../query/near-query.ts";
import { refuseBadPattern } from "../query/pattern.ts";
import { isMatch, isNegative } from "../query/predicates.ts";
import { faultsOf } from "../results/fault.ts";
import {
	createMiss,
	createPass,
	type Finding,
	type Matcher,
	nearMissOf,
} from "./matcher.ts";

export const sexpression: Matcher<"sexpression"> = {
	grammars: grammarNames,
	nodeTypes: [],
	risky: true,
	faults: ({ pattern }) => faultsOf(() => refuseBadPattern(pattern)),
	compile({ pattern }, grammar) {
		const query = grammar.queries.get(pattern);
		return ({ file }) => {
			const { rootNode } = file.tree;
			const match = query.find(rootNode);
			if (match)
				return createPass(match.node, (where) =>
					match.node ? msg`Found a match (${where})` : msg`Found a match`,
				);
			const nearest = nearestMatch(query, rootNode);
			return nearest
				? nearMatch(nearest.failing, nearest.closeness)
				: createMiss(
						0,
						() =>
							msg`This is not in the code yet; the description says what to write`,
					);
		};
	},
};

/** Names of captures that tell a beginner which part of the code is meant. */
const spoken = new Set(
	`argument attribute class decorator field function header hook key label message method module name parameter path property
	route router status tag title type value`.split(/\s+/),
);

function nearMatch(failing: FailedPredicate, closeness: 2 | 3): Finding {
	const { written, node, actual } = failing;
	const { expected, message } = advice(failing);
	const facet = spoken.has(written.capture) ? written.capture : "text";
	return createMiss(
		closeness,
		message,
		nearMissOf(node, facet, expected, shortenCode(actual)),
	);
}

/** What the failing text should be, and the advice that follows from it. */
function advice({ written, actual, meant }: FailedPredicate) {
	const here = `\`${shortenCode(actual)}\``;
	if (meant !== null)
		return {
			expected: meant,
			message: (where: string) => spellingAdvice(actual, meant, where),
		};
	const { wanted, texts } = written;
	if (isNegative(written) && !isMatch(written))
		return {
			expected: msg`other than ${texts.join(", ")}`,
			message: (where: string) =>
				msg`Try something other than ${here} (${where}), if that is the place meant here`,
		};
	if (!wanted)
		return {
			expected: msg`what the description says`,
			message: (where: string) =>
				msg`Compare ${here} (${where}) with the description; it comes close`,
		};
	const words = oneOf(wanted.words);
	return {
		expected: wanted.words.join(" or "),
		message: (where: string) =>
			wanted.whole
				? msg`Try ${words} in place of ${here} (${where}), if that is the place meant here`
				: msg`Try to have ${words} in ${here} (${where}), if that is the place meant here`,
	};
}

/** A few words to choose from; of many the first, since authors begin with the usual one. */
function oneOf(words: readonly string[]): string {
	const quoted = words.map((word) => `\`${word}\``);
	if (quoted.length > 4) return msg`one like ${quoted[0]}`;
	if (quoted.length < 2) return quoted.join("");
	return msg`${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}
