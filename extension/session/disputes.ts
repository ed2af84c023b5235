/** Queues answers that learners hold to be right, and sends each once, when somebody is signed in and the service is reachable. */
import {
	createDisputes,
	type DisputeAccount,
	type DisputeQueue,
} from "@treeline/webview/disputes";
import type { Dispute } from "@treeline/webview/protocol";
import type { RecordStorage } from "@treeline/webview/storage";
import * as vscode from "vscode";
import { type ChallengeKey, keyText } from "../catalog/catalog.ts";
import { plural } from "../plural.ts";
import { withoutLinks } from "../user-error.ts";
import type { Account } from "./account.ts";
import { serverIds, sessionClient, unknownChallenge } from "./server-ids.ts";

export interface Disputes extends vscode.Disposable {
	/** The `challengeId` of what is sent is `pack/challenge`. */
	readonly queue: DisputeQueue;
	/** The learner's disputes at a challenge, newest first; none when signed out. Rejects with an ApiError. */
	at(key: ChallengeKey): Promise<Dispute[]>;
}

export function createEditorDisputes(
	storage: RecordStorage,
	account: Account,
): Disputes {
	const idOf = async (challenge: string) => {
		const ids = await serverIds(sessionClient(account), [challenge]);
		return ids.get(challenge) ?? null;
	};
	const queue = createDisputes(
		storage,
		async (dispute) => {
			const challengeId = await idOf(dispute.challengeId);
			if (!challengeId) throw unknownChallenge(dispute.challengeId);
			return sessionClient(account).postDispute({ ...dispute, challengeId });
		},
		disputeAccount(account),
		{ read: () => account.person },
	);
	const stops = [
		queue.delivered.watch(() => {
			const count = queue.delivered.read();
			void vscode.window.showInformationMessage(
				plural(count, {
					one: "Your dispute was sent.",
					other: "Your {0} disputes were sent.",
				}),
			);
		}),
		queue.refused.watch(() => {
			const why = queue.refused.read();
			if (!why) return;
			void vscode.window.showWarningMessage(
				vscode.l10n.t(
					"Your dispute could not be sent: {0}",
					withoutLinks(why.message),
				),
			);
		}),
	];
	return {
		queue,
		async at(key) {
			await account.restored;
			if (!account.signedIn) return [];
			const id = await idOf(keyText(key));
			return id ? sessionClient(account).disputesAt(id) : [];
		},
		dispose() {
			for (const stop of stops) stop();
		},
	};
}

/** The editor's account as the queue reads it. */
const disputeAccount = (account: Account): DisputeAccount => ({
	offered: true,
	state: {
		read: () =>
			account.signedIn && account.person
				? { state: "in", user: { _id: account.person.id } }
				: { state: "out" },
		watch(listener) {
			const listening = account.onChange(listener);
			return () => void listening.dispose();
		},
	},
	// Asked for when the service no longer accepts the session.
	ask: async () => {
		if (account.signedIn) await account.markExpired();
	},
});
