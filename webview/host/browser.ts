/** Host for a browser tab: API over HTTP, drafts and progress in localStorage, engine in a web worker. */
import { localizeVerifier } from "@treeline/verify/localize";
import { createVerifier } from "@treeline/verify/worker";
import { engineBundle } from "../l10n/engine-bundle.ts";
import { t } from "../l10n/l10n.ts";
import { createAccount } from "./account.ts";
import { fetchSuccess } from "./api-caller.ts";
import { type Client, createClient } from "./client.ts";
import { createDisputes } from "./disputes.ts";
import type { DraftSync } from "./draft-sync.ts";
import { fetchBytes } from "./fetch-bytes.ts";
import {
	type Account,
	ApiError,
	type Attempts,
	type Catalogue,
	type Host,
	type ReadableSignal,
} from "./host.ts";
import {
	createLocalAttempts,
	type LocalAttemptStore,
} from "./local-attempts.ts";
import { createDrafts, createProgressStore, DRAFT } from "./local-records.ts";
import type { ChallengeHits } from "./local-search.ts";
import {
	createLocalUser,
	type LocalUserStore,
	namespaceOf,
} from "./local-user.ts";
import type { LocalWorkParts } from "./local-work.ts";
import { createNotices } from "./notices.ts";
import { createOffline } from "./offline.ts";
import { createOfflinePacks } from "./offline-packs.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { type PackList, type PackQuery, pageOf } from "./pack-list.ts";
import { createSettings } from "./settings.ts";
import { signal } from "./signal.ts";
import {
	type BrowserStorage,
	browserStorage,
	createStorage,
	QUARANTINE_PREFIX,
} from "./storage.ts";
import { trustedScriptUrl } from "./trusted-types.ts";

export interface BrowserHostOptions {
	/** Where the API is mounted: `/api/v1`. */
	api: string;
	/** Address of the worker's script. */
	worker: string;
	/** Folder of the grammars, with a slash at its end. */
	grammars: string;
	/** Whether the page shows sign-in. */
	signIn: boolean;
	/** Version of the build that the page is of. */
	version: string;
}

export function createBrowserHost(options: BrowserHostOptions): Host {
	const client = createClient(options.api);
	const storage = createStorage(browserStorage());
	const localUserStore = createLocalUser(storage);
	const outbox = createOutbox(storage, client);
	const localAttempts = createLocalAttempts(localUserStore);
	const offline = createOffline(options.version);
	const account = createAccount(client, localUserStore, options.signIn);
	refreshAccountOnEvents(account, outbox);
	guardUnsaved(storage);
	const accountDrafts = createAccountDrafts(client, account, localUserStore);
	const disputes = createDisputes(
		storage,
		client.postDispute,
		account,
		localUserStore,
	);

	const verifier = createBrowserVerifier(options);
	return {
		catalogue: {
			...client,
			list: (query) => listOrStored(client, query),
			findChallenges: (text) => searchOrStored(client, text),
		},
		verifier,
		files: createDrafts(localUserStore.storage),
		progress: createProgressStore(localUserStore.storage),
		attempts: createAttempts(client, outbox, account, localUserStore),
		localAttempts,
		accountDrafts,
		offlinePacks: createOfflinePacks(options.api, verifier),
		disputes: {
			...disputes,
			at: async ({ _id }) =>
				account.state.read().state === "in" ? client.disputesAt(_id) : [],
			signIn: null,
		},
		account,
		service: {
			call: client.call,
			base: options.api,
			fetchSuccess,
			localWork: loadLocalWork({
				storage,
				keys: { draft: DRAFT, quarantine: QUARANTINE_PREFIX, namespaceOf },
				localUser: localUserStore,
				localAttempts,
				outbox,
				send: () => sendAll(account, outbox),
				drafts: accountDrafts,
			}),
		},
		settings: createSettings(localUserStore.storage, {
			calls: client,
			account,
		}),
		records: storage,
		studio: null,
		author: null,
		learnerRevision: createLearnerRevision(outbox, localAttempts, account),
		notices: createNotices(storage, outbox, account, offline, disputes),
		reload: offline.reload,
	};
}

/** Status of a request without response (0), and those of a proxy whose service does not respond. */
const UNREACHABLE = new Set([0, 502, 503, 504]);

const createBrowserVerifier = ({ worker, grammars }: BrowserHostOptions) =>
	localizeVerifier(
		createVerifier({
			spawn: () => new Worker(trustedScriptUrl(worker), { type: "module" }),
			// Fetched by the page: the requests of a worker that is older than the service worker would not be seen by that.
			bytes: (fileName) =>
				fetchBytes(
					grammars + fileName,
					t("Check your connection, then try again."),
				),
			recordsMessages: true,
		}),
		engineBundle,
	);

/** One page of packs; without the service, of those on the first page, which the service worker stores. */
async function listOrStored(
	{ list }: Pick<Catalogue, "list">,
	query: PackQuery,
): Promise<PackList> {
	try {
		return await list(query);
	} catch (error) {
		const stored =
			isUnreachable(error) && (await list({ page: 1 }).catch(() => null));
		if (!stored) throw error;
		const { filterPacks } = await import("./local-search.ts");
		const found = filterPacks(stored.packs, query);
		return { ...pageOf(found, query.page, stored.packs), fromStored: true };
	}
}

