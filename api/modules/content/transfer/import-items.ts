/**
 * Imports items from lines of JSON: all lines are checked before anything is written, and what they say is written in one transaction, or not at
 * all. An item is found by its type and slug.
 */
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemCode } from "../../../config/startup-error.ts";
import type {
	Sql,
	Transaction,
} from "../../../db/connect-and-batch-queries.ts";
import { ApiError, type Place } from "../../../server/errors.ts";
import type { ContentImportResult, StoredItem } from "../api-schemas.ts";
import {
	type ContentListeners,
	newRow,
	replaceState,
	stateOf,
} from "../item-commands.ts";
import { withSchedule } from "../publish-dates-validation.ts";
import {
	addItems,
	addressOf,
	type ItemState,
	lockAddresses,
} from "../queries.ts";
import {
	type ChangeAuthor,
	type ItemTransition,
	recordFeed,
	recordHistory,
} from "../record-changes.ts";
import { linesOf } from "./ndjson-lines.ts";
import { type ItemLine, LINE_LIMIT, parseLine } from "./parse-line.ts";

/** Of one import. */
const MAX_LINES = 100_000;
const MAX_FAULTS = 100;
/** Of one statement. */
const CHUNK = 200;
/** In characters, of what is written into the file of checked lines at a time. */
const SPOOL_CHUNK = 64 * 1024;

type Counts = Omit<ContentImportResult, "dryRun">;

