/**
 * Follows the changes of content that any process makes, and tells its subscribers. The database notifies of them; a notification that is lost, or that a pooler keeps to itself, costs a second and no change: it also polls, and it
 * reads on from the last revision that it has seen.
 */

import { listenForChanges } from "../../../db/change-listener.ts";
import type { Sql } from "../../../db/connect-and-batch-queries.ts";
import {
	isStatementTimeout,
	isUnavailable,
} from "../../../db/database-errors.ts";
import {
	CHANNEL,
	changesAfter,
	currentRevision,
	latestChanges,
	type RecordedChange,
} from "./queries.ts";

/** Called with the changes up to `revision`, in order; null = unknown, everything may have changed. */
type OnChanges = (changes: RecordedChange[] | null, revision: number) => void;

export interface ChangePoller {
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

/** Milliseconds between two reads without a notification of the database: within this every process serves a change. */
const POLLING_MS = 1000;

/** @param failed called with errors, unless the database is merely unavailable */
export async function openChangePoller(
	sql: Sql,
	failed: (error: unknown) => void,
): Promise<ChangePoller> {
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
		intervalMs: POLLING_MS,
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
