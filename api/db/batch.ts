/**
 * What many requests ask of the database at once is asked in one statement: it waits for the disk once, not once for each. A lone
 * request is asked at once and waits for nobody; whoever comes while statements are under way goes with the next.
 */

import { isRowFault } from "./pool.ts";

/** Statements under way at once: one fills while the other waits for the disk. */
const FLIGHTS = 2;
/** What one statement carries at most, and what may wait for one, in bytes. */
const MOST_AT_ONCE = 512 * 1024;
const MOST_WAITING = 32 * 1024 * 1024;

/** About what an id or two take in a statement, in bytes. */
const NAMES = 100;

/** More waits to be sent to the database than may. */
export class BatchOverflowError extends Error {
	override name = "BatchOverflowError";
}

interface Waiting<Item, Result> {
	item: Item;
	bytes: number;
	resolve(result: Result): void;
	reject(error: unknown): void;
}

/**
 * Asks for one item what `ask` asks for a list, answers in the list's order. An item that the database refuses fails alone: the
 * others are asked again without it. `bytesOf` is about what an item takes, as a rule an id or two. Throws {@link BatchOverflowError} when too much waits.
 */
export function grouped<Item, Result>(
	ask: (items: Item[]) => Promise<Result[]>,
	bytesOf: (item: Item) => number = () => NAMES,
): (item: Item) => Promise<Result> {
	const line: Waiting<Item, Result>[] = [];
	let waiting = 0;
	let flights = 0;

	function nextGroup(): Waiting<Item, Result>[] {
		let bytes = 0;
		let count = 0;
		for (const one of line) {
			if (count > 0 && bytes + one.bytes > MOST_AT_ONCE) break;
			bytes += one.bytes;
			count++;
		}
		waiting -= bytes;
		return line.splice(0, count);
	}

	async function settle(group: Waiting<Item, Result>[]): Promise<void> {
		try {
			const results = await ask(group.map(({ item }) => item));
			for (const [index, { resolve }] of group.entries())
				resolve(results[index] as Result);
		} catch (error) {
			if (group.length > 1 && isRowFault(error))
				for (const one of group) await settle([one]);
			else for (const { reject } of group) reject(error);
		}
	}

	async function fly(): Promise<void> {
		flights++;
		while (line.length > 0) await settle(nextGroup());
		flights--;
	}

	return (item) =>
		new Promise((resolve, reject) => {
			const bytes = bytesOf(item);
			if (waiting + bytes > MOST_WAITING) throw new BatchOverflowError();
			waiting += bytes;
			line.push({ item, bytes, resolve, reject });
			if (flights < FLIGHTS) void fly();
		});
}
