/**
 * Keeps a model from repeating its instructions: runs of words of its instructions are left out of what it says, whatever stands
 * between the words. A model that says them in other words is not caught, and they hold nothing that it must not.
 */

const RUN = 5;
/** What is shown in place of a run. */
const GAP = "[…]";
/** In characters: what is longer than any word is not waited for to end. */
const MAX_WORD_LENGTH = 200;
const WORD = /[\p{L}\p{N}]+/gu;

interface Token {
	/** What stands before the word. */
	before: string;
	word: string;
	echo: boolean;
}

/** @param instructions what is not to be repeated; `mark`, a word of it, not even alone */
export function filterPromptLeaks(instructions: string, mark: string) {
	const runs = new Set(runsOf(instructions));
	/** The beginning of a word, and what stands before it. */
	let rest = "";
	const waiting: Token[] = [];
	let inEcho = false;

	const add = (before: string, word: string) => {
		const low = word.toLowerCase();
		waiting.push({ before, word, echo: low.includes(mark) });
		const last = waiting.slice(-RUN);
		const run = last.map((token) => token.word.toLowerCase()).join(" ");
		if (runs.has(run)) for (const token of last) token.echo = true;
	};
	/** Takes out all but the last `keep` words, which may yet turn out to be part of a run. */
	const pass = (keep: number) => {
		let text = "";
		const ready = waiting.splice(0, Math.max(0, waiting.length - keep));
		for (const { before, word, echo } of ready) {
			if (!echo) text += before + word;
			else if (!inEcho) text += before + GAP;
			inEcho = echo;
		}
		return text;
	};
	return {
		/** What of `text`, and of what was held back before it, may be shown. */
		push(text: string): string {
			rest += text;
			let from = 0;
			for (const { 0: word, index } of rest.matchAll(WORD)) {
				const end = index + word.length;
				if (end === rest.length && word.length < MAX_WORD_LENGTH) break;
				add(rest.slice(from, index), word);
				from = end;
			}
			rest = rest.slice(from);
			return pass(RUN - 1);
		},
		/** The rest of what may be shown. */
		end(): string {
			const [word] = rest.match(WORD) ?? [];
			if (word === undefined) return pass(0) + rest;
			add(rest.slice(0, -word.length), word);
			return pass(0);
		},
	};
}

function runsOf(text: string): string[] {
	const words = text.toLowerCase().match(WORD) ?? [];
	return words
		.slice(RUN - 1)
		.map((_, at) => words.slice(at, at + RUN).join(" "));
}
