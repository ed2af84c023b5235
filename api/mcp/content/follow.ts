/**
 * Follows the content's changes, whichever process makes them. The database wakes whoever listens; what there is to tell is read from
 * the changes themselves, so that a call that is lost costs time and no change.
 */
import {
	changesAfter,
	currentRevision,
	listenForChanges,
	type Revised,
} from "../../content/changes/store.ts";
import type { Sql } from "../../db.ts";
import type { Report } from "../../http/problems.ts";

/** Milliseconds between two looks when nobody calls. */
const LOOK = 5000;
/** Changes before the start that are told again: the process before may have ended in the middle of telling. */
const AGAIN = 20;

/** @param told given changes in their order; those after a failure come again */
export async function followContent(
	sql: Sql,
	told: (changes: Revised[]) => Promise<void>,
	report: Report,
): Promise<{ close(): Promise<void> }> {
	let known = Math.max(0, (await currentRevision(sql)) - AGAIN);
	let closed = false;
	let looking = Promise.resolve();
	const look = () => {
		looking = looking.then(async () => {
			if (closed) return;
			try {
				const changes = await changesAfter(sql, known);
				if (changes.length === 0) return;
				await told(changes);
				known = changes.at(-1)?.revision ?? known;
			} catch (error) {
				report(error, "mcp-changes");
			}
		});
	};
	const listening = await listenForChanges(sql, look, look);
	const timer = setInterval(look, LOOK);
	timer.unref();
	return {
		async close() {
			closed = true;
			clearInterval(timer);
			await listening.end();
			await looking;
		},
	};
}