export function openImports(sql: Sql, listeners: ContentListeners) {
	/**
	 * Throws `validation_failed` with the faults of lines, `slug_conflict` when an address was taken meanwhile, or `overloaded` when there is no
	 * room for the lines.
	 */
	return async (
		author: ChangeAuthor,
		body: AsyncIterable<Uint8Array>,
		dryRun: boolean,
	): Promise<ContentImportResult> => {
		const folder = await mkdtemp(join(tmpdir(), "treeline-import-")).catch(
			refuseFullDisk,
		);
		try {
			const spool = join(folder, "lines");
			await checkAll(body, spool);
			return { dryRun, ...(await applyAll(spool, author, dryRun)) };
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	};

	async function applyAll(
		spool: string,
		author: ChangeAuthor,
		dryRun: boolean,
	): Promise<Counts> {
		const counts = { created: 0, updated: 0, unchanged: 0 };
		const undone = new Error("a dry run");
		const changes = await sql
			.begin(async (tx) => {
				const feed: ItemTransition[] = [];
				for await (const items of chunksOf(spool)) {
					const done = await applyChunk(tx, items);
					for (const { before, change } of done)
						counts[change ? (before ? "updated" : "created") : "unchanged"]++;
					await recordHistory(
						tx,
						done.map((one) => ({ command: author, done: one })),
					);
					feed.push(...done.map(withoutData));
				}
				const recorded = await recordFeed(tx, feed);
				if (dryRun) throw undone;
				return recorded;
			})
			.catch((error: unknown) => {
				if (error === undone) return [];
				throw error;
			});
		for (const change of changes) listeners.changed(change);
		return counts;
	}
}

/**
 * Checks every line, and writes those that hold an item into the file `spool`. Throws `validation_failed`, or `overloaded` when the disk is full.
 */
export async function checkAll(
	body: AsyncIterable<Uint8Array>,
	spool: string,
): Promise<void> {
	// Not Bun's own writer: it takes what a full disk has refused for written.
	const file = await open(spool, "w", 0o600).catch(refuseFullDisk);
	const faults: Place[] = [];
	/** By address, the line. */
	const known = new Map<string, number>();
	let text = "";
	const flush = async () => {
		await file.appendFile(text).catch(refuseFullDisk);
		text = "";
	};
	try {
		for await (const line of linesOf(body, LINE_LIMIT)) {
			const item = parseLine(line);
			if (Array.isArray(item)) faults.push(...item);
			else {
				const first = known.get(addressOf(item));
				if (first !== undefined) faults.push(twice(line.number, item, first));
				known.set(addressOf(item), line.number);
				text += `${JSON.stringify(item)}\n`;
				if (text.length >= SPOOL_CHUNK) await flush();
			}
			if (known.size > MAX_LINES) faults.push(tooMany(line.number));
			if (faults.length >= MAX_FAULTS || known.size > MAX_LINES) break;
		}
		if (faults.length > 0) throw refusal(faults);
		await flush();
	} finally {
		await file.close();
	}
}

function refuseFullDisk(error: unknown): never {
	const code = systemCode(error) ?? "";
	if (!["ENOSPC", "EDQUOT", "EFBIG"].includes(code)) throw error;
	throw new ApiError(
		"overloaded",
		`Nothing was imported: the server has no room for temporary files (${code}). Import again when its operator has freed some, or has set TMPDIR to a folder with more.`,
	);
}

const refusal = (faults: Place[]) =>
	new ApiError(
		"validation_failed",
		`Nothing was imported. Line ${faults[0]?.line}: ${faults[0]?.detail}.`,
		faults.slice(0, MAX_FAULTS),
	);

async function* chunksOf(spool: string): AsyncGenerator<ItemLine[]> {
	let chunk: ItemLine[] = [];
	const bytes = Bun.file(spool).stream();
	for await (const { text } of linesOf(bytes, Number.POSITIVE_INFINITY)) {
		chunk.push(JSON.parse(text ?? ""));
		if (chunk.length < CHUNK) continue;
		yield chunk;
		chunk = [];
	}
	if (chunk.length > 0) yield chunk;
}

async function applyChunk(
	tx: Transaction,
	lines: readonly ItemLine[],
): Promise<ItemTransition[]> {
	const known = await lockAddresses(tx, lines);
	const done: ItemTransition[] = [];
	const fresh: ItemLine[] = [];
	for (const line of lines) {
		const item = known.get(addressOf(line));
		if (item) done.push(await applyTo(tx, item, line));
		else fresh.push(line);
	}
	const added = await addItems(tx, fresh.map(newRow));
	for (const [at, after] of added.entries()) {
		if (!after) throw takenMeanwhile(fresh[at]);
		done.push({ before: null, after, change: "created" });
	}
	return done;
}

async function applyTo(
	tx: Transaction,
	item: StoredItem,
	{ type: _, line, ...given }: ItemLine,
): Promise<ItemTransition> {
	const before = stateOf(item);
	const state = scheduled({ ...before, ...given }, line);
	if (Bun.deepEquals(state, before))
		return { before: item, after: item, change: null };
	const after = await replaceState(tx, item, state);
	return { before: item, after, change: "updated" };
}

/** Throws `validation_failed` for a moment of the line that does not go with one of the item. */
function scheduled(state: ItemState, line: number): ItemState {
	try {
		return withSchedule(state);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		throw refusal(error.faults.map((fault) => ({ line, ...fault })));
	}
}

/** Items of a whole import are too much to hold with their data. */
function withoutData({
	before,
	after,
	change,
}: ItemTransition): ItemTransition {
	const bare = (item: StoredItem | null) => item && { ...item, data: "{}" };
	return { before: bare(before), after: bare(after), change };
}

const twice = (line: number, item: ItemLine, first: number): Place => ({
	line,
	pointer: "#/slug",
	code: "duplicate",
	detail: `"${addressOf(item)}" stands on line ${first} already; give each item once`,
});

const tooMany = (line: number): Place => ({
	line,
	pointer: "#",
	code: "too_many",
	detail: `an import takes at most ${MAX_LINES} items; split the file`,
});

const takenMeanwhile = (line: ItemLine | undefined) =>
	new ApiError(
		"slug_conflict",
		`Nothing was imported: "${line ? addressOf(line) : ""}" was created meanwhile. Import again.`,
	);
