/** Stores what every change of content leaves, in the change's own transaction: history, answers to idempotency keys, and the change feed. */
import type { Transaction } from "../../db/connect-and-batch-queries.ts";
import { addMessages, type WebhookEvent } from "../webhooks/outbox-queries.ts";
import type { ChangeType, StoredItem } from "./api-schemas.ts";
import {
	addChanges,
	type ContentChanged,
	type RecordedChange,
} from "./change-feed/queries.ts";
import {
	type KeyedChange,
	type StoredAnswer,
	storeAnswers,
} from "./idempotency-queries.ts";
import { isScheduled } from "./publish-dates-validation.ts";
import { addToHistory } from "./queries.ts";

/** What became of an item. */
export interface ItemTransition {
	before: StoredItem | null;
	/** Null = it is gone for good. */
	after: StoredItem | null;
	/** Null = nothing was changed. */
	change: ChangeType | null;
}

/** Who made a change, and why. */
export interface ChangeAuthor {
	/** The fingerprint of the admin key. */
	by: string;
	requestId: string;
	/** For the history; empty when there is nothing to say. */
	summary?: string;
}

/** A change that was made. */
export interface AuthoredTransition {
	command: ChangeAuthor;
	done: ItemTransition;
}

/** An answer to be given again under its key. */
export interface KeyedAnswer {
	keyed: KeyedChange;
	answer: StoredAnswer;
}

/** Stores the items' history, the answers to keys, and last the revision, as no one else changes content from there on. */
export async function recordAll(
	tx: Transaction,
	made: readonly AuthoredTransition[],
	answers: readonly KeyedAnswer[],
): Promise<RecordedChange[]> {
	const [, , recorded] = await Promise.all([
		recordHistory(tx, made),
		answers.length > 0 && storeAnswers(tx, answers),
		recordFeed(
			tx,
			made.map(({ done }) => done),
		),
	]);
	return recorded;
}

/** Adds the changed items as they now stand to their histories. */
export async function recordHistory(
	tx: Transaction,
	made: readonly AuthoredTransition[],
): Promise<void> {
	const entries = made.flatMap(({ command, done: { after, change } }) => {
		const { by, requestId, summary = "" } = command;
		if (!after || !change) return [];
		return [{ itemId: after.id, type: change, by, requestId, summary }];
	});
	if (entries.length > 0) await addToHistory(tx, entries);
}

/** Stores the messages of webhooks, and raises the revision by the changes: the last that a transaction does. */
export async function recordFeed(
	tx: Transaction,
	done: readonly ItemTransition[],
): Promise<RecordedChange[]> {
	const changes = done.flatMap((one) => changeOf(one) ?? []);
	if (changes.length === 0) return [];
	const events = done.flatMap((one) => eventOf(one) ?? []);
	const [, recorded] = await Promise.all([
		addMessages(tx, events),
		addChanges(tx, changes),
	]);
	return recorded;
}

/** What webhooks tell of a change; null where nothing was changed. Receivers read the item itself where they need more of it. */
function eventOf({
	before,
	after,
	change,
}: ItemTransition): WebhookEvent | null {
	const item = after ?? before;
	if (!item || !change) return null;
	const { id, type, slug, version, status, publishAt, unpublishAt } = item;
	const formerSlug = before && before.slug !== slug ? before.slug : null;
	return {
		type: `content.${change}`,
		data: {
			...{ id, type, slug, formerSlug, version, status },
			...{ publishAt, unpublishAt, deletedAt: item.deletedAt },
			// With its history.
			isErased: after === null,
		},
	};
}

/** The entry of a change in the change feed; null where nothing was changed. */
function changeOf({
	before,
	after,
	change,
}: ItemTransition): ContentChanged | null {
	const item = after ?? before;
	if (!item || !change) return null;
	const slugs = new Set([item.slug, ...(before ? [before.slug] : [])]);
	const published = isPublic(after);
	// Whether the public sees it depends on the moment, and caches have to know the moments of what it does not see yet.
	const scheduled = published && after !== null && isScheduled(after);
	return {
		contentId: item.id,
		type: item.type,
		slugs: [...slugs],
		changeType: change,
		published: published && !scheduled,
		wasPublished: isPublic(before) || scheduled,
	};
}

const isPublic = (item: StoredItem | null) =>
	item?.status === "published" && item.deletedAt === null;
