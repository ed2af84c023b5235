/**
 * Every change of an item is one transaction: the item, its version, an entry in its history, the revision of the whole, and the
 * answer when the change brought a key (contract, section 7). Routes and tools change items through here alone.
 */

import {
	batchQueries,
	type Sql,
	type Transaction,
} from "../../db/connect-and-batch-queries.ts";
import { isUniqueViolation } from "../../db/database-errors.ts";
import { ApiError } from "../../server/errors.ts";
import {
	timeoutSignal,
	withoutRequest,
} from "../../server/request-context-address-and-deadline.ts";
import type { ContentStatus, StoredItem } from "./api-schemas.ts";
import type { RecordedChange } from "./change-feed/queries.ts";
import type { KeyedChange, StoredAnswer } from "./idempotency-queries.ts";
import { answersOf, type Outcome } from "./idempotent-changes.ts";
import { adminText, bodyText } from "./lossless-json.ts";
import { withSchedule } from "./publish-dates-validation.ts";
import {
	addItems,
	changeItem,
	findVersion,
	type ItemState,
	lockItem,
	removeItem,
} from "./queries.ts";
import {
	type AuthoredTransition,
	type ChangeAuthor,
	type ItemTransition,
	type KeyedAnswer,
	recordAll,
} from "./record-changes.ts";

/** Who changes something, and under which conditions. */
export interface ContentCommand extends ChangeAuthor {
	/** Throws when the client has seen another version than the one with this ETag. */
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
	publishAt?: string | null;
	unpublishAt?: string | null;
}

/** What is absent stays. */
export type ItemChange = Partial<Omit<NewItem, "type">>;

/** What hears of changes once they are committed. */
export interface ContentListeners {
	changed(revised: RecordedChange): void;
	/** An item is gone for good, and its history with it. */
	removed(item: StoredItem, command: ChangeAuthor): void;
}

/** Changes with every version: what `If-Match` and `If-None-Match` take. */
export const etagOf = ({ id, version }: { id: string; version: number }) =>
	`"${id}.${version}"`;

export type ContentService = ReturnType<typeof openContentService>;

