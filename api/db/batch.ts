/**
 * Batches database requests: what is asked while statements are running goes into the next statement, so that many wait for the disk once. A
 * single request is sent at once.
 */
import { isRowFault } from "./pool.ts";

/** Statements under way at once: one fills while the other waits for the disk. */
const MAX_CONCURRENT_BATCHES = 2;
/** What one statement carries at most, and what may wait for one, in bytes. */
const MAX_BATCH_BYTES = 512 * 1024;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

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
export function batchQueries<Item, Result>(
	ask: (items: Item[]) => Promise<Result[]>,
	bytesOf: (item: Item) => number = () => NAMES,
): (item: Item) => Promise<Result> {
	const line: Waiting<Item, Result>[] = [];
	let waiting = 0;
	let runningBatches = 0;

	function nextBatch(): Waiting<Item, Result>[] {
		let bytes = 0;
		let count = 0;
		for (const one of line) {
			if (count > 0 && bytes + one.bytes > MAX_BATCH_BYTES) break;
			bytes += one.bytes;
			count++;
		}
		waiting -= bytes;
		return line.splice(0, count);
	}

	async function runBatch(group: Waiting<Item, Result>[]): Promise<void> {
		try {
			const results = await ask(group.map(({ item }) => item));
			for (const [index, { resolve }] of group.entries())
				resolve(results[index] as Result);
		} catch (error) {
			if (group.length > 1 && isRowFault(error))
				for (const one of group) await runBatch([one]);
			else for (const { reject } of group) reject(error);
		}
	}

	async function runBatches(): Promise<void> {
		runningBatches++;
		while (line.length > 0) await runBatch(nextBatch());
		runningBatches--;
	}

	return (item) =>
		new Promise((resolve, reject) => {
			const bytes = bytesOf(item);
			if (waiting + bytes > MAX_WAITING_BYTES) throw new BatchOverflowError();
			waiting += bytes;
			line.push({ item, bytes, resolve, reject });
			if (runningBatches < MAX_CONCURRENT_BATCHES) void runBatches();
		});
}
