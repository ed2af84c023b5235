/** Finds the line and column of each value of a JSON text. In a text with a syntax error, what is before the error is found. */

/** A place in a text: both count from 1, columns in UTF-16 units. */
export interface Position {
	line: number;
	column: number;
}

/** How an object or an array is written. */
export interface Container {
	/** The keys of an object in their order; null for an array. */
	keys: string[] | null;
	/** Whether its first element is on the line of its opening bracket. */
	isInline: boolean;
}

export interface JsonPositions {
	/** The position of the value at a pointer (`#/files/0/path`), of its key in an object; of the nearest ancestor when it is missing. */
	positionOf(pointer: string): Position;
	/** The position of the first character that is not JSON; null in a valid text. */
	brokenAt: Position | null;
	/** The objects and arrays that are not empty, by pointer. */
	containers: ReadonlyMap<string, Container>;
}

/** Reads `text` once and records the position of every value. */
export function jsonPositions(text: string): JsonPositions {
	const reader = new Reader(text);
	let brokenAt: Position | null = null;
	try {
		reader.document();
	} catch {
		brokenAt = reader.position();
	}
	return {
		brokenAt,
		containers: reader.containers,
		positionOf(pointer) {
			for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
				const position = reader.positions.get(at);
				if (position) return position;
				if (!at.includes("/")) break;
			}
			return { line: 1, column: 1 };
		},
	};
}

class Reader {
	readonly positions = new Map<string, Position>();
	readonly containers = new Map<string, Container>();
	private line = 1;
	private lineStart = 0;
	private at = 0;

	constructor(private readonly text: string) {}

	position(): Position {
		return { line: this.line, column: this.at - this.lineStart + 1 };
	}

	document(): void {
		this.value("#");
		this.space();
		if (this.at < this.text.length) this.stop();
	}

	private value(pointer: string): void {
		this.space();
		if (!this.positions.has(pointer))
			this.positions.set(pointer, this.position());
		const first = this.text[this.at];
		if (first === "{") this.members(pointer);
		else if (first === "[") this.items(pointer);
		else if (first === '"') this.string();
		else this.token(/-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false|null/y);
	}

	private members(pointer: string): void {
		const keys: string[] = [];
		this.each(pointer, keys, "}", () => {
			this.space();
			const position = this.position();
			const key = JSON.parse(this.string()) as string;
			const member = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
			keys.push(key);
			this.positions.set(member, position);
			this.space();
			this.token(/:/y);
			this.value(member);
		});
	}

	private items(pointer: string): void {
		this.each(pointer, null, "]", (index) => this.value(`${pointer}/${index}`));
	}

	private each(
		pointer: string,
		keys: string[] | null,
		end: string,
		read: (index: number) => void,
	): void {
		this.at++;
		const { line } = this;
		this.space();
		if (this.text[this.at] === end) {
			this.at++;
			return;
		}
		this.containers.set(pointer, { keys, isInline: this.line === line });
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
		for (; /[ \t\r\n]/.test(this.text[this.at] ?? ""); this.at++) {
			if (this.text[this.at] !== "\n") continue;
			this.line++;
			this.lineStart = this.at + 1;
		}
	}

	private stop(): never {
		throw new SyntaxError(`not JSON at line ${this.line}`);
	}
}
