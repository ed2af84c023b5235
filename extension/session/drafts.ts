/**
 * Follows the drafts of a signed-in learner: what is written in a challenge's folder goes to the account, and what another device has
 * changed there comes into the folder. Where both were changed, nothing is overwritten and the learner chooses.
 */

import type { FileEntry } from "@treeline/verify/shapes";
import { asApiError, isFinal } from "@treeline/webview/attempt-batch";
import { createDraftSync } from "@treeline/webview/draft-sync";
import type { OtherDraft } from "@treeline/webview/host";
import { DRAFT, recordReset } from "@treeline/webview/local-records";
import { relevantFiles } from "@treeline/webview/relevant-files";
import type { RecordStorage } from "@treeline/webview/storage";
import * as vscode from "vscode";
import {
	type Catalog,
	type ChallengeKey,
	keyText,
} from "../catalog/catalog.ts";
import type { ChallengeWorkspace } from "../challenge/workspace.ts";
import type { Account } from "./account.ts";
import { askWhichDraft, tellTaken } from "./draft-messages.ts";
import { serverIds, sessionClient } from "./server-ids.ts";

export interface AccountDrafts extends vscode.Disposable {
	/** Brings folder and account together. Resolves with whether the account's code came into the folder; never rejects. */
	sync(key: ChallengeKey): Promise<boolean>;
	/** The code of another device at a challenge, while the learner has not chosen. */
	conflictAt(key: ChallengeKey): OtherDraft | null;
}

/** How long changes pause before they are sent, in milliseconds. */
const PAUSE = 1_500;
/** The pause before another try after the service could not be reached, in milliseconds. */
const RETRY = 30_000;

