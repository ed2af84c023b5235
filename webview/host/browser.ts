/** The host of a browser tab: the API over HTTP, drafts and progress in this browser, the engine in a worker of the page. */
import { createVerifier } from "@treeline/verify/worker";
import { createAccount } from "./account.ts";
import { createClient } from "./client.ts";
import type { Account, Attempts, Host, Watched } from "./host.ts";
import { createDrafts, createProgressBook } from "./local-records.ts";
import { createOwner, type Owner } from "./local-user.ts";
import { createTidings } from "./notices.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { cell } from "./signal.ts";
import { browserStorage, createShelf } from "./storage.ts";

export interface BrowserHostOptions {
	/** Where the API is mounted: `/api/v1`. */
	api: string;
	/** Address of the worker's script. */
	worker: string;
	/** Folder of the grammars, with a slash at its end. */
	grammars: string;
	/** Whether the page shows sign-in. */
	signIn: boolean;
}

export function createBrowserHost(options: BrowserHostOptions): Host {
	const client = createClient(options.api);
	const shelf = createShelf(browserStorage());
	const owner = createOwner(shelf);
	const outbox = createOutbox(shelf, client);
	const account = createAccount(client, owner, options.signIn);
	askWhenItMayDiffer(account, outbox);

	return {
		catalogue: client,
		verifier: createVerifier({
			spawn: () => new Worker(options.worker, { type: "module" }),
			wasmBasePath: options.grammars,
		}),
		files: createDrafts(owner.shelf),
		progress: createProgressBook(owner.shelf),
		attempts: createAttempts(outbox, account, owner),
		account,
		news: createNews(outbox, account),
		notices: createTidings(shelf, outbox, account),
	};
}

/** At the start, back on the network, back in the tab, and when the service says that the session is over. */
function askWhenItMayDiffer(account: Account, outbox: Outbox): void {
	const ask = () => void account.ask();
	window.addEventListener("online", () => {
		ask();
		void sendAll(account, outbox);
	});
	document.addEventListener("visibilitychange", () => {
		if (document.visibilityState === "visible") ask();
	});
	outbox.signedOut.watch(() => {
		if (outbox.signedOut.read()) ask();
	});
	ask();
}

async function sendAll({ state }: Account, outbox: Outbox): Promise<void> {
	const now = state.read();
	if (now.state === "in") await outbox.flush(now.user._id);
}

function createAttempts(
	outbox: Outbox,
	account: Account,
	owner: Owner,
): Attempts {
	const { state, offered, ask } = account;
	const isOut = (now: string) => now === "out" || now === "unavailable";
	return {
		async record(attempt) {
			const person = owner.read();
			const now = state.read().state;
			// Where nobody can sign in, nobody will ever have it.
			if (!person && isOut(now) && (!offered || now === "unavailable"))
				return "local";
			const where = await outbox.put(attempt, person?.id ?? null);
			// Whose it is could not be asked when the page opened; asking sends it.
			if (now === "unknown") void ask();
			return !person && isOut(now) ? "local" : where;
		},
		send: () => sendAll(account, outbox),
	};
}

/**
 * Sends what waits for a person once they are signed in, what they did before that included, and counts up when that, or their coming
 * and going, changed what the service tells.
 */
function createNews(outbox: Outbox, { state }: Account): Watched<number> {
	const news = cell(0);
	let before: string | null = null;
	state.watch(() => {
		const now = state.read();
		const user = now.state === "in" ? now.user._id : null;
		if (before !== null && user !== before) news.set(news.read() + 1);
		before =
			user ??
			(now.state === "out" || now.state === "unavailable" ? "" : before);
		if (!user) return;
		outbox.claim(user);
		const waited = outbox.waiting.read();
		if (waited > 0)
			void outbox.flush(user).then(() => {
				if (outbox.waiting.read() < waited) news.set(news.read() + 1);
			});
	});
	return news;
}
