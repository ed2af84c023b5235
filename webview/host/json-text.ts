/** JSON as text: keeps the order of keys and every digit, which parsing would change. The text has to be valid JSON. */

/** The text of each member of the object that `text` is. */
export function memberTexts(text: string): Map<string, string> {
	const members = new Map<string, string>();
	let at = afterSpace(text, text.indexOf("{") + 1);
	while (text[at] === '"') {
		const nameEnd = endOfString(text, at);
		const start = afterSpace(text, text.indexOf(":", nameEnd) + 1);
		const end = endOfValue(text, start);
		members.set(JSON.parse(text.slice(at, nameEnd)), text.slice(start, end));
		at = afterSpace(text, end);
		if (text[at] === ",") at = afterSpace(text, at + 1);
	}
	return members;
}

/** The text of each element of the array that `text` is. */
export function elementTexts(text: string): string[] {
	const elements: string[] = [];
	let at = afterSpace(text, text.indexOf("[") + 1);
	while (at < text.length && text[at] !== "]") {
		const end = endOfValue(text, at);
		elements.push(text.slice(at, end));
		at = afterSpace(text, end);
		if (text[at] === ",") at = afterSpace(text, at + 1);
	}
	return elements;
}

/** The same value with a line for each member and element. */
export function indentJson(text: string, indent = "  "): string {
	let out = "";
	let depth = 0;
	const line = () => `\n${indent.repeat(depth)}`;
	for (let at = 0; at < text.length; at++) {
		const sign = text[at] ?? "";
		if (sign === '"') {
			const end = endOfString(text, at);
			out += text.slice(at, end);
			at = end - 1;
		} else if (sign === "{" || sign === "[") {
			const next = afterSpace(text, at + 1);
			const isEmpty = text[next] === "}" || text[next] === "]";
			out += sign;
			if (isEmpty) {
				out += text[next];
				at = next;
			} else {
				depth++;
				out += line();
			}
		} else if (sign === "}" || sign === "]") {
			depth--;
			out += line() + sign;
		} else if (sign === ",") out += sign + line();
		else if (sign === ":") out += ": ";
		else if (!/\s/.test(sign)) out += sign;
	}
	return out;
}

function afterSpace(text: string, from: number): number {
	let at = from;
	while (/\s/.test(text[at] ?? "")) at++;
	return at;
}

/** After the quote that closes the string that begins at `start`. */
function endOfString(text: string, start: number): number {
	for (let at = start + 1; at < text.length; at++) {
		if (text[at] === "\\") at++;
		else if (text[at] === '"') return at + 1;
	}
	return text.length;
}

/** After the value that begins at `start`. */
function endOfValue(text: string, start: number): number {
	let depth = 0;
	let at = start;
	while (at < text.length) {
		const sign = text[at] ?? "";
		if (sign === '"') at = endOfString(text, at);
		else if (depth === 0 && /[,\]}\s]/.test(sign)) return at;
		else {
			if (sign === "{" || sign === "[") depth++;
			if (sign === "}" || sign === "]") depth--;
			at++;
		}
		if (depth === 0 && /["\]}]/.test(sign)) return at;
	}
	return at;
}

/** Where the value at `path` is in the text of an object or array; of a name that is given twice, the last one. Null when there is none. */
export function placeOf(
	text: string,
	path: readonly string[],
): { start: number; end: number } | null {
	let start = afterSpace(text, 0);
	let from = start;
	for (const name of path) {
		if (text[start] !== "[" && text[start] !== "{") return null;
		const isArray = text[start] === "[";
		let index = 0;
		let found: number | null = null;
		let at = afterSpace(text, start + 1);
		while (at < text.length && text[at] !== "]" && text[at] !== "}") {
			const nameEnd = isArray ? at : endOfString(text, at);
			const key = isArray
				? String(index++)
				: JSON.parse(text.slice(at, nameEnd));
			const value = isArray
				? at
				: afterSpace(text, text.indexOf(":", nameEnd) + 1);
			if (key === name) {
				found = value;
				from = at;
			}
			at = afterSpace(text, endOfValue(text, value));
			if (text[at] === ",") at = afterSpace(text, at + 1);
		}
		if (found === null) return null;
		start = found;
	}
	return { start: from, end: endOfValue(text, start) };
}
