/** Searches challenges as one types: the bundled packs at once, the service after a pause. A newer query cancels the request of the one before. */
import type { PublicPack } from "@treeline/packs/format";
import { type Found, searchChallenges } from "@treeline/packs/learner-tools";
import type { FoundChallenge } from "@treeline/webview/client";
import { debounce } from "../panel/debounce.ts";
import { challengeOfAddress } from "../session/deep-link.ts";

/** Milliseconds without a key after which the service is asked. */
export const SEARCH_DELAY = 200;

/** The longest query that the service takes. */
const MAX_LENGTH = 200;

export interface SearchResults {
	query: string;
	/** Found in the bundled packs, the best first; all challenges for an empty query, and the one that an address names. */
	bundled: Found[];
	/** Challenges of the bundled packs that only the service found, by a newer text of theirs. */
	updated: Found[];
	/** Challenges of packs that are not bundled. */
	remote: FoundChallenge[];
	service: "not asked" | "pending" | "answered" | "failed";
}

export interface ChallengeSearch {
	/** Starts the search for `query` in place of the one before. */
	search(query: string): void;
	/** Ends the current search; nothing is shown any more. */
	cancel(): void;
}

export interface SearchParts {
	packs: readonly PublicPack[];
	/** Asks the service. Any rejection leaves the bundled packs' results alone. */
	ask(query: string, signal: AbortSignal): Promise<FoundChallenge[]>;
	/** Called at once with the bundled packs' results, and again when the service has answered or failed. */
	show(results: SearchResults): void;
}

export function createChallengeSearch({
	packs,
	ask,
	show,
}: SearchParts): ChallengeSearch {
	let request = new AbortController();
	const askLater = debounce(SEARCH_DELAY, async (results: SearchResults) => {
		const { signal } = request;
		const completed = await ask(results.query.slice(0, MAX_LENGTH), signal)
			.then((rows) => merge(packs, results, rows))
			.catch((): SearchResults => ({ ...results, service: "failed" }));
		if (!signal.aborted) show(completed);
	});
	const cancel = () => {
		askLater.cancel();
		request.abort();
	};
	return {
		cancel,
		search(query) {
			cancel();
			request = new AbortController();
			const linked = challengeAt(packs, query);
			const results: SearchResults = {
				query,
				bundled: linked ? [linked] : searchChallenges(packs, query),
				updated: [],
				remote: [],
				service: query && !linked ? "pending" : "not asked",
			};
			show(results);
			if (results.service === "pending") askLater(results);
		},
	};
}

/** The challenge that an address names; null for other texts, and where the packs lack it. */
function challengeAt(
	packs: readonly PublicPack[],
	address: string,
): Found | null {
	const key = challengeOfAddress(address);
	const pack = packs.find(({ manifest }) => manifest.slug === key?.pack);
	const challenge = pack?.challenges.find(
		({ slug }) => slug === key?.challenge,
	);
	return pack && challenge ? { pack, challenge } : null;
}

/** Adds the service's rows that the bundled packs' results lack, each challenge once. */
function merge(
	packs: readonly PublicPack[],
	results: SearchResults,
	rows: readonly FoundChallenge[],
): SearchResults {
	const seen = new Set(
		results.bundled.map(({ pack, challenge }) =>
			keyOf(pack.manifest.slug, challenge.slug),
		),
	);
	const merged: SearchResults = {
		...results,
		updated: [],
		remote: [],
		service: "answered",
	};
	for (const row of rows) {
		const key = keyOf(row.packSlug, row.slug);
		if (seen.has(key)) continue;
		seen.add(key);
		const pack = packs.find(({ manifest }) => manifest.slug === row.packSlug);
		const challenge = pack?.challenges.find(({ slug }) => slug === row.slug);
		if (pack && challenge) merged.updated.push({ pack, challenge });
		else merged.remote.push(row);
	}
	return merged;
}

const keyOf = (pack: string, challenge: string) => `${pack}/${challenge}`;
