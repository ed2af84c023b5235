/**
 * Follows the list of public packs, whichever process changes it. The packs may be a backend's elsewhere, whose database this process
 * does not have: the list is then read again every few seconds, by a route that answers it from the cache as long as it stands.
 */
import { type ChangeListener, listenForChanges } from "../../db/listen.ts";
import type { Sql } from "../../db.ts";
import { ApiError } from "../../http/errors.ts";
import type { Report } from "../../http/problems.ts";
import { CATALOGUE_CHANNEL } from "../../packs/writing/store.ts";
import type { Catalogue } from "../catalogue.ts";
import type { News } from "../content/news.ts";
import { packListChanges, storePackList } from "./store.ts";

/** Milliseconds between two reads where no database notifies of changes, and where one does, in case a pooler keeps that to itself. */
const POLLING_MS = 5000;
const LISTENING_MS = 60_000;
/** Milliseconds that one request for packs may take. */
const TIMEOUT_MS = 5000;

/**
 * @param platform the packs' own database; null = the backend's alone, so that the list is polled while `isUsed`
 * @param isUsed whether there may be clients
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
		if (!platform && !isUsed()) return;
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
	return listenForChanges(platform, CATALOGUE_CHANNEL, read, {
		intervalMs: platform ? LISTENING_MS : POLLING_MS,
		onError(error) {
			// A backend that is away has the list when it is back.
			if (!(error instanceof ApiError)) report(error, "mcp-packs");
		},
	});
}
