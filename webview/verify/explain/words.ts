/** The words for near misses. */
import type { CodeNode } from "../model/node.ts";
import type { Miss } from "./miss.ts";
import { isTelling, labelOf } from "./print.ts";

const lineOf = ({ source, start }: CodeNode) =>
	source.text.slice(0, start).split("\n").length;

/** "line 4", with the file when the check is for another one. */
const placeOf = (node: CodeNode, here: string) =>
	`${node.source.path === here ? "" : `\`${node.source.path}\`, `}line ${lineOf(node)}`;

/** A node and its place: "`post(…)` (line 4)". */
export const named = (node: CodeNode) =>
	node.kind === "program"
		? `\`${node.source.path}\``
		: `\`${labelOf(node)}\` (line ${lineOf(node)})`;

/** What a near miss says to a learner. `here` is the path of the file that the check is for. */
export function tell(
	{ facet, at, path, expected, actual }: Miss,
	here: string,
): string {
	const role = path.at(-1);
	const where = placeOf(at, here);
	const subject = role ?? `\`${actual}\``;
	switch (facet) {
		case "value":
			if (!expected)
				return `${role ? `${capital(role)}: ` : ""}\`${actual}\` (${where}) is not what the check asks for`;
			return role
				? `${capital(role)} (${where}): expected ${quoted(expected)}, found \`${actual}\``
				: `Expected ${quoted(expected)}, found \`${actual}\` (${where})`;
		case "name":
			return `Expected \`${expected}\`, found \`${actual}\` (${where})`;
		case "missing":
			return `\`${actual}\` (${where}) has no ${lacked(role, expected)}; add it`;
		case "count":
			return `Expected ${expected}, found ${actual}`;
		case "absent":
			return at.kind === "program"
				? !isTelling(expected)
					? `Nothing in ${subject} does what this check asks for yet`
					: `${capital(subject)} has no \`${expected}\` yet; add it`
				: expected === "…"
					? `${capital(subject)} (${where}) does not have what this check asks for`
					: `${capital(subject)} (${where}) never has ${quoted(expected)}; add it`;
		case "order":
			return `\`${labelOf(at)}\` (${where}) must come after \`${actual}\``;
		case "parameters":
			return `This function (${where}) takes ${actual} parameter${actual === "1" ? "" : "s"}; it needs ${expected}`;
		case "async":
			return `This function (${where}) is not \`async\`; add \`async\``;
		case "import":
			return `\`${actual}\` (${where}) is not imported; add ${expected}`;
		case "forbidden":
			return expected
				? `\`${actual}\` (${where}) may still run after \`${expected}\`; it must not`
				: `\`${actual}\` (${where}) must not be here`;
		case "unreached":
			return `\`${actual}\` (${where}) is never ${expected}, so its code does not run`;
		case "kind":
			return `${role ? `${capital(role)} (${where}): expected` : "Expected"} \`${expected}\`, found \`${actual}\`${role ? "" : ` (${where})`}`;
	}
}

/** What is missing: the code, or the part that has a name of its own. */
const lacked = (role: string | undefined, expected: string) =>
	expected === "…"
		? (role?.replace(/^(its|an?|the) | of `.*/g, "") ?? "such part")
		: role?.startsWith("its ")
			? `${role.slice(4)} \`${expected}\``
			: !role ||
					/argument|parameters|decorator|base|type|name|^(a|what) /.test(role)
				? `\`${expected}\``
				: role.replace(/ of `.*/, "");

/** Code as code, a kind of thing in words. */
const quoted = (expected: string) =>
	/^an? \w+$/.test(expected)
		? expected
		: expected.startsWith(valueFrom)
			? `${valueFrom}\`${expected.slice(valueFrom.length)}\``
			: `\`${expected}\``;

/** Before the call whose result is expected. */
export const valueFrom = "a value from ";

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
