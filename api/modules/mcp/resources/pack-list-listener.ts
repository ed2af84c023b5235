/**
 * Follows the list of public packs, whichever process changes it. The packs may be a backend's elsewhere, whose database this process
 * does not have: the list is then read again every few seconds, by a route that answers it from the cache as long as it stands.
 */
import { type ChangeListener, listenForChanges } from "../../../db/listen.ts";
import type { Sql } from "../../../db/pool.ts";
import type { Report } from "../../../server/error-handler.ts";
import { ApiError } from "../../../server/errors.ts";
import { CATALOGUE_CHANNEL } from "../../packs/writing/queries.ts";
import type { Catalogue } from "../catalogue.ts";
import type { News } from "../content/notifications.ts";
import { isPackListKnown, packListChanges, storePackList } from "./queries.ts";

/** Milliseconds between two reads where no database notifies of changes, and where one does, in case a pooler keeps that to itself. */
const POLLING_MS = 5000;
const LISTENING_MS = 60_000;
/** Milliseconds that one request for packs may take. */
const TIMEOUT_MS = 5000;

/**
 * @param platform the packs' own database; null = the backend's alone, so that the list is polled
 * @param isUsed whether there may be clients; while there are none, nothing is read but the first list of all
 * @param told given the change of the list; one whose telling failed is told again
 */
export async function followPacks(
	sql: Sql,
	platform: Sql | null,
	{ packs }: Pick<Catalogue, "packs">,
	isUsed: () => boolean,
	told: (news: News[]) => Promise<void>,
	report: Report,
): Promise<ChangeListener> {
	let known: string | null = null;
	let counted = await packListChanges(sql);
	const read = async () => {
		const rows = await packs({
			request: new Request("http://front.internal/"),
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		const listed = rows.map(({ slug, name, description }) => [
			slug,
			name,
			description,
		]);
		const hash = new Bun.CryptoHasher("sha256")
			.update(JSON.stringify(listed))
			.digest("hex");
		if (hash === known) return;
		const changes = await storePackList(sql, hash);
		if (changes !== counted)
			await told([{ change: `packs ${changes}`, uri: null }]);
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
		{ intervalMs: platform ? LISTENING_MS : POLLING_MS, onError },
	);
	await listener.started;
	// The first list of all is no change: where nobody has read it, the first change would pass for it.
	if (platform && !(await isPackListKnown(sql))) await read().catch(onError);
	return listener;
}
