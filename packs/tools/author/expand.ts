/** Patterns with their definitions written out, for authors who look for a fault in one. */
import type { Code, Definitions } from "@treeline/verify/shapes";
import { withoutTexts } from "./patterns.ts";

/** How deeply definitions use definitions. */
const depthCap = 6;
/** Characters of bodies that are put in; what is left of a longer pattern stays as it is. */
const MOST_WRITTEN = 20_000;

type Patterns = NonNullable<Definitions["patterns"]>;

interface Definition {
	parameters: string[];
	body: string;
}

/**
 * The text of a pattern with its definitions written out. Of a definition with several patterns the first one is shown, or the first
 * that holds `excerpt`.
 */
export function expanded(
	code: string,
	{ patterns = {} }: Definitions,
	excerpt = "",
): string {
	let left = MOST_WRITTEN;
	const definitions = readDefinitions(patterns, excerpt);
	const hasRoom = (length: number) => {
		left -= length;
		return left > 0;
	};
	return written(code, definitions, 0, hasRoom);
}

function readDefinitions(
	patterns: Patterns,
	excerpt: string,
): Map<string, Definition> {
	const definitions = new Map<string, Definition>();
	for (const [head, given] of Object.entries(patterns)) {
		const [, name = "", list = ""] =
			/^\$(\w+)\s*(?:\((.*)\))?$/.exec(head) ?? [];
		const codes = codesOf(
			typeof given === "object" && "pattern" in given ? given.pattern : given,
		);
		const chosen = excerpt && codes.find((code) => code.includes(excerpt));
		definitions.set(name, {
			parameters: list.split(",").map((one) => one.trim()),
			body: chosen || codes[0] || "",
		});
	}
	return definitions;
}

const codesOf = (code: Code) => (typeof code === "string" ? [code] : code);

function written(
	code: string,
	definitions: ReadonlyMap<string, Definition>,
	depth: number,
	hasRoom: (length: number) => boolean,
): string {
	if (!hasRoom(code.length) || depth === depthCap) return code;
	let text = "";
	let from = 0;
	for (const use of withoutTexts(code).matchAll(/\$([a-z]\w*)(\s*\()?/g)) {
		if (!hasRoom(0)) break;
		const [whole, name = "", open] = use;
		const definition = definitions.get(name);
		if (!definition || use.index < from) continue;
		const isCall = open !== undefined;
		const given = isCall ? argumentsAt(code, use.index + whole.length) : null;
		// A metavariable may have the name of a definition with parts.
		if (!given && definition.parameters[0]) continue;
		const parts = new Map(
			definition.parameters.map((one, index) => [
				one,
				written(given?.parts[index] ?? "$_", definitions, depth, hasRoom),
			]),
		);
		const body = definition.body.replace(
			/\$[a-z]\w*/g,
			(one) => parts.get(one) ?? one,
		);
		text +=
			code.slice(from, use.index) +
			written(body, definitions, depth + 1, hasRoom);
		from = given?.end ?? use.index + name.length + 1;
	}
	return text + code.slice(from);
}

/** The arguments of a call whose list begins at `start`, and where it ends; null when it never does. */
function argumentsAt(
	code: string,
	start: number,
): { parts: string[]; end: number } | null {
	const bare = withoutTexts(code);
	const parts: string[] = [];
	let from = start;
	let depth = 0;
	for (let at = start; at < bare.length; at++) {
		const character = bare[at] ?? "";
		if ("([{".includes(character)) depth++;
		const isEnd = depth === 0 && character === ")";
		if (isEnd || (depth === 0 && character === ",")) {
			parts.push(code.slice(from, at).trim());
			from = at + 1;
		}
		if (isEnd) return { parts: parts.filter(Boolean), end: at + 1 };
		if (")]}".includes(character)) depth--;
	}
	return null;
}
