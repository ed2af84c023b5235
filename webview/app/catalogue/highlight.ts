/** A small highlighter for the demo's JavaScript: the editor's own is not worth loading for a few lines. */
const TOKEN =
	/(?<comment>\/\/[^\n]*)|(?<string>"[^"\n]*"?|'[^'\n]*'?|`[^`]*`?)|(?<keyword>\b(?:async|await|class|const|default|else|export|for|from|function|if|import|let|new|of|return|typeof|var)\b)|(?<number>\b\d[\d.]*\b)|(?<function>\b[A-Za-z_$][\w$]*(?=\())/g;

export interface Token {
	/** Null = plain text. */
	kind: string | null;
	text: string;
}

/** `code` in tokens, which together are `code`. */
export function highlight(code: string): Token[] {
	const tokens: Token[] = [];
	let end = 0;
	for (const match of code.matchAll(TOKEN)) {
		const [text] = match;
		if (match.index > end)
			tokens.push({ kind: null, text: code.slice(end, match.index) });
		const [kind = null] =
			Object.entries(match.groups ?? {}).find(([, found]) => found) ?? [];
		tokens.push({ kind, text });
		end = match.index + text.length;
	}
	tokens.push({ kind: null, text: code.slice(end) });
	return tokens;
}
