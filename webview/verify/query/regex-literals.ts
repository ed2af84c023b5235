/**
 * The literal texts that a regular expression accepts, for messages. Rule: messages to learners contain no regular expression;
 * a text is used only when the expression itself accepts it.
 */
import { compileRegex } from "../limits/regex.ts";

/** An expression that accepts more words than this has no literals. */
const mostWords = 6;

export interface RegexLiterals {
	/** At least one, each accepted by the expression. */
	words: string[];
	/** Whether a text must be one of them, and not only hold it. */
	whole: boolean;
}

/** The words that an expression stands for, or `null` when it says more than words can. */
export function regexLiterals(source: string): RegexLiterals | null {
	const reader = new Reader(source);
	const read = reader.alternatives();
	if (!read || !reader.atEnd) return null;
	const regex = compileRegex(source, "pattern");
	const plain = read.filter((word) => !word.includes("`"));
	const balanced = plain.filter(isBalanced);
	const words = balanced.length > 0 ? balanced : plain;
	if (words.length === 0) return null;
	if (!words.every((word) => /[\w/]/.test(word) && regex.test(word)))
		return null;
	const whole = words.every(
		(word) => !regex.test(`- ${word}`) && !regex.test(`${word} -`),
	);
	return { words: [...new Set(words)], whole };
}

function isBalanced(word: string): boolean {
	const count = (letters: RegExp) => word.match(letters)?.length ?? 0;
	return count(/[([{]/g) === count(/[)\]}]/g) && count(/"/g) % 2 === 0;
}

/** Reads an expression as the list of the shortest texts that it accepts; `null` for what has no such list. */
class Reader {
	#at = 0;

	constructor(readonly source: string) {}

	get atEnd(): boolean {
		return this.#at >= this.source.length;
	}

	alternatives(): string[] | null {
		const all: string[] = [];
		do {
			const words = this.#sequence();
			if (!words) return null;
			all.push(...words);
			if (all.length > mostWords) return null;
		} while (this.#takes("|"));
		return all;
	}

	#sequence(): string[] | null {
		let words = [""];
		while (!this.atEnd && !/[|)]/.test(this.#next)) {
			const atom = this.#atom();
			const part = atom && this.#repeated(atom);
			if (!part) return null;
			words = words.flatMap((word) => part.map((more) => word + more));
			if (words.length > mostWords) return null;
		}
		return words;
	}

	#atom(): string[] | null {
		if (this.#takes("(")) {
			if (!this.#takes("?:") && this.#next === "?") return null;
			const inner = this.alternatives();
			return this.#takes(")") ? inner : null;
		}
		const [text, letters] = this.#match(/\[([^\]\\^-]{1,4})\]/y) ?? [];
		if (text) return [oneOf(letters as string)];
		if (this.#match(/[\^$]|\\b/y)) return [""];
		if (this.#match(/\\s/y)) return [" "];
		const [, escaped] = this.#match(/\\([^\w\s])/y) ?? [];
		if (escaped) return [escaped];
		const [literal] = this.#match(/[^\\.*+?{}[\]()|^$]/y) ?? [];
		return literal ? [literal] : null;
	}

	/** An atom with the mark behind it: what may be left out is left out; only white space may be repeated. */
	#repeated(atom: string[]): string[] | null {
		const [mark] = this.#match(/[*+?{]/y) ?? [];
		if (!mark) return atom;
		if (mark === "?") return [""];
		if (atom[0] !== " " || mark === "{") return null;
		return mark === "*" ? [""] : [" "];
	}

	get #next(): string {
		return this.source[this.#at] ?? "";
	}

	#takes(text: string): boolean {
		if (!this.source.startsWith(text, this.#at)) return false;
		this.#at += text.length;
		return true;
	}

	#match(form: RegExp): RegExpExecArray | null {
		form.lastIndex = this.#at;
		const found = form.exec(this.source);
		if (found) this.#at += found[0].length;
		return found;
	}
}

/** Of the letters of a class the one that reads best: a bracket that closes, else the first. */
const oneOf = (letters: string) =>
	/[)\]}]/.exec(letters)?.[0] ?? (letters[0] as string);
