/** What the page has read from its host, kept while it is open: going back shows at once what was there, then checks for news. */
import { type Signal, signal } from "@preact/signals";
import { ApiError, type ChallengeKey, type Host } from "../host/host.ts";

export type Load<Value> =
	| { state: "loading" }
	| { state: "ready"; value: Value }
	| { state: "failed"; error: ApiError };

/** One thing that is read from the host. */
export interface Entry<Value> {
	readonly load: Signal<Load<Value>>;
	/** Reads it again; what is shown stays until the answer differs. */
	refresh(): Promise<void>;
}

export type Library = ReturnType<typeof createLibrary>;

export function createLibrary({ catalogue, account, news }: Host) {
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
				if (each.load.peek().state === "failed") void each.refresh();
		});
	news.watch(() => {
		for (const each of entries.values()) void each.refresh();
	});
	const reader = signal(0);
	let known = personOf(account);
	account.state.watch(() => {
		const before = known;
		known = personOf(account) ?? before;
		if (before === null || before === "" || before === known) return;
		entries.clear();
		reader.value++;
	});
	return {
		packs: () => entry("packs", catalogue.packs),
		pack: (slug: string) => entry(`pack/${slug}`, () => catalogue.pack(slug)),
		challenge: (key: ChallengeKey) =>
			entry(`challenge/${key.pack}/${key.challenge}`, () =>
				catalogue.challenge(key),
			),
		/** Counts up when whoever read here has left: what was read for them is forgotten, and screens begin anew. */
		reader,
	};
}

/** Whose work is shown, "" when it is nobody's, null when that is not known. */
function personOf({ state }: Host["account"]): string | null {
	const now = state.read();
	switch (now.state) {
		case "in":
			return now.user._id;
		case "ended":
			return now.person.id;
		case "asking":
		case "blocked":
			return now.person?.id ?? "";
		case "out":
		case "unavailable":
			return "";
		default:
			return null;
	}
}

function createEntry<Value>(read: () => Promise<Value>): Entry<Value> {
	const load = signal<Load<Value>>({ state: "loading" });
	let running: Promise<void> | null = null;
	const run = async () => {
		const before = load.peek();
		if (before.state === "failed") load.value = { state: "loading" };
		try {
			const value = await read();
			if (before.state !== "ready" || !equal(before.value, value))
				load.value = { state: "ready", value };
		} catch (error) {
			// News that cannot be had is no reason to take away what is there.
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
		: new ApiError("unknown", String(error), "Reload the page.", 0);
}
