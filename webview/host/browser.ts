/** The host of a browser tab: the API over HTTP, drafts and progress in this browser, the engine in a worker of the page. */
import type { SessionState } from "@treeline/api/shapes";
import { createVerifier } from "@treeline/verify/worker";
import { createClient } from "./client.ts";
import type { Attempts, Host, Notice } from "./host.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { createDrafts, createProgressBook } from "./records.ts";
import { browserStorage, createShelf, type Shelf } from "./shelf.ts";
import { type Cell, cell } from "./watched.ts";

export interface BrowserHostOptions {
	/** Where the API is mounted: `/api/v1`. */
	api: string;
	/** Address of the worker's script. */
	worker: string;
	/** Folder of the grammars, with a slash at its end. */
	grammars: string;
}

export function createBrowserHost(options: BrowserHostOptions): Host {
	const client = createClient(options.api);
	const shelf = createShelf(browserStorage());
	const outbox = createOutbox(shelf, client.postAttempt);
	const known = cell<SessionState | null>(null);
	const session = sessionReader(client.session, known, outbox);
	window.addEventListener("online", () => void session().catch(() => null));

	return {
		catalogue: client,
		verifier: createVerifier({
			spawn: () => new Worker(options.worker, { type: "module" }),
			wasmBasePath: options.grammars,
		}),
		files: createDrafts(shelf),
		progress: createProgressBook(shelf),
		attempts: createAttempts(outbox, known, session),
		session,
		notices: noticesOf(shelf, outbox, known),
	};
}

/** Asks who is signed in and, when someone is, sends what waits for them. */
function sessionReader(
	read: () => Promise<SessionState>,
	known: Cell<SessionState | null>,
	outbox: Outbox,
): Host["session"] {
	return async () => {
		const state = await read();
		known.set(state);
		if (state.user) void outbox.flush(state.user._id);
		return state;
	};
}

function createAttempts(
	outbox: Outbox,
	known: Cell<SessionState | null>,
	session: Host["session"],
): Attempts {
	return {
		async record(attempt) {
			const state = known.read();
			if (state && !state.user) return "local";
			const where = await outbox.put(attempt, state?.user?._id ?? null);
			// Whose it is could not be asked when the page opened; asking sends it.
			if (!state) void session().catch(() => null);
			return where;
		},
	};
}

function noticesOf(
	shelf: Shelf,
	outbox: Outbox,
	known: Cell<SessionState | null>,
): Host["notices"] {
	const read = (): Notice[] => {
		const notices: Notice[] = [];
		const trouble = shelf.trouble.read();
		if (trouble === "blocked")
			notices.push({
				id: "storage-blocked",
				text: "This browser keeps nothing for Treeline (private window, or site data is blocked). Your work lasts until you close the tab.",
			});
		if (trouble === "full")
			notices.push({
				id: "storage-full",
				text: "This browser’s storage is full, so your latest changes last until you close the tab. Clear site data of other sites to make room.",
			});
		const refused = outbox.refused.read();
		if (refused)
			notices.push({
				id: "attempt-refused",
				text: `Your latest result counts in this browser, but it was not stored: ${refused.message}`,
			});
		const waiting = waitingNotice(outbox, known.read());
		return waiting ? [...notices, waiting] : notices;
	};
	const current = cell<readonly Notice[]>(read());
	const refresh = () => {
		const next = read();
		if (JSON.stringify(next) !== JSON.stringify(current.read()))
			current.set(next);
	};
	const { waiting, signedOut, refused } = outbox;
	for (const source of [shelf.trouble, waiting, signedOut, refused, known])
		source.watch(refresh);
	return current;
}

function waitingNotice(
	outbox: Outbox,
	session: SessionState | null,
): Notice | null {
	const count = outbox.waiting.read();
	// Before the session is known nobody can say whether they wait for the service or for a person.
	if (count === 0 || session === null) return null;
	const what = count === 1 ? "1 result waits" : `${count} results wait`;
	return outbox.signedOut.read() || !session.user
		? {
				id: "session-ended",
				text: `You are signed out. ${what} in this browser and will be sent when you sign in again.`,
			}
		: {
				id: "attempts-waiting",
				text: `${what} in this browser and will be sent as soon as the service answers.`,
			};
}
