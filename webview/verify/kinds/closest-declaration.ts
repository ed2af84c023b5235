/** The nearest miss of a declaration that is not there, for all kinds of checks that ask for one by its name. */

import { closestName, spellingAdvice } from "../explain/names.ts";
import { msg } from "../messages/msg.ts";
import { createMiss, type Finding, nearMissOf } from "./matcher.ts";
import type { Lookalikes, NamedNode } from "./named-nodes.ts";

const noSuch: Record<
	"class" | "function" | "variable",
	(name: string, example: string) => string
> = {
	class: (name, example) =>
		msg`There is no class \`${name}\` yet; add \`${example}\``,
	function: (name, example) =>
		msg`There is no function \`${name}\` yet; add \`${example}\``,
	variable: (name, example) =>
		msg`There is no variable \`${name}\` yet; add \`${example}\``,
};

/**
 * Names first something else of this name (`other`, which `describe` says what it is and how to change), then a declaration of a similar
 * name among `declared`, if it satisfies `isDeclaration`; without either, `example` is what to add. `noun` is the kind of declaration.
 */
export function closestDeclaration<Declared extends NamedNode>({
	name,
	noun,
	example,
	other,
	describe,
	declared,
	isDeclaration = () => true,
}: {
	name: string;
	noun: keyof typeof noSuch;
	example: string;
	other: NamedNode | undefined;
	describe: (other: NamedNode) => Lookalikes[string] | undefined;
	declared: ReadonlyMap<string, readonly Declared[]>;
	isDeclaration?: (candidate: Declared) => boolean;
}): Finding {
	const description = other && describe(other);
	if (description)
		return createMiss(
			2,
			(where) =>
				msg`\`${name}\` (${where}) ${description.is}; ${description.advice}`,
			nearMissOf(other.nameNode, "kind", noun, description.is),
		);
	const actual = closestName(name, declared.keys());
	const similar = actual && declared.get(actual)?.find(isDeclaration);
	if (similar)
		return createMiss(
			1,
			(where) => spellingAdvice(actual, name, where),
			nearMissOf(similar.nameNode, "name", name, actual),
		);
	return createMiss(0, () => noSuch[noun](name, example));
}
