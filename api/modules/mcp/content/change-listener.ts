/** Tells of the content's changes, whichever process makes them: they are read from the feed's table, so that a lost notification costs time and no change. */

import { type ChangeListener, listenForChanges } from "../../../db/listen.ts";
import type { Sql } from "../../../db/pool.ts";
import type { Report } from "../../../server/error-handler.ts";
import {
	CHANNEL,
	changesAfter,
	currentRevision,
	type Revised,
} from "../../content/changes/queries.ts";

/** Milliseconds between two looks without a notification. */
const INTERVAL_MS = 5000;
/** Changes before the start that are told again: the process before may have ended in the middle of telling. */
const AGAIN = 20;

/** @param told given changes in their order; those after a failure come again */
export async function followContent(
	sql: Sql,
	told: (changes: Revised[]) => Promise<void>,
	report: Report,
): Promise<ChangeListener> {
	let known = Math.max(0, (await currentRevision(sql)) - AGAIN);
	const readOn = async () => {
		const changes = await changesAfter(sql, known);
		if (changes.length === 0) return;
		await told(changes);
		known = changes.at(-1)?.revision ?? known;
	};
	const listener = listenForChanges(sql, CHANNEL, readOn, {
		intervalMs: INTERVAL_MS,
		onError: (error) => report(error, "mcp-changes"),
	});
	await listener.started;
	return listener;
}
