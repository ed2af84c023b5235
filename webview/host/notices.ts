/** Notices of a browser tab: storage faults, unsent results, the end of a session. */
import { plural, t } from "../l10n/l10n.ts";
import type { DisputeQueue } from "./disputes.ts";
import type { Account, Notice, ReadableSignal } from "./host.ts";
import type { Offline } from "./offline.ts";
import type { Outbox } from "./outbox.ts";
import { signal } from "./signal.ts";
import type { RecordStorage } from "./storage.ts";

export function createNotices(
	storage: RecordStorage,
	outbox: Outbox,
	account: Account,
	offline: Pick<Offline, "online" | "updateReady">,
	disputes: Pick<DisputeQueue, "delivered" | "refused">,
): ReadableSignal<readonly Notice[]> {
	const read = () => [
		...storageNotices(storage),
		...offlineNotices(offline),
		...refusedNotices(outbox),
		...sessionNotices(outbox, account),
		...addedNotices(outbox),
		...disputeNotices(disputes),
	];
	const current = signal<readonly Notice[]>(read());
	const refresh = () => {
		const next = read();
		if (JSON.stringify(next) !== JSON.stringify(current.read()))
			current.set(next);
	};
	const { waiting, sending, added, signedOut, stopped, refused } = outbox;
	for (const source of [
		storage.fault,
		waiting,
		sending,
		added,
		signedOut,
		stopped,
		refused,
		account.state,
		offline.online,
		offline.updateReady,
		disputes.delivered,
		disputes.refused,
	])
		source.watch(refresh);
	return current;
}

function storageNotices({ fault }: RecordStorage): Notice[] {
	switch (fault.read()) {
		case "blocked":
			return [
				{
					id: "storage-blocked",
					text: t(
						"Your work cannot be saved: this browser blocks site data, or this is a private window. It is lost when you close the tab.",
					),
				},
			];
		case "full":
			return [
				{
					id: "storage-full",
					text: t(
						"This browser’s storage is full. Your latest code is in this tab only: keep the tab open, and clear the data of other sites. It is saved once there is room.",
					),
				},
			];
		default:
			return [];
	}
}

function offlineNotices({
	online,
	updateReady,
}: Pick<Offline, "online" | "updateReady">): Notice[] {
	const notices: Notice[] = [];
	if (!online.read())
		notices.push({
			id: "offline",
			tone: "info",
			text: t(
				"You are offline. Packs that you have opened still work, and your code is saved in this browser.",
			),
		});
	if (updateReady.read())
		notices.push({
			id: "update-ready",
			tone: "info",
			text: t("A new version of Treeline is ready."),
			offers: ["reload"],
		});
	return notices;
}

function refusedNotices({ refused }: Outbox): Notice[] {
	const why = refused.read();
	return why
		? [
				{
					id: "attempt-refused",
					text: t(
						"Your latest result was not saved to your account: {0}",
						why.message,
					),
				},
			]
		: [];
}

/** Whose session ended, and what waits: for the service, or for a localUser. */
function sessionNotices(outbox: Outbox, { state, offered }: Account): Notice[] {
	const now = state.read();
	if (now.state === "ended" && offered) {
		const mine = outbox.waitingOf(now.localUser.id);
		const waiting = mine > 0 ? ` ${notSyncedYet(mine)}` : "";
		return [
			{
				id: "session-ended",
				text: `${t("Your session has ended, {0}. Sign in again to continue. Your code is saved in this browser.", now.localUser.name)}${waiting}`,
				offers: ["sign-in", "sign-out"],
			},
		];
	}
	if (now.state === "blocked")
		return [
			{
				id: "account-blocked",
				text: `${blockedText(now.reason)} ${t("Your work is kept in this browser; none of it is stored in your account.")}`,
				offers: ["sign-out"],
			},
		];
	if (now.state === "in") return queueNotices(outbox, now.user._id);
	const all = outbox.waiting.read();
	return now.state !== "out" || all === 0
		? []
		: [
				{
					id: "attempts-of-another",
					text: `${notSyncedYet(all)} ${t("Syncing continues when the learner who signed out signs in again.")}`,
				},
			];
}

/** Text for a user whose account is blocked. */
export const blockedText = (reason: string) =>
	t(
		"A moderator has blocked this account. Their reason: {0}. Ask them if you think that this is a mistake.",
		reason.replace(/[.\s]+$/, ""),
	);

/** Progress of sending queued attempts, or why it stopped. */
function queueNotices(outbox: Outbox, owner: string): Notice[] {
	const way = outbox.sending.read();
	if (way)
		return [
			{
				id: "attempts-sending",
				tone: "info",
				text: t(
					"Adding your results to your account: {0} of {1}…",
					way.sent,
					way.of,
				),
			},
		];
	const mine = outbox.waitingOf(owner);
	if (mine === 0) return [];
	const why = outbox.stopped.read();
	if (why?.status === 429)
		return [
			{
				id: "attempts-waiting",
				tone: "info",
				text: plural(mine, {
					one: "{0} result not synced yet: you verified more often than the service takes results. It is sent automatically within a minute.",
					other:
						"{0} results not synced yet: you verified more often than the service takes results. They are sent automatically within a minute.",
				}),
			},
		];
	// That the device is offline is a notice of its own, and nothing can be sent.
	const isOffline = why?.code === "offline";
	const reason = why && !isOffline ? ` ${why.detail}` : "";
	return [
		{
			id: "attempts-waiting",
			text: `${notSyncedYet(mine)} ${t("Syncing continues when the service is available.")}${reason}`,
			tone: isOffline ? "info" : "warning",
			offers: isOffline ? [] : ["send"],
		},
	];
}

const notSyncedYet = (count: number) =>
	plural(count, {
		one: "{0} result not synced yet.",
		other: "{0} results not synced yet.",
	});

function addedNotices({ added }: Outbox): Notice[] {
	const count = added.read();
	return count > 0
		? [
				{
					id: `attempts-added-${count}`,
					tone: "success",
					text: plural(count, {
						one: "{0} attempt from this browser was added to your progress.",
						other:
							"{0} attempts from this browser were added to your progress.",
					}),
				},
			]
		: [];
}

/** What became of disputes that had waited. */
function disputeNotices({
	delivered,
	refused,
}: Pick<DisputeQueue, "delivered" | "refused">): Notice[] {
	const notices: Notice[] = [];
	const count = delivered.read();
	const why = refused.read();
	if (count > 0)
		notices.push({
			id: `disputes-sent-${count}`,
			tone: "success",
			text: plural(count, {
				one: "Your dispute was sent.",
				other: "Your {0} disputes were sent.",
			}),
		});
	if (why)
		notices.push({
			id: "dispute-refused",
			text: t("Your dispute could not be sent: {0}", why.message),
		});
	return notices;
}
