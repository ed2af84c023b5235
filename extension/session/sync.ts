/** Brings editor and account together when somebody is signed in: what waits here is sent, and what is passed there is shown. */
import { ApiError } from "@treeline/webview/host";
import * as vscode from "vscode";
import type { Catalog } from "../catalog/catalog.ts";
import type { Account } from "./account.ts";
import type { Attempts } from "./attempts.ts";
import type { ProgressBook } from "./progress.ts";

interface SyncParts {
	account: Account;
	attempts: Attempts;
	catalog: Catalog;
	progress: ProgressBook;
	log: vscode.LogOutputChannel;
}

/** Milliseconds before what failed is tried again: twice as long each time, up to the longest. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;

/** Runs now, and whenever somebody else is signed in. What fails is logged and tried again, until it is done or nobody is signed in. */
export function syncWithAccount(parts: SyncParts): vscode.Disposable {
	const { account, attempts, log } = parts;
	const { outbox } = attempts;
	let whose: string | null = null;
	let again: ReturnType<typeof setTimeout> | undefined;
	const look = () => {
		const now = account.signedIn ? (account.person?.id ?? null) : null;
		if (now === whose) return;
		whose = now;
		clearTimeout(again);
		if (now) void bringTogether(now, FIRST_WAIT);
	};
	const bringTogether = async (person: string, wait: number) => {
		try {
			await meet(person, parts);
		} catch (error) {
			if (whose !== person) return;
			log.info(
				`Not in step with the service; tried again in ${wait / 1000} s: ${error}`,
			);
			again = setTimeout(
				() => bringTogether(person, Math.min(2 * wait, LONGEST_WAIT)),
				wait,
			);
		}
	};
	// Only while there is a session: without one it is ours to say so.
	const ended = outbox.signedOut.watch(() => {
		if (outbox.signedOut.read() && account.signedIn) void account.ended();
	});
	const refused = outbox.refused.watch(() => {
		const why = outbox.refused.read();
		if (why) log.warn(`A result was not stored: ${why.message}`);
	});
	const listening = account.onChange(look);
	look();
	return new vscode.Disposable(() => {
		whose = null;
		clearTimeout(again);
		listening.dispose();
		ended();
		refused();
	});
}

async function meet(person: string, parts: SyncParts): Promise<void> {
	const { account, attempts, catalog, progress } = parts;
	attempts.outbox.claim(person);
	await attempts.outbox.flush(person);
	if (!account.signedIn) return;
	const { authenticated } = await account.client().session();
	if (!authenticated) return account.ended();
	for (const { manifest } of await catalog.packs()) {
		const rows = await challengesOf(manifest.slug, account);
		for (const { slug, status } of rows)
			if (status)
				await progress.note(
					{ pack: manifest.slug, challenge: slug },
					{ status },
				);
	}
}

/** A pack that came with the extension need not be there. */
async function challengesOf(slug: string, account: Account) {
	try {
		return (await account.client().pack(slug)).challenges;
	} catch (error) {
		if (error instanceof ApiError && error.status === 404) return [];
		throw error;
	}
}
