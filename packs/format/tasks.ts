/** The numbered tasks of a prompt, which checks name in `tasks`. */

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Nested items are indented. */
const ITEM = /^(\d{1,9})[.)](?:\s|$)/;

/**
 * The numbers of a prompt's outermost list items, as its readers see them: the first item of a list gives the first number, the others
 * follow.
 */
export function taskNumbers(prompt: string): Set<number> {
	const numbers = new Set<number>();
	let fence: string | null = null;
	/** Of the item before in the same list; null = no list is open. */
	let last: number | null = null;
	let isAfterBlank = false;
	for (const line of prompt.split("\n")) {
		const mark = FENCE.exec(line)?.[1];
		if (fence !== null) {
			if (mark?.startsWith(fence)) fence = null;
			continue;
		}
		if (mark) fence = mark;
		const item = ITEM.exec(line)?.[1];
		if (item !== undefined) {
			last = last === null ? Number(item) : last + 1;
			numbers.add(last);
		} else if (/^#/.test(line) || (isAfterBlank && /^\S/.test(line))) {
			// A line that is not indented ends the list, unless it goes on with an item's paragraph.
			last = null;
		}
		isAfterBlank = line.trim() === "";
	}
	return numbers;
}
