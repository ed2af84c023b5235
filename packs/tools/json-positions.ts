/** Finds the line of each value of a JSON text. In a text with a syntax error, what is before the error is found. */

export interface JsonPositions {
	/** The line, from 1, of the value at a pointer (`#/files/0/path`) or of the nearest one above it that is there. */
	lineOf(pointer: string): number;
	/** The line of the first character that is not JSON; null in a text that is. */
	brokenAt: number | null;
}

/** Reads `text` once and remembers the line of every value. */
export function jsonPositions(text: string): JsonPositions {
	const lines = new Map<string, number>();
	const reader = new Reader(text, lines);
	let brokenAt: number | null = null;
	try {
		reader.document();
	} catch {
		brokenAt = reader.line;
	}
	return {
		brokenAt,
		lineOf(pointer) {
			for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
				const line = lines.get(at);
				if (line !== undefined) return line;
				if (!at.includes("/")) break;
			}
			return 1;
		},
	};
}

/** A value's own text: its start decides its line, a key's line is its value's. */
class Reader {
	line = 1;
	private at = 0;

	constructor(
		private readonly text: string,
		private readonly lines: Map<string, number>,
	) {}

	document(): void {
		this.value("#");
		this.space();
		if (this.at < this.text.length) this.stop();
	}

	private value(pointer: string): void {
		this.space();
		if (!this.lines.has(pointer)) this.lines.set(pointer, this.line);
		const first = this.text[this.at];
		if (first === "{") this.members(pointer);
		else if (first === "[") this.items(pointer);
		else if (first === '"') this.string();
		else this.token(/-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false|null/y);
	}

	private members(pointer: string): void {
		this.each("}", () => {
			this.space();
			const line = this.line;
			const key = JSON.parse(this.string()) as string;
			const member = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
			this.lines.set(member, line);
			this.space();
			this.token(/:/y);
			this.value(member);
		});
	}

	private items(pointer: string): void {
		this.each("]", (index) => this.value(`${pointer}/${index}`));
	}

	private each(end: string, read: (index: number) => void): void {
		this.at++;
		this.space();
		if (this.text[this.at] === end) {
			this.at++;
			return;
		}
		for (let index = 0; ; index++) {
			read(index);
			this.space();
			if (this.text[this.at] === end) break;
			this.token(/,/y);
		}
		this.at++;
	}

	private string(): string {
		return this.token(/"(?:[^"\\\n]|\\.)*"/y);
	}

	private token(pattern: RegExp): string {
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.text)?.[0];
		if (found === undefined) this.stop();
		this.at += found.length;
		return found;
	}

	private space(): void {
		for (; /[ \t\r\n]/.test(this.text[this.at] ?? ""); this.at++)
			if (this.text[this.at] === "\n") this.line++;
	}

	private stop(): never {
		throw new SyntaxError(`not JSON at line ${this.line}`);
	}
}
