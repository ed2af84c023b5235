/**
 * Follows the changes of content that any process makes. The database tells of them; that one of its messages is lost, or that a pooler
 * passes none on, costs a second and no change: the feed also asks, and it reads on from the last revision that it has seen.
 */
import { listenForChanges } from "../../../db/listen.ts";
import {
	isStatementTimeout,
	isUnavailable,
	type Sql,
} from "../../../db/pool.ts";
import {
	CHANNEL,
	changesAfter,
	currentRevision,
	latestChanges,
	type RecordedChange,
} from "./queries.ts";

/** Told what was changed, in order, up to `revision`; null when that is not known any more, and all may have been. */
export type OnChanges = (
	changes: RecordedChange[] | null,
	revision: number,
) => void;

export interface Feed {
	/** @returns what ends the telling */
	subscribe(tell: OnChanges): () => void;
	/** The last revision that was reported. */
	revision(): number;
	/** The changes before it that are known from the start, in order and without a gap. */
	past: readonly RecordedChange[];
	/** Resolves when all that was committed before the call is reported. Rejects when the database is unavailable. */
	catchUp(): Promise<void>;
	close(): Promise<void>;
}

/** In milliseconds. */
const ASKED_EVERY = 1000;

/** @param failed called with errors, unless the database is merely unavailable */
export async function openFeed(
	sql: Sql,
	failed: (error: unknown) => void,
): Promise<Feed> {
	const listeners = new Set<OnChanges>();
	const past = await latestChanges(sql);
	let seen = past.at(-1)?.revision ?? (await currentRevision(sql));
	let closed = false;

	async function readOn(): Promise<void> {
		const read = await changesAfter(sql, seen);
		// Others may have read on meanwhile.
		const changes = read.filter(({ revision }) => revision > seen);
		const [first] = changes;
		const last = changes.at(-1);
		if (!first || !last || closed) return;
		const whole = first.revision === seen + 1;
		seen = last.revision;
		for (const tell of listeners) tell(whole ? changes : null, seen);
	}

	const listener = listenForChanges(sql, CHANNEL, readOn, {
		intervalMs: ASKED_EVERY,
		onError(error) {
			if (!isUnavailable(error) && !isStatementTimeout(error)) failed(error);
		},
	});
	return {
		subscribe(tell) {
			listeners.add(tell);
			return () => listeners.delete(tell);
		},
		revision: () => seen,
		past,
		catchUp: readOn,
		async close() {
			closed = true;
			await listener.close();
		},
	};
}
