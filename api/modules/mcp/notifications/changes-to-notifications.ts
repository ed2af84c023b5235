/**
 * Watches changes of content and of the list of packs, whichever process makes them, and derives what MCP clients are notified of; `session/`
 * sends it. Changes are read from tables, so that a lost database notification costs time and no change.
 */
import {
	type ChangeListener,
	listenForChanges,
} from "../../../db/change-listener.ts";
import type { Sql } from "../../../db/connect-and-batch-queries.ts";
import { ApiError } from "../../../server/errors.ts";
import type { Report } from "../../../server/log-and-metrics.ts";
import {
	CHANNEL,
	changesAfter,
	currentRevision,
	type RecordedChange,
} from "../../content/change-feed/queries.ts";
import { contentHashOf } from "../../packs-and-challenges/pack-writing-queries.ts";
import { CATALOGUE_CHANNEL } from "../../packs-and-challenges/queries.ts";
import { BUNDLE, itemAddress, TYPES } from "../resources.ts";
import type { PackSource } from "../tools/pack-catalogue-and-tools.ts";
import {
	isPackListKnown,
	packListChanges,
	storePackList,
} from "./pack-list-change-count-queries.ts";

/** Milliseconds between two reads without a notification. */
const INTERVAL_MS = 5000;
/** Milliseconds between two reads at least: what many changes lead to is sent together. */
const CONTENT_SPACING_MS = 20;
/** Changes before the start that are sent again: the last process may have ended while sending them. */
const REPLAYED_CHANGES = 20;

/** @param notify called with changes in their order; after a failure again */
export async function listenForContentChanges(
	sql: Sql,
	notify: (changes: RecordedChange[]) => Promise<void>,
	report: Report,
): Promise<ChangeListener> {
	let known = Math.max(0, (await currentRevision(sql)) - REPLAYED_CHANGES);
	const readOn = async () => {
		const changes = await changesAfter(sql, known);
		if (changes.length === 0) return;
		await notify(changes);
		known = changes.at(-1)?.revision ?? known;
	};
	const listener = listenForChanges(sql, CHANNEL, readOn, {
		intervalMs: INTERVAL_MS,
		spacingMs: CONTENT_SPACING_MS,
		onError: (error) => report(error, "mcp-changes"),
	});
	await listener.started;
	return listener;
}

/** A changed resource that clients may subscribe to; null = the list of resources. */
export interface Notification {
	/** The same for every process that tells of it. */
	change: string;
	uri: string | null;
}

export function notificationsOf(revised: RecordedChange): Notification[] {
	const { revision, type, slugs, changeType, published, wasPublished } =
		revised;
	const counted = changeType !== "updated" || published !== wasPublished;
	const listed = counted || slugs.length > 1;
	const uris = [
		...slugs.map((slug) => itemAddress(type, slug)),
		...(published || wasPublished ? [BUNDLE] : []),
		...(counted ? [TYPES] : []),
	];
	return [
		...uris.map((uri) => ({ change: `${revision} ${uri}`, uri })),
		...(listed ? [{ change: `${revision} list`, uri: null }] : []),
	];
}

/** Milliseconds between two reads where no database notifies of changes, and where one does, in case a pooler swallows notifications. */
const POLLING_MS = 5000;
const LISTENING_MS = 60_000;
/** Milliseconds between two reads at least: one author may change a pack many times a second. */
const SPACING_MS = 1000;
/** Milliseconds that one request for packs may take. */
const TIMEOUT_MS = 5000;

/**
 * @param platform the packs' own database; null = the backend's alone, so that the list is polled
 * @param isUsed whether there may be clients; while there are none, nothing is read but the first list of all
 * @param notify called with the change of the list; after a failure again
 */
export async function listenForPackListChanges(
	sql: Sql,
	platform: Sql | null,
	{ names }: Pick<PackSource, "names">,
	isUsed: () => boolean,
	notify: (notifications: Notification[]) => Promise<void>,
	report: Report,
): Promise<ChangeListener> {
	let known: string | null = null;
	let counted = await packListChanges(sql);
	const read = async () => {
		const rows = await names({
			request: new Request("http://front.internal/"),
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		const listed = rows.map(({ slug, name, description }) => [
			slug,
			name,
			description,
		]);
		const hash = contentHashOf(listed);
		if (hash === known) return;
		const changes = await storePackList(sql, hash);
		if (changes !== counted)
			await notify([{ change: `packs ${changes}`, uri: null }]);
		counted = changes;
		known = hash;
	};
	const onError = (error: unknown) => {
		// A backend that is away has the list when it is back.
		if (!(error instanceof ApiError)) report(error, "mcp-packs");
	};
	const listener = listenForChanges(
		platform,
		CATALOGUE_CHANNEL,
		async () => {
			if (isUsed()) await read();
		},
		{
			intervalMs: platform ? LISTENING_MS : POLLING_MS,
			spacingMs: SPACING_MS,
			onError,
		},
	);
	await listener.started;
	// The first list of all is no change: if it was never read, the first change would pass for it.
	if (platform && !(await isPackListKnown(sql))) await read().catch(onError);
	return listener;
}
