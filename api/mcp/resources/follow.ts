/**
 * Follows the list of public packs, whichever process changes it. The packs may be a backend's elsewhere, whose database this process
 * does not have: the list is read again every few seconds, by a route that answers it from the cache as long as it stands.
 */
import type { Sql } from "../../db.ts";
import { ApiError } from "../../http/errors.ts";
import type { Report } from "../../http/problems.ts";
import type { Catalogue } from "../catalogue.ts";
import type { News } from "../content/news.ts";
import { packListChanges, storePackList } from "./store.ts";

/** Milliseconds between two reads. */
const EVERY = 5000;

/**
 * @param isUsed whether there may be clients; while there are none, nothing is read
 * @param told given the change of the list; one whose telling failed is told again
 */
export async function followPacks(
	sql: Sql,
	{ packs }: Pick<Catalogue, "packs">,
	isUsed: () => boolean,
	told: (news: News[]) => Promise<void>,
	report: Report,
): Promise<{ close(): Promise<void> }> {
	let known: string | null = null;
	let counted = await packListChanges(sql);
	let reading: Promise<void> | null = null;
	const read = async () => {
		const rows = await packs({
			request: new Request("http://front.internal/"),
			signal: AbortSignal.timeout(EVERY),
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
	const timer = setInterval(() => {
		if (reading || !isUsed()) return;
		reading = read()
			.catch((error) => {
				// A backend that is away has the list when it is back.
				if (!(error instanceof ApiError)) report(error, "mcp-packs");
			})
			.finally(() => {
				reading = null;
			});
	}, EVERY);
	timer.unref();
	return {
		async close() {
			clearInterval(timer);
			await reading;
		},
	};
}