export function followDrafts({
	account,
	catalog,
	workspace,
	storage,
	log,
}: {
	account: Account;
	catalog: Catalog;
	workspace: ChallengeWorkspace;
	storage: RecordStorage;
	log: vscode.LogOutputChannel;
}): AccountDrafts {
	/** The files of challenges' folders as they were read last, by `pack/challenge`; null for the starter. */
	const drafts = new Map<string, FileEntry[] | null>();
	/** What was changed in this window: where it is the starter again, the learner went back to it. */
	const edited = new Set<string>();
	const conflicts = new Map<string, OtherDraft>();
	const ids = new Map<string, string | null>();
	const timers = new Map<string, ReturnType<typeof setTimeout>>();
	const owner = () => (account.signedIn ? (account.person?.id ?? null) : null);

	const records = storageOf(storage, drafts, () => account.person?.id ?? "");
	const sync = createDraftSync(records, owner, {
		draft: async (id) => {
			const draft = await sessionClient(account).draft(id);
			return draft && { ...draft, files: inOrder(draft.files) };
		},
		putDraft: (...args) => sessionClient(account).putDraft(...args),
		deleteDraft: (...args) => sessionClient(account).deleteDraft(...args),
		challenge: async (key) => ({ _id: (await idOf(key)) ?? "" }),
	});
	const idOf = async (key: ChallengeKey) => {
		const name = keyText(key);
		const known = ids.get(name);
		if (known !== undefined) return known;
		const found = await serverIds(sessionClient(account), [name]);
		ids.set(name, found.get(name) ?? null);
		return ids.get(name) ?? null;
	};
	/** Reads the folder. Resolves with its files; null for the starter. */
	const read = async (key: ChallengeKey) => {
		const { assertions, files: starter } = await catalog.challenge(key);
		const all = await workspace.files(key);
		const files = inOrder(relevantFiles(all, { assertions, files: starter }));
		return isSame(files, inOrder(starter)) ? null : files;
	};
	const take = async (key: ChallengeKey, other: OtherDraft) => {
		const name = keyText(key);
		conflicts.delete(name);
		const before = await workspace.files(key);
		await workspace.replaceFiles(key, other.files);
		drafts.set(name, await read(key));
		sync.accept(key, other);
		tellTaken(other, () =>
			workspace.replaceFiles(
				key,
				before.filter(({ path }) =>
					other.files.some((file) => file.path === path),
				),
			),
		).then(undefined, (error) => log.error(error));
	};
	const settle = (key: ChallengeKey, other: OtherDraft) => {
		const name = keyText(key);
		const isAsked = conflicts.get(name)?.revision === other.revision;
		conflicts.set(name, other);
		if (isAsked) return;
		void askWhichDraft(workspace, key, other)
			.then((which) => {
				if (conflicts.get(name) !== other || which === null) return;
				if (which === "other") return enqueue(() => take(key, other));
				conflicts.delete(name);
				sync.overrule(key, other);
				return run(key).then(() => {});
			})
			.then(undefined, (error) => log.error(error));
	};
	const syncNow = async (key: ChallengeKey): Promise<boolean> => {
		const name = keyText(key);
		await account.restored;
		clearTimeout(timers.get(name));
		const id = owner() === null ? null : await idOf(key);
		if (id === null) return false;
		drafts.set(name, await read(key));
		recordReset(records, key, drafts.get(name) === null && edited.has(name));
		if (edited.delete(name)) sync.noteEdit(key);
		const pulled = await sync.pull(key, id);
		const found =
			pulled.state === "none" || pulled.state === "same"
				? await sync.push(key, id, undefined)
				: pulled;
		if (found.state === "conflict") settle(key, found);
		else conflicts.delete(name);
		if (found.state !== "newer") return false;
		// What was typed meanwhile is a change of its own.
		if (edited.has(name)) return syncNow(key);
		await take(key, found);
		return true;
	};
	/** One after another, so that none sees the folder while another replaces its files. */
	let last: Promise<unknown> = Promise.resolve();
	const enqueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
		const result = last.then(work);
		last = result.catch(() => null);
		return result;
	};
	const schedule = (key: ChallengeKey, delay: number) => {
		const name = keyText(key);
		clearTimeout(timers.get(name));
		if (owner() !== null)
			timers.set(
				name,
				setTimeout(() => void run(key), delay),
			);
	};
	const run = (key: ChallengeKey) =>
		enqueue(() => syncNow(key)).catch((error) => {
			const fault = asApiError(error);
			log.info(`The draft of ${keyText(key)} was not synchronised: ${fault}`);
			// A session that has ended is told elsewhere.
			if (!isFinal(fault) && fault.status !== 401 && fault.status !== 403)
				schedule(key, RETRY);
			return false;
		});
	const onChange = (key: ChallengeKey) => {
		edited.add(keyText(key));
		schedule(key, PAUSE);
	};
	const runActive = () => {
		if (workspace.active) void run(workspace.active);
	};
	const listening = vscode.Disposable.from(
		workspace.onDidChangeFiles(onChange),
		workspace.onDidReset(onChange),
		workspace.onDidChangeActive(runActive),
		vscode.window.onDidChangeWindowState(({ focused }) => {
			if (focused) runActive();
		}),
		account.onChange(() => {
			ids.clear();
			conflicts.clear();
			runActive();
		}),
	);
	runActive();
	return {
		sync: run,
		conflictAt: (key) => conflicts.get(keyText(key)) ?? null,
		dispose() {
			listening.dispose();
			for (const timer of timers.values()) clearTimeout(timer);
		},
	};
}

/** The records in the namespace of `person`, with the drafts as the folders have them. */
function storageOf(
	storage: RecordStorage,
	drafts: Map<string, FileEntry[] | null>,
	person: () => string,
): RecordStorage {
	const own = (key: string) => `of:${person()}:${key}`;
	return {
		...storage,
		read(key, isRecord) {
			if (!key.startsWith(DRAFT)) return storage.read(own(key), isRecord);
			const files = drafts.get(key.slice(DRAFT.length));
			return isRecord(files) ? files : null;
		},
		write: (key, value) => storage.write(own(key), value),
		remove: (key) => storage.remove(own(key)),
		quarantine: (key) => storage.quarantine(own(key)),
	};
}

/** The files by path, with the page's line endings, so that both tell the same ones. */
const inOrder = (files: readonly FileEntry[]): FileEntry[] =>
	files
		.map(({ path, content }) => ({
			path,
			content: content.replaceAll(/\r\n?/g, "\n"),
		}))
		.sort((one, other) => (one.path < other.path ? -1 : 1));

const isSame = (one: FileEntry[], other: FileEntry[]) =>
	JSON.stringify(one) === JSON.stringify(other);
