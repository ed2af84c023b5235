/** Cache of what the page has read from its host: shown at once on return to a screen, then refreshed. */
import { type Signal, signal } from "@preact/signals";
import { isFromStore } from "../host/api-caller.ts";
import { ApiError, type ChallengeKey, type Host } from "../host/host.ts";
import type { PackFilter, PackQuery } from "../host/pack-list.ts";
import { t } from "../l10n/l10n.ts";

export type Load<Value> =
	| { state: "loading" }
	| { state: "ready"; value: Value }
	| { state: "failed"; error: ApiError };

/** One cached read of the host. */
export interface Entry<Value> {
	readonly load: Signal<Load<Value>>;
	/** Reads it again; the value is replaced only when it differs. */
	refresh(): Promise<void>;
}

export type DataCache = ReturnType<typeof createDataCache>;

export function createDataCache({ catalogue, account, learnerRevision }: Host) {
	const entries = new Map<string, Entry<unknown>>();
	const entry = <Value>(name: string, read: () => Promise<Value>) => {
		const known = entries.get(name) as Entry<Value> | undefined;
		if (known) return known;
		const made = createEntry(read);
		entries.set(name, made as Entry<unknown>);
		return made;
	};
	if (typeof window !== "undefined")
		window.addEventListener("online", () => {
			for (const each of entries.values())
				if (isOutdated(each.load.peek())) void each.refresh();
		});
	learnerRevision.watch(() => {
		for (const each of entries.values()) void each.refresh();
	});
	const generation = signal(0);
	let known = userIdOf(account);
	account.state.watch(() => {
		const before = known;
		known = userIdOf(account) ?? before;
		if (before === null || before === "" || before === known) return;
		entries.clear();
		generation.value++;
	});
	return {
		packs: (filter: PackFilter = {}) =>
			entry(`all-packs?${JSON.stringify(filter)}`, () =>
				catalogue.packs(filter),
			),
		packList: (query: PackQuery) =>
			entry(`packs?${JSON.stringify(query)}`, () => catalogue.list(query)),
		challengeHits: (text: string) =>
			entry(
				`search/${text}`,
				async () =>
					(await catalogue.findChallenges?.(text)) ?? { challenges: [] },
			),
		pack: (slug: string) => entry(`pack/${slug}`, () => catalogue.pack(slug)),
		challenge: (key: ChallengeKey) =>
			entry(`challenge/${key.pack}/${key.challenge}`, () =>
				catalogue.challenge(key),
			),
		/** Rises when the user changes: the cache is cleared, and screens are mounted again. */
		generation,
	};
}

/** Id of the current user, "" when anonymous, null when unknown. */
function userIdOf({ state }: Host["account"]): string | null {
	const now = state.read();
	switch (now.state) {
		case "in":
			return now.user._id;
		case "ended":
			return now.localUser.id;
		case "loading":
		case "blocked":
			return now.localUser?.id ?? "";
		case "out":
		case "unavailable":
			return "";
		default:
			return null;
	}
}

/** Whether the service had not answered. */
const isOutdated = (load: Load<unknown>) =>
	load.state === "failed" ||
	(load.state === "ready" && isFromStore(load.value));

function createEntry<Value>(read: () => Promise<Value>): Entry<Value> {
	const load = signal<Load<Value>>({ state: "loading" });
	let running: Promise<void> | null = null;
	const run = async () => {
		const before = load.peek();
		if (before.state === "failed") load.value = { state: "loading" };
		try {
			const value = await read();
			// An answer from the browser's store knows nothing of the learner.
			if (before.state === "ready" && isFromStore(value)) return;
			if (before.state !== "ready" || !equal(before.value, value))
				load.value = { state: "ready", value };
		} catch (error) {
			// A failed refresh keeps the cached value.
			if (before.state !== "ready")
				load.value = { state: "failed", error: asApiError(error) };
		}
	};
	return {
		load,
		refresh() {
			running ??= run().finally(() => {
				running = null;
			});
			return running;
		},
	};
}

function equal(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

function asApiError(error: unknown): ApiError {
	return error instanceof ApiError
		? error
		: new ApiError("unknown", String(error), t("Reload the page."), 0);
}
