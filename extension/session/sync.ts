/** Synchronises with the account of whoever is signed in: sends queued attempts, and reads the status of challenges passed elsewhere. */
import { ApiError } from "@treeline/webview/host";
import * as vscode from "vscode";
import type { Catalog } from "../catalog/catalog.ts";
import type { Account } from "./account.ts";
import type { Attempts } from "./attempts.ts";
import type { Disputes } from "./disputes.ts";
import type { ProgressStore } from "./progress.ts";

interface SyncParts {
	account: Account;
	attempts: Attempts;
	disputes: Disputes;
	catalog: Catalog;
	progress: ProgressStore;
	log: vscode.LogOutputChannel;
}

/** Exponential backoff, in milliseconds. */
const FIRST_DELAY = 1000;
const MAX_DELAY = 60_000;

/** Runs now, and whenever another account is signed in. A failure is logged and retried, until it succeeds or nobody is signed in. */
export function syncWithAccount(parts: SyncParts): vscode.Disposable {
	const { account, attempts, log } = parts;
	const { outbox } = attempts;
	let owner: string | null = null;
	let retryTimer: ReturnType<typeof setTimeout> | undefined;
	const update = () => {
		const now = account.signedIn ? (account.person?.id ?? null) : null;
		if (now === owner) return;
		owner = now;
		clearTimeout(retryTimer);
		if (now) void syncWithRetry(now, FIRST_DELAY);
	};
	const syncWithRetry = async (person: string, delay: number) => {
		try {
			await syncOnce(person, parts);
		} catch (error) {
			if (owner !== person) return;
			log.info(
				`Could not synchronise; retrying in ${delay / 1000} s: ${error}`,
			);
			retryTimer = setTimeout(
				() => syncWithRetry(person, Math.min(2 * delay, MAX_DELAY)),
				delay,
			);
		}
	};
	// Without a session, being signed out is not the end of one.
	const watchingExpiry = outbox.signedOut.watch(() => {
		if (outbox.signedOut.read() && account.signedIn) void account.markExpired();
	});
	const watchingRefusals = outbox.refused.watch(() => {
		const why = outbox.refused.read();
		if (why) log.warn(`A result was not stored: ${why.message}`);
	});
	const listening = account.onChange(update);
	update();
	return new vscode.Disposable(() => {
		owner = null;
		clearTimeout(retryTimer);
		listening.dispose();
		watchingExpiry();
		watchingRefusals();
	});
}

async function syncOnce(person: string, parts: SyncParts): Promise<void> {
	const { account, attempts, disputes, catalog, progress } = parts;
	attempts.outbox.claim(person);
	await attempts.outbox.flush(person);
	await disputes.queue.sendAllOf(person);
	if (!account.signedIn) return;
	const { authenticated } = await account.client().session();
	if (!authenticated) return account.markExpired();
	for (const { manifest } of await catalog.packs()) {
		const rows = await challengesOf(manifest.slug, account);
		for (const { slug, status } of rows)
			if (status)
				await progress.update(
					{ pack: manifest.slug, challenge: slug },
					{ status },
				);
	}
}

/** The service may lack a bundled pack. */
async function challengesOf(slug: string, account: Account) {
	try {
		return (await account.client().pack(slug)).challenges;
	} catch (error) {
		if (error instanceof ApiError && error.status === 404) return [];
		throw error;
	}
}
