/** The edit between two texts for incremental parsing: one range, found from both ends. */
import { Edit } from "#tree-sitter";

/** Compared as slices, many units at once; single units decide only where two slices differ. */
const step = 1024;

function commonStart(a: string, b: string): number {
	const most = Math.min(a.length, b.length);
	let at = 0;
	while (at + step <= most && a.slice(at, at + step) === b.slice(at, at + step))
		at += step;
	while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
	// Not between the two halves of a character.
	return at > 0 && isHighHalf(a.charCodeAt(at - 1)) ? at - 1 : at;
}

function commonEnd(a: string, b: string, start: number): number {
	const most = Math.min(a.length, b.length) - start;
	const part = (text: string, from: number, to: number) =>
		text.slice(text.length - from, text.length - to);
	let count = 0;
	while (
		count + step <= most &&
		part(a, count + step, count) === part(b, count + step, count)
	)
		count += step;
	while (
		count < most &&
		a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)
	)
		count++;
	return count > 0 && isLowHalf(a.charCodeAt(a.length - count))
		? count - 1
		: count;
}

const isHighHalf = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLowHalf = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

/** Rows and columns as the parser counts them: from 0, columns in UTF-16 units, rows ended by a line feed alone. */
function positionAt(text: string, index: number) {
	let row = 0;
	let lineStart = 0;
	for (
		let feed = text.indexOf("\n");
		feed !== -1 && feed < index;
		feed = text.indexOf("\n", feed + 1)
	) {
		row += 1;
		lineStart = feed + 1;
	}
	return { row, column: index - lineStart };
}

/** The edit that turns one text into another. */
export function changeBetween(before: string, after: string): Edit {
	const startIndex = commonStart(before, after);
	const kept = commonEnd(before, after, startIndex);
	const oldEndIndex = before.length - kept;
	const newEndIndex = after.length - kept;
	return new Edit({
		startIndex,
		oldEndIndex,
		newEndIndex,
		startPosition: positionAt(before, startIndex),
		oldEndPosition: positionAt(before, oldEndIndex),
		newEndPosition: positionAt(after, newEndIndex),
	});
}

/** The edit that replaces everything from the start of another one on. */
export const upToEnd = (
	{ startIndex, startPosition }: Edit,
	before: string,
	after: string,
): Edit =>
	new Edit({
		startIndex,
		startPosition,
		oldEndIndex: before.length,
		newEndIndex: after.length,
		oldEndPosition: positionAt(before, before.length),
		newEndPosition: positionAt(after, after.length),
	});
