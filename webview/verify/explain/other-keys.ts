/** Keys of objects that are there under another name than the one that is asked for. */

import type { Bindings } from "../match/types.ts";
import { msg } from "../messages/msg.ts";
import type { CodeNode } from "../model/node.ts";
import { codeOf } from "./label.ts";
import { type Cost, costOf } from "./miss.ts";
import { isWordOf } from "./names.ts";

/** The key of an object that is meant for one that is not there: its name has the wanted word in it, or, in Python, it lacks its quotes; null without one. `keys` are all that the object has to have. */
export function otherKeyIn(
	object: CodeNode,
	key: string,
	keys: readonly string[],
	bindings: Bindings,
): Cost | null {
	for (const one of object.list.properties) {
		const at = one.part.key ?? one;
		const isPython = object.source.family === "python";
		const isVariable = isPython && at.kind === "name";
		const name = String((isVariable ? at.value : one.value) ?? "");
		if (one.kind !== "property" || keys.includes(name)) continue;
		if (!isWordOf(key, name)) continue;
		const expected = isPython ? `"${key}"` : key;
		return costOf(1, bindings, {
			facet: "name",
			at: one.part.key ?? one,
			path: [],
			expected,
			actual: isVariable ? codeOf(at) : name,
			says: isVariable
				? msg`is a variable, so the key is what it holds; write the text \`${expected}\` for the key`
				: msg`is not the name that is asked for; rename it to \`${key}\``,
		});
	}
	return null;
}
