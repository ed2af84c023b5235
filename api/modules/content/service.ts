/**
 * Every change of an item is one transaction: the item, its version, an entry in its history, the revision of the whole, and the
 * answer when the change brought a key (contract, section 7). Routes and tools change items through here alone.
 */
import {
	isUniqueViolation,
	type Sql,
	type Transaction,
} from "../../db/pool.ts";
import { ApiError } from "../../server/errors.ts";
import { addChange, type RecordedChange } from "./changes/queries.ts";
import { addToHistory, findVersion } from "./history/queries.ts";
import type { KeyedChange, StoredAnswer } from "./idempotency/queries.ts";
import { idempotent, type Outcome } from "./idempotent.ts";
import {
	addItem,
	changeItem,
	type ItemState,
	lockItem,
	removeItem,
} from "./queries.ts";
import type { ChangeType, ContentStatus, StoredItem } from "./schema.ts";
import { adminText, bodyText } from "./text.ts";

/** Who changes something, and under which conditions. */
export interface ContentCommand {
	/** The fingerprint of the admin key. */
	by: string;
	requestId: string;
	/** For the history; empty when there is nothing to say. */
	summary?: string;
	/** Told the ETag of what is there, it throws when the client has seen another. */
	fresh?: (etag: string) => void;
	/** Null = each time anew. */
	keyed?: KeyedChange | null;
}

/** A new item; `data` is JSON text, as `dataText` makes it of a body or `JSON.stringify` of an object. */
export interface NewItem {
	type: string;
	slug: string;
	data: string;
	status?: ContentStatus;
	sortOrder?: number;
}

/** What is absent stays. */
export type ItemChange = Partial<Omit<NewItem, "type">>;

/** What hears of changes once they are committed. */
export interface Listeners {
	changed(revised: RecordedChange): void;
	/** An item is gone for good, and its history with it. */
	removed(item: StoredItem, command: ContentCommand): void;
}

/** Changes with every version: what `If-Match` and `If-None-Match` take. */
export const etagOf = ({ id, version }: { id: string; version: number }) =>
	`"${id}.${version}"`;

/** What became of an item. */
interface Done {
	before: StoredItem | null;
	/** Null = it is gone for good. */
	after: StoredItem | null;
	/** Null = nothing was changed. */
	change: ChangeType | null;
}

export type ContentService = ReturnType<typeof openContentService>;

/** The answers are those of the routes: a status, the headers `etag` and `location` where they belong, and the body as JSON text. */
export function openContentService(sql: Sql, listeners: Listeners) {
	async function perform(
		command: ContentCommand,
		work: (tx: Transaction) => Promise<Done>,
	): Promise<Outcome> {
		let made: { done: Done; revised: RecordedChange } | null = null;
		const outcome = await idempotent(
			sql,
			command.keyed ?? null,
			async (tx, keep) => {
				const done = await work(tx);
				const answer = answerOf(done);
				const [, , revised] = await Promise.all([
					record(tx, done, command),
					keep(answer),
					// The last, as nobody else changes anything from here to the end.
					revise(tx, done),
				]);
				if (revised) made = { done, revised };
				return answer;
			},
		);
		tell(made, command);
		return outcome;
	}

	function tell(
		made: { done: Done; revised: RecordedChange } | null,
		command: ContentCommand,
	): void {
		if (!made) return;
		listeners.changed(made.revised);
		const { before, after } = made.done;
		if (before && !after) listeners.removed(before, command);
	}

	const changeLocked = (
		command: ContentCommand,
		id: string,
		change: (tx: Transaction, item: StoredItem) => Promise<Done>,
	) =>
		perform(command, async (tx) => {
			const item = await lockItem(tx, id);
			if (!item) throw noItem(id);
			command.fresh?.(etagOf(item));
			return change(tx, item);
		});

	const restoreLocked = async (
		tx: Transaction,
		item: StoredItem,
		version: number,
	): Promise<Done> => {
		const then = await findVersion(tx, item.id, version);
		if (!then) throw noVersion(item, version);
		const { slug, data, sortOrder } = then;
		// What was deleted comes back where only administrators see it.
		const status = item.deletedAt === null ? item.status : "draft";
		const state = { slug, data, sortOrder, status, deleted: false };
		const after = await changed(tx, item, state);
		return { before: item, after, change: "restored" };
	};

	return {
		/** Answers 201 with the item in version 1, a draft unless said otherwise. Throws `slug_conflict`. */
		create: (command: ContentCommand, { type, ...given }: NewItem) =>
			perform(command, async (tx) => {
				const state = { ...NEW, ...given, deleted: false };
				const after = await addItem(tx, Bun.randomUUIDv7(), type, state).catch(
					(error) => {
						throw taken(error, type, state.slug);
					},
				);
				return { before: null, after, change: "created" };
			}),

		/**
		 * Answers 200 with the next version. A function is given the item as it is under the lock, and says what to change of it. Throws
		 * `slug_conflict`, and `invalid_transition` for a deleted item.
		 */
		update: (
			command: ContentCommand,
			id: string,
			change: ItemChange | ((item: StoredItem) => ItemChange),
		) =>
			changeLocked(command, id, async (tx, item) => {
				if (item.deletedAt !== null) throw isDeleted(item);
				const given = typeof change === "function" ? change(item) : change;
				const state = { ...stateOf(item), ...given };
				const after = await changed(tx, item, state);
				return { before: item, after, change: "updated" };
			}),

		/** Answers 200 with the item, which has no address any more; a repeat changes nothing. `hard` answers 204: it is gone for good. */
		remove: (command: ContentCommand, id: string, hard: boolean) =>
			changeLocked(command, id, async (tx, item) => {
				if (hard) {
					await removeItem(tx, id);
					return { before: item, after: null, change: "deleted" };
				}
				if (item.deletedAt !== null)
					return { before: item, after: item, change: null };
				const state = { ...stateOf(item), deleted: true };
				const after = await changed(tx, item, state);
				return { before: item, after, change: "deleted" };
			}),

		/** Answers 200 with a new version that is as `version` was; the status stays, but what was deleted comes back as a draft. */
		restore: (command: ContentCommand, id: string, version: number) =>
			changeLocked(command, id, (tx, item) => restoreLocked(tx, item, version)),

		/** Answers 200 with a deleted item as a draft; one that is not deleted stays as it is. */
		undelete: (command: ContentCommand, id: string) =>
			changeLocked(command, id, async (tx, item) =>
				item.deletedAt === null
					? { before: item, after: item, change: null }
					: restoreLocked(tx, item, item.version),
			),
	};
}