/** The answers are those of the routes: a status, the headers `etag` and `location` where they belong, and the body as JSON text. */
export function openContentService(sql: Sql, listeners: ContentListeners) {
	async function perform(
		command: ContentCommand,
		work: (tx: Transaction) => Promise<ItemTransition>,
	): Promise<Outcome> {
		let changes: RecordedChange[] = [];
		let removed: StoredItem | null = null;
		const outcome = (await sql.begin(async (tx) => {
			const [known = null] = command.keyed
				? await answersOf(tx, [command.keyed])
				: [];
			if (known instanceof Error) throw known;
			if (known) return known;
			const done = await work(tx);
			const answer = answerOf(done);
			const answers = answersFor(command, answer);
			changes = await recordAll(tx, [{ command, done }], answers);
			removed = done.after ? null : done.before;
			return { ...answer, replayed: false };
		})) as Outcome;
		for (const change of changes) listeners.changed(change);
		if (removed) listeners.removed(removed, command);
		return outcome;
	}

	const add = batchQueries(
		(creations: Creation[]) => createItems(sql, creations, listeners),
		({ row }) => 2 * row.data.length + NAMES,
	);

	const changeLocked = (
		command: ContentCommand,
		id: string,
		change: (tx: Transaction, item: StoredItem) => Promise<ItemTransition>,
	) =>
		perform(command, async (tx) => {
			const item = await lockItem(tx, id);
			if (!item) throw noItem(id);
			command.fresh?.(etagOf(item));
			return change(tx, item);
		});

	return {
		/** Returns 201 with the item in version 1, a draft unless said otherwise. Throws `slug_conflict`. */
		async create(command: ContentCommand, item: NewItem): Promise<Outcome> {
			const row = newRow(item);
			const outcome = await add({ command, row, late: timeoutSignal() });
			if (outcome instanceof Error) throw outcome;
			return outcome;
		},

		/**
		 * Answers 200 with the next version. A function is given the item as it is under the lock, and says what to change of it. Throws
		 * `slug_conflict`, and `invalid_transition` for a deleted item.
		 */
		update: (
			command: ContentCommand,
			id: string,
			change: ItemChange | ((item: StoredItem) => ItemChange),
		) =>
			changeLocked(command, id, (tx, item) => updateLocked(tx, item, change)),

		/** Answers 200 with the item, which has no address any more; a repeat changes nothing. `hard` answers 204: it is gone for good. */
		remove: (command: ContentCommand, id: string, hard: boolean) =>
			changeLocked(command, id, (tx, item) => removeLocked(tx, item, hard)),

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

/** Changes an item that this transaction has locked, as `update` does. */
export async function updateLocked(
	tx: Transaction,
	item: StoredItem,
	change: ItemChange | ((item: StoredItem) => ItemChange),
): Promise<ItemTransition> {
	if (item.deletedAt !== null) throw isDeleted(item);
	const given = typeof change === "function" ? change(item) : change;
	const state = withSchedule({ ...stateOf(item), ...given });
	const after = await replaceState(tx, item, state);
	return { before: item, after, change: "updated" };
}

/** Deletes a locked item, as `remove` does. */
export async function removeLocked(
	tx: Transaction,
	item: StoredItem,
	hard: boolean,
): Promise<ItemTransition> {
	if (hard) {
		await removeItem(tx, item.id);
		return { before: item, after: null, change: "deleted" };
	}
	if (item.deletedAt !== null)
		return { before: item, after: item, change: null };
	const state = { ...stateOf(item), deleted: true };
	const after = await replaceState(tx, item, state);
	return { before: item, after, change: "deleted" };
}

/** Restores a version of a locked item, as `restore` does. */
export async function restoreLocked(
	tx: Transaction,
	item: StoredItem,
	version: number,
): Promise<ItemTransition> {
	const then = await findVersion(tx, item.id, version);
	if (!then) throw noVersion(item, version);
	const { slug, data, sortOrder } = then;
	const state = {
		...stateOf(item),
		...{ slug, data, sortOrder },
		// What was deleted comes back where only administrators see it, until they say otherwise.
		...(item.deletedAt !== null && REVIVED),
	};
	const after = await replaceState(tx, item, state);
	return { before: item, after, change: "restored" };
}

const UNSCHEDULED = { publishAt: null, unpublishAt: null };

/** What a new item is unless it says otherwise. */
const NEW = { status: "draft", sortOrder: 0, ...UNSCHEDULED } as const;

/** The row of a new item. Throws `validation_failed` for its schedule. */
export const newRow = (item: NewItem) =>
	withSchedule({ id: Bun.randomUUIDv7(), ...NEW, ...item });

const REVIVED = { status: "draft", deleted: false, ...UNSCHEDULED } as const;

/** About what a create takes in statements beside its data, in bytes. */
const NAMES = 1000;

/** An item to be created. */
interface Creation {
	command: ContentCommand;
	row: ReturnType<typeof newRow>;
	/** Aborted when its request was given up: what is answered as failed is not stored. */
	late: AbortSignal | null;
}

/**
 * Creates items in one transaction, each with an outcome of its own: one that is refused or given up leaves the others as they are. All share
 * the wait for the one row of the revision, and for the disk.
 */
async function createItems(
	sql: Sql,
	creations: readonly Creation[],
	listeners: ContentListeners,
): Promise<(Outcome | Error)[]> {
	const isLate = ({ late }: Creation) => late?.aborted ?? false;
	for (;;) {
		const open = creations.filter((one) => !isLate(one));
		if (open.length === 0) return creations.map(({ late }) => late?.reason);
		const undone = new Error("a request was given up");
		const made = await withoutRequest(() =>
			sql.begin(async (tx) => {
				const all = await addAll(tx, open);
				if (open.some(isLate)) throw undone;
				return all;
			}),
		).catch((error) => {
			if (error !== undone) throw error;
			return null;
		});
		if (!made) continue;
		for (const change of made.changes) listeners.changed(change);
		const outcomes = new Map(open.map((one, at) => [one, made.outcomes[at]]));
		return creations.map((one) => outcomes.get(one) ?? one.late?.reason);
	}
}

async function addAll(
	tx: Transaction,
	creations: readonly Creation[],
): Promise<{ outcomes: (Outcome | Error)[]; changes: RecordedChange[] }> {
	const outcomes = new Map<Creation, Outcome | Error>();
	const keyed = creations.flatMap((creation) => {
		const { keyed: key } = creation.command;
		return key ? [{ creation, key }] : [];
	});
	const keys = keyed.map(({ key }) => key);
	for (const [at, known] of (await answersOf(tx, keys)).entries()) {
		const one = keyed[at]?.creation;
		if (one && known) outcomes.set(one, known);
	}
	const open = creations.filter((one) => !outcomes.has(one));
	const items = await addItems(
		tx,
		open.map(({ row }) => row),
	);
	const made: AuthoredTransition[] = [];
	const answers: KeyedAnswer[] = [];
	for (const [at, one] of open.entries()) {
		const after = items[at];
		if (!after) {
			outcomes.set(one, slugConflict(one.row));
			continue;
		}
		const done = { before: null, after, change: "created" } as const;
		const answer = answerOf(done);
		made.push({ command: one.command, done });
		answers.push(...answersFor(one.command, answer));
		outcomes.set(one, { ...answer, replayed: false });
	}
	return {
		outcomes: creations.map((one) => outcomes.get(one) as Outcome | Error),
		changes: await recordAll(tx, made, answers),
	};
}

export const stateOf = (item: StoredItem): ItemState => {
	const { slug, data, status, sortOrder, publishAt, unpublishAt } = item;
	const deleted = item.deletedAt !== null;
	return { slug, data, status, sortOrder, publishAt, unpublishAt, deleted };
};

/** Replaces the state of a locked item. Throws `slug_conflict`. */
export const replaceState = (
	tx: Transaction,
	item: StoredItem,
	state: ItemState,
) =>
	changeItem(tx, item.id, state).catch((error) => {
		throw toSlugConflict(error, { type: item.type, slug: state.slug });
	});

const answersFor = (
	{ keyed }: ContentCommand,
	answer: StoredAnswer,
): KeyedAnswer[] => (keyed ? [{ keyed, answer }] : []);

function answerOf({ before, after }: ItemTransition): StoredAnswer {
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
		`There is no content item "${id}". The list of content names the existing ones.`,
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

export const slugConflict = ({ type, slug }: Pick<NewItem, "type" | "slug">) =>
	new ApiError(
		"slug_conflict",
		`Another ${type} has the slug "${slug}". Choose another slug, or change that item.`,
	);

const toSlugConflict = (
	error: unknown,
	address: Pick<NewItem, "type" | "slug">,
): unknown =>
	isUniqueViolation(error, "content_items_address")
		? slugConflict(address)
		: error;
