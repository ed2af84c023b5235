/** Splits a stream of bytes into lines of text, without holding more than one of them. */

export interface Line {
	/** From 1 on. */
	number: number;
	/** Null = it is longer than `limit`, or no UTF-8. */
	text: string | null;
}

const NEWLINE = 0x0a;

/** Lines that are not blank. @param limit in bytes, of one line */
export async function* linesOf(
	stream: AsyncIterable<Uint8Array>,
	limit: number,
): AsyncGenerator<Line> {
	let number = 0;
	let parts: Uint8Array[] = [];
	let size = 0;
	const take = (part: Uint8Array) => {
		size += part.length;
		if (size <= limit) parts.push(part);
	};
	const line = (): Line => {
		const text = size > limit ? null : decode(Buffer.concat(parts));
		parts = [];
		size = 0;
		number++;
		return { number, text };
	};
	for await (const chunk of stream) {
		let from = 0;
		for (
			let end = chunk.indexOf(NEWLINE);
			end >= 0;
			end = chunk.indexOf(NEWLINE, from)
		) {
			take(chunk.subarray(from, end));
			from = end + 1;
			const made = line();
			if (made.text?.trim() !== "") yield made;
		}
		take(chunk.subarray(from));
	}
	if (size === 0) return;
	const last = line();
	if (last.text?.trim() !== "") yield last;
}

function decode(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}
