/** What a browser tab has to tell its learner of the outside world: storage, results that wait, a session that ended. */
import type { Account, Notice, Watched } from "./host.ts";
import type { Outbox } from "./outbox.ts";
import { cell } from "./signal.ts";
import type { Shelf } from "./storage.ts";

export function createTidings(
	shelf: Shelf,
	outbox: Outbox,
	account: Account,
): Watched<readonly Notice[]> {
	const read = () => [
		...ofStorage(shelf),
		...ofRefusal(outbox),
		...ofSession(outbox, account),
		...ofArrival(outbox),
	];
	const current = cell<readonly Notice[]>(read());
	const refresh = () => {
		const next = read();
		if (JSON.stringify(next) !== JSON.stringify(current.read()))
			current.set(next);
	};
	const { waiting, sending, added, signedOut, stopped, refused } = outbox;
	for (const source of [
		shelf.trouble,
		waiting,
		sending,
		added,
		signedOut,
		stopped,
		refused,
		account.state,
	])
		source.watch(refresh);
	return current;
}

function ofStorage({ trouble }: Shelf): Notice[] {
	switch (trouble.read()) {
		case "blocked":
			return [
				{
					id: "storage-blocked",
					text: "Your work cannot be saved: this browser blocks site data, or this is a private window. It is lost when you close the tab.",
				},
			];
		case "full":
			return [
				{
					id: "storage-full",
					text: "This browser’s storage is full. Your latest changes are lost when you close the tab; clear the data of other sites to make room.",
				},
			];
		default:
			return [];
	}
}

function ofRefusal({ refused }: Outbox): Notice[] {
	const why = refused.read();
	return why
		? [
				{
					id: "attempt-refused",
					text: `Your latest result was not saved to your account: ${why.message}`,
				},
			]
		: [];
}

/** Whose session ended, and what waits: for the service, or for a person. */
function ofSession(outbox: Outbox, { state, offered }: Account): Notice[] {
	const now = state.read();
	if (now.state === "ended" && offered) {
		const mine = outbox.waitingOf(now.person.id);
		const waiting = mine > 0 ? ` ${notSynced(mine)}.` : "";
		return [
			{
				id: "session-ended",
				text: `Your session has ended, ${now.person.name}. Sign in again to continue. Your code is saved in this browser.${waiting}`,
				offers: ["sign-in", "sign-out"],
			},
		];
	}
	if (now.state === "blocked")
		return [
			{
				id: "account-blocked",
				text: `${blockedText(now.reason)} Your work is kept in this browser; nothing of it is stored in the account.`,
				offers: ["sign-out"],
			},
		];
	if (now.state === "in") return ofQueue(outbox, now.user._id);
	const all = outbox.waiting.read();
	return now.state !== "out" || all === 0
		? []
		: [
				{
					id: "attempts-of-another",
					text: `${notSynced(all)}. Syncing continues when the learner who signed out signs in again.`,
				},
			];
}

/** What somebody reads whose account is blocked. */
export const blockedText = (reason: string) =>
	`An administrator has blocked this account. Their reason: ${reason.replace(/[.\s]+$/, "")}. Ask them if you think that this is a mistake.`;

/** What waits for the service to take it: how far it is, or what stands in the way. */
function ofQueue(outbox: Outbox, owner: string): Notice[] {
	const way = outbox.sending.read();
	if (way)
		return [
			{
				id: "attempts-sending",
				tone: "info",
				text: `Adding your results to your account: ${way.sent} of ${way.of}…`,
			},
		];
	const mine = outbox.waitingOf(owner);
	if (mine === 0) return [];
	const why = outbox.stopped.read();
	const reason = why ? ` ${why.detail}` : "";
	return [
		{
			id: "attempts-waiting",
			text: `${notSynced(mine)}. Syncing continues when the service is available.${reason}`,
			offers: ["send"],
		},
	];
}

const notSynced = (count: number) =>
	`${count} ${count === 1 ? "result" : "results"} not synced yet`;

function ofArrival({ added }: Outbox): Notice[] {
	const count = added.read();
	return count > 0
		? [
				{
					id: `attempts-added-${count}`,
					tone: "success",
					text: `${count} ${count === 1 ? "attempt" : "attempts"} from this browser ${count === 1 ? "was" : "were"} added to your progress.`,
				},
			]
		: [];
}
