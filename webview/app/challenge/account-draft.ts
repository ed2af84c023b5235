/** Follows the draft on the learner's account while its challenge is open: takes what another device has changed, and sends what is changed here. */
import type { Signal } from "@preact/signals";
import { asApiError, isFinal } from "../../host/attempt-batch.ts";
import type {
	AccountDraft,
	AccountDrafts,
	ApiError,
	ChallengeKey,
	OtherDraft,
} from "../../host/host.ts";
import { retryPause } from "../../host/retry.ts";
import { t } from "../../l10n/l10n.ts";
import { formatMoment } from "../elements/format.ts";
import { dismiss, notify } from "../notices.ts";
import type { Draft } from "./draft.ts";

/** How long typing pauses before the draft is sent, in milliseconds. */
const PAUSE_MS = 1_500;

export interface FollowedDraft {
	/** The draft was changed; it is sent once typing pauses. */
	onChange(): void;
	/** Sends the draft now; resolves with whether the account has it. */
	send(): Promise<boolean>;
	/** Settles a conflict: the code of the other device or the code here stays, and the one that does not can be restored. Nothing happens unless `shown` is still the other code. */
	choose(which: "other" | "own", shown: OtherDraft): void;
	close(): void;
}

interface Parts {
	drafts: AccountDrafts;
	key: ChallengeKey;
	challengeId: string;
	challengeVersion: number;
	draft: Draft;
	/** The code of another device while the learner has not chosen; null = there is none. */
	conflict: Signal<OtherDraft | null>;
	/** Runs when neither this browser nor the account has a draft. */
	onNone(): void;
	/** Runs after the files were replaced. */
	onReplaced(): void;
}

export function followAccountDraft(parts: Parts): FollowedDraft {
	const { drafts, key, challengeId, draft, conflict } = parts;
	let isClosed = false;
	let failures = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;

	const take = (other: OtherDraft) => {
		draft.replaceFiles(
			other.files,
			t("This is your code of {0}, from your account.", formatMoment(other.at)),
		);
		drafts.accept(key, other);
		parts.onReplaced();
	};
	const show = (found: AccountDraft) => {
		failures = 0;
		dismiss(NOT_SENT);
		if (isClosed) return;
		conflict.value = found.state === "conflict" ? found : null;
		if (found.state === "newer") take(found);
		else if (found.state === "none" && !drafts.isChanged(key)) parts.onNone();
	};
	const fail = (error: ApiError) => {
		if (isClosed) return;
		if (isFinal(error))
			return notify(
				NOT_SENT,
				t("Your code is saved in this browser only."),
				error,
			);
		// A session that has ended is told elsewhere; the next sign-in sends it.
		if (error.status === 401 || error.status === 403) return;
		clearTimeout(timer);
		timer = setTimeout(() => void pull(), retryPause(error, failures++));
	};
	const push = async () => {
		clearTimeout(timer);
		// Until the learner has chosen, what is typed stays here.
		if (conflict.peek() || !drafts.isChanged(key)) return;
		try {
			show(await drafts.push(key, challengeId, parts.challengeVersion));
		} catch (error) {
			fail(asApiError(error));
		}
	};
	const pull = async () => {
		try {
			show(await drafts.pull(key, challengeId));
			await push();
		} catch (error) {
			fail(asApiError(error));
		}
	};
	const onVisibility = () => void (document.hidden ? push() : pull());
	const onOnline = () => void pull();
	document.addEventListener("visibilitychange", onVisibility);
	window.addEventListener("online", onOnline);
	void pull();
	return {
		onChange() {
			drafts.noteEdit(key);
			clearTimeout(timer);
			timer = setTimeout(() => void push(), PAUSE_MS);
		},
		async send() {
			await push();
			return !conflict.peek() && !drafts.isChanged(key);
		},
		choose(which, shown) {
			const other = conflict.peek();
			if (other?.revision !== shown.revision) return;
			conflict.value = null;
			if (which === "other") return take(other);
			drafts.overrule(key, other);
			draft.keepPrevious(other.files);
			void push();
		},
		close() {
			void push();
			isClosed = true;
			clearTimeout(timer);
			document.removeEventListener("visibilitychange", onVisibility);
			window.removeEventListener("online", onOnline);
		},
	};
}

const NOT_SENT = "draft-not-sent";
