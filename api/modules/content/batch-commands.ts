/** Several changes of content in one transaction, each with an outcome of its own: all of them or none, or those that can be made. */
import type { Fault } from "@treeline/packs/format";
import type { Sql, Transaction } from "../../db/connect-and-batch-queries.ts";
import { ApiError, statusOf } from "../../server/errors.ts";
import type { StoredItem } from "./api-schemas.ts";
import type { RecordedChange } from "./change-feed/queries.ts";
import { answersOf, type Outcome } from "./idempotent-changes.ts";
import {
	type ContentCommand,
	type ContentListeners,
	etagOf,
	type ItemChange,
	type NewItem,
	newRow,
	noItem,
	removeLocked,
	restoreLocked,
	slugConflict,
	updateLocked,
} from "./item-commands.ts";
import { addItems, lockItems } from "./queries.ts";
import {
	type AuthoredTransition,
	type ItemTransition,
	recordAll,
} from "./record-changes.ts";

/** Of an item that there is. */
interface OfItem {
	id: string;
	/** Nothing is changed when the item is at another version. */
	expectedVersion?: number;
}

/** One change of a batch. */
export type Operation = { summary?: string } & (
	| { op: "create"; item: NewItem }
	| ({ op: "update"; change: ItemChange } & OfItem)
	| ({ op: "delete"; hard: boolean } & OfItem)
	| ({ op: "restore"; version: number } & OfItem)
);

/** What became of one operation. */
interface OperationOutcome {
	/** As the operation's own route answers. */
	status: number;
	/** Null = there is no such item, or not any more. */
	id: string | null;
	version: number | null;
	etag: string | null;
	/** Null = it succeeded. */
	problem: { code: string; detail: string } | null;
}

/**
 * Makes the changes of a batch in their order. Unless `partial`, one that is refused refuses all: throws `batch_refused` with the outcomes, and
 * nothing is stored.
 */
export function openBatches(sql: Sql, listeners: ContentListeners) {
	return async (
		command: ContentCommand,
		operations: readonly Operation[],
		partial: boolean,
	): Promise<Outcome> => {
		let changes: RecordedChange[] = [];
		let made: AuthoredTransition[] = [];
		const outcome = (await sql.begin(async (tx) => {
			const [known = null] = command.keyed
				? await answersOf(tx, [command.keyed])
				: [];
			if (known instanceof Error) throw known;
			if (known) return known;
			const results = await performAll(tx, operations);
			const outcomes = results.map((result) => outcomeOf(result));
			const failed = outcomes.filter(({ problem }) => problem !== null).length;
			if (failed > 0 && !partial) throw refusal(outcomes);
			made = results.flatMap((done, at) =>
				done instanceof ApiError
					? []
					: [
							{
								done,
								command: {
									...command,
									summary: operations[at]?.summary ?? command.summary,
								},
							},
						],
			);
			const answer = {
				status: 200,
				headers: {},
				body: JSON.stringify({
					data: { succeeded: outcomes.length - failed, failed, outcomes },
				}),
			};
			const { keyed } = command;
			const answers = keyed ? [{ keyed, answer }] : [];
			changes = await recordAll(tx, made, answers);
			return { ...answer, replayed: false };
		})) as Outcome;
		for (const change of changes) listeners.changed(change);
		for (const { command: author, done } of made)
			if (!done.after && done.before) listeners.removed(done.before, author);
		return outcome;
	};
}

async function performAll(
	tx: Transaction,
	operations: readonly Operation[],
): Promise<(ItemTransition | ApiError)[]> {
	const ids = operations.flatMap((one) => (one.op === "create" ? [] : one.id));
	const items = ids.length > 0 ? await lockItems(tx, ids) : new Map();
	const results: (ItemTransition | ApiError)[] = [];
	for (const operation of operations) {
		const result = await tx
			// What the database refuses, as a taken slug, ends no more than the operation.
			.savepoint((inner) => perform(inner as Transaction, operation, items))
			.catch((error: unknown) => {
				if (error instanceof ApiError) return error;
				throw error;
			});
		results.push(result as ItemTransition | ApiError);
	}
	return results;
}

async function perform(
	tx: Transaction,
	operation: Operation,
	items: ReadonlyMap<string, StoredItem>,
): Promise<ItemTransition> {
	if (operation.op === "create") {
		const [after] = await addItems(tx, [newRow(operation.item)]);
		if (!after) throw slugConflict(operation.item);
		return { before: null, after, change: "created" };
	}
	const item = items.get(operation.id.toLowerCase());
	if (!item) throw noItem(operation.id);
	const { expectedVersion = item.version } = operation;
	if (expectedVersion !== item.version) throw changedMeanwhile(item);
	switch (operation.op) {
		case "update":
			return updateLocked(tx, item, operation.change);
		case "delete":
			return removeLocked(tx, item, operation.hard);
		case "restore":
			return restoreLocked(tx, item, operation.version);
	}
}

function outcomeOf(result: ItemTransition | ApiError): OperationOutcome {
	if (result instanceof ApiError) {
		const { code, detail } = result;
		const problem = { code, detail };
		return {
			status: statusOf(code),
			id: null,
			version: null,
			etag: null,
			problem,
		};
	}
	const { before, after } = result;
	return {
		status: before ? (after ? 200 : 204) : 201,
		id: after?.id ?? null,
		version: after?.version ?? null,
		etag: after && etagOf(after),
		problem: null,
	};
}

function refusal(outcomes: readonly OperationOutcome[]): ApiError {
	const faults = outcomes.flatMap(({ problem }, at): Fault[] =>
		problem ? [{ pointer: `#/operations/${at}`, ...problem }] : [],
	);
	return new ApiError(
		"batch_refused",
		`${faults.length} of ${outcomes.length} operations cannot be made, and nothing was stored. Correct them, or send \`partial=true\` to make the others.`,
		faults,
	);
}

const changedMeanwhile = ({ id, version }: StoredItem) =>
	new ApiError(
		"precondition_failed",
		`The item "${id}" is at version ${version}. Read it again, then repeat the change with this version.`,
	);