const NEW = { status: "draft", sortOrder: 0 } as const;

const stateOf = (item: StoredItem): ItemState => {
	const { slug, data, status, sortOrder, deletedAt } = item;
	return { slug, data, status, sortOrder, deleted: deletedAt !== null };
};

const changed = (tx: Transaction, item: StoredItem, state: ItemState) =>
	changeItem(tx, item.id, state).catch((error) => {
		throw taken(error, item.type, state.slug);
	});

async function record(
	tx: Transaction,
	{ after, change }: Done,
	{ by, requestId, summary = "" }: ContentCommand,
): Promise<void> {
	if (!after || !change) return;
	await addToHistory(tx, after.id, { type: change, by, requestId, summary });
}

async function revise(
	tx: Transaction,
	{ before, after, change }: Done,
): Promise<RecordedChange | null> {
	const item = after ?? before;
	if (!item || !change) return null;
	const slugs = new Set([item.slug, ...(before ? [before.slug] : [])]);
	const changed = {
		contentId: item.id,
		type: item.type,
		slugs: [...slugs],
		changeType: change,
		published: isPublic(after),
		wasPublished: isPublic(before),
	};
	return { ...changed, revision: await addChange(tx, changed) };
}

const isPublic = (item: StoredItem | null) =>
	item?.status === "published" && item.deletedAt === null;

function answerOf({ before, after }: Done): StoredAnswer {
	if (!after) return { status: 204, headers: {}, body: "" };
	const location = `/api/v1/admin/content/${after.id}`;
	return {
		status: before ? 200 : 201,
		headers: { etag: etagOf(after), ...(!before && { location }) },
		body: bodyText(adminText(after)),
	};
}

export const noItem = (id: string) =>
	new ApiError(
		"not_found",
		`There is no content item "${id}". The list of content names those there are.`,
	);

const noVersion = ({ id, version }: StoredItem, wanted: number) =>
	new ApiError(
		"not_found",
		`The item "${id}" has no version ${wanted}. Its history has those from 1 to ${version}.`,
	);

const isDeleted = ({ id }: StoredItem) =>
	new ApiError(
		"invalid_transition",
		`The item "${id}" is deleted, and cannot be changed. Restore one of its versions first.`,
	);

const taken = (error: unknown, type: string, slug: string): unknown =>
	isUniqueViolation(error, "content_items_address")
		? new ApiError(
				"slug_conflict",
				`Another ${type} has the slug "${slug}". Choose another slug, or change that item.`,
			)
		: error;