/** Challenges that fit; without the service, of those that the service worker has stored. */
async function searchOrStored(
	client: Client,
	text: string,
): Promise<ChallengeHits> {
	try {
		return { challenges: await client.search(text) };
	} catch (error) {
		if (!isUnreachable(error)) throw error;
		const { searchByReading } = await import("./local-search.ts");
		const challenges = await searchByReading(client, text).catch(() => null);
		if (!challenges) throw error;
		return { challenges, fromStored: true };
	}
}

const isUnreachable = (error: unknown) =>
	error instanceof ApiError && UNREACHABLE.has(error.status);

/** Asks before a tab closes that has unsaved code, and saves it once there is room: other sites' data may have been cleared. */
function guardUnsaved(storage: BrowserStorage): void {
	window.addEventListener("beforeunload", (event) => {
		storage.saveUnsaved();
		if (storage.hasUnsavedDraft()) event.preventDefault();
	});
	document.addEventListener("visibilitychange", storage.saveUnsaved);
	storage.watch(storage.saveUnsaved);
}

/** Refreshes the account at the start, when the network or the tab comes back, and when the service reports the end of the session. */
function refreshAccountOnEvents(account: Account, outbox: Outbox): void {
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
	client: Client,
	outbox: Outbox,
	account: Account,
	localUserStore: LocalUserStore,
): Attempts {
	const { state, offered, ask } = account;
	const isOut = (now: string) => now === "out" || now === "unavailable";
	return {
		async record(attempt) {
			const localUser = localUserStore.read();
			const now = state.read().state;
			// Without sign-in there is no account to send it to.
			if (!localUser && isOut(now) && (!offered || now === "unavailable"))
				return "local";
			const where = await outbox.put(attempt, localUser?.id ?? null);
			// The session could not be read when the page opened; reading it now also sends the attempt.
			if (now === "unknown") void ask();
			return !localUser && isOut(now) ? "local" : where;
		},
		send: () => sendAll(account, outbox),
		async onAccount(challengeId) {
			if (state.read().state !== "in") return [];
			const rows = await client.attemptsAt(challengeId);
			return rows
				.filter(({ hasFiles }) => hasFiles)
				.map(({ _id, clientAttemptId, attemptedAt, passed }) => ({
					id: _id,
					clientAttemptId,
					at: attemptedAt,
					passed,
				}));
		},
		async filesOf(id) {
			const { files } = await client.attempt(id);
			return files;
		},
	};
}

/** Drafts on the account; what was changed without the service is sent at the sign-in, and when the network is back. */
function createAccountDrafts(
	client: Client,
	{ state }: Account,
	{ storage, read }: LocalUserStore,
): () => Promise<DraftSync> {
	const owner = () =>
		state.read().state === "in" ? (read()?.id ?? null) : null;
	let loading: ReturnType<typeof load> | null = null;
	const load = async () =>
		(await import("./draft-sync.ts")).createDraftSync(storage, owner, client);
	const loaded = () => {
		loading ??= load().catch((error) => {
			loading = null;
			throw error;
		});
		return loading;
	};
	let before: string | null = null;
	const sendAll = () => {
		if (owner() === null || storage.keys(DRAFT).length === 0) return;
		// What is not sent now is sent when its challenge is opened.
		void loaded().then(
			(drafts) => drafts.sendAll(),
			() => {},
		);
	};
	state.watch(() => {
		const now = owner();
		if (now !== before) {
			before = now;
			sendAll();
		}
	});
	window.addEventListener("online", sendAll);
	return loaded;
}

/** Few learners remove their work. Another tab that does so says whose: this one may hold some in memory. */
function loadLocalWork(parts: Omit<LocalWorkParts, "channel">) {
	const load = () => import("./local-work.ts");
	const channel = new BroadcastChannel("treeline:removed-learner");
	channel.onmessage = async ({ data }) =>
		(await load()).removeRecords(parts, data);
	return async () => (await load()).createLocalWork({ ...parts, channel });
}

/** Sends queued attempts after sign-in. The value rises when that, a sign-in or a sign-out changes what the service answers for the learner. */
function createLearnerRevision(
	outbox: Outbox,
	localAttempts: LocalAttemptStore,
	{ state }: Account,
): ReadableSignal<number> {
	const revision = signal(0);
	let before: string | null = null;
	state.watch(() => {
		const now = state.read();
		const user = now.state === "in" ? now.user._id : null;
		if (before !== null && user !== before) revision.set(revision.read() + 1);
		before =
			user ??
			(now.state === "out" || now.state === "unavailable" ? "" : before);
		if (!user) return;
		outbox.claim(user);
		void localAttempts.adopt(user);
		const waited = outbox.waiting.read();
		if (waited > 0)
			void outbox.flush(user).then(() => {
				if (outbox.waiting.read() < waited) revision.set(revision.read() + 1);
			});
	});
	return revision;
}
