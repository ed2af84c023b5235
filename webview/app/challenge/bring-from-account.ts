/** What a signed-in learner has of a challenge on the account: the draft, which is followed, or else the code that was verified last. */
import { signal } from "@preact/signals";
import type { Challenge } from "@treeline/api/client-types";
import type { ChallengeKey, Host, OtherDraft } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { formatMoment } from "../elements/format.ts";
import type { FollowedDraft } from "./account-draft.ts";
import type { Draft } from "./draft.ts";

/** Starts once the learner is signed in; `onReplaced` runs after the files were replaced. */
export function bringFromAccount(
	host: Host,
	key: ChallengeKey,
	challenge: Challenge,
	draft: Draft,
	onReplaced: () => void,
) {
	const { account, accountDrafts } = host;
	const conflict = signal<OtherDraft | null>(null);
	let followed: FollowedDraft | null = null;
	let learner: string | null = null;
	/** Counts up at each start and stop, so that a start that is overtaken while its code loads does nothing. */
	let turn = 0;
	const stop = () => {
		turn++;
		followed?.close();
		followed = null;
		conflict.value = null;
	};
	const start = async () => {
		const own = ++turn;
		const latest = latestAttempt(host, key, challenge, draft, onReplaced);
		const drafts = await accountDrafts?.();
		const { followAccountDraft } = await import("./account-draft.ts");
		if (!drafts || own !== turn) return;
		followed = followAccountDraft({
			drafts,
			key,
			challengeId: challenge._id,
			challengeVersion: challenge.version,
			draft,
			conflict,
			onNone: latest,
			onReplaced,
		});
	};
	const follow = () => {
		const now = account.state.read();
		const id = now.state === "in" ? now.user._id : null;
		if (id === learner) return;
		learner = id;
		stop();
		// Without it the starter stays, and the list of attempts says what could not be loaded.
		if (id !== null && accountDrafts) void start().catch(() => null);
	};
	const stopFollowing = account.state.watch(follow);
	follow();
	return {
		conflict,
		onChange: () => followed?.onChange(),
		send: async () => (await followed?.send()) ?? false,
		choose: (which: "other" | "own", shown: OtherDraft) =>
			followed?.choose(which, shown),
		close() {
			stopFollowing();
			learner = null;
			stop();
		},
	};
}

/** Opens the code that the learner verified last elsewhere, once, in a browser that has nothing of this challenge yet. */
function latestAttempt(
	{ files, attempts, localAttempts }: Host,
	key: ChallengeKey,
	{ _id }: Challenge,
	draft: Draft,
	onReplaced: () => void,
): () => void {
	let isAsked = false;
	const hasOwn = () =>
		files.edits !== "page" || draft.changed.peek() || files.previous(key);
	const open = async () => {
		if (isAsked || hasOwn()) return;
		isAsked = true;
		const here = (await localAttempts?.list(key)) ?? [];
		if (here.length > 0) return;
		const [latest] = await attempts.onAccount(_id);
		const found = latest && (await attempts.filesOf(latest.id));
		if (!found || hasOwn()) return;
		draft.replaceFiles(
			found,
			t(
				"This is your code of {0}, from your account.",
				formatMoment(latest.at),
			),
		);
		onReplaced();
	};
	return () => void open().catch(() => null);
}
