/** State of an open challenge, without a screen: files, verification and records. Actions are methods, state is signals. */
import { computed, signal } from "@preact/signals";
import type { Challenge } from "@treeline/api/client-types";
import type { FileEntry } from "@treeline/verify/shapes";
import type { ChallengeKey, Host } from "../../host/host.ts";
import type { SettingValues } from "../../host/settings.ts";
import { createAttemptRecorder } from "./attempt-recorder.ts";
import { bringFromAccount } from "./bring-from-account.ts";
import type { ChallengeFollower } from "./challenge-change.ts";
import { type Change, createDraft, type Draft, sameFiles } from "./draft.ts";
import { createHostFilesDraft } from "./host-files.ts";
import { settledResult, shownResult } from "./shown-result.ts";
import { createVerification } from "./verification.ts";

export type Workbench = ReturnType<typeof createWorkbench>;

/** Opens `challenge` at the learner's draft, or at its starter. `onPassed` runs once the service has a pass. */
export function createWorkbench(
	host: Host,
	challenge: Challenge,
	onPassed: () => unknown = () => {},
) {
	const key: ChallengeKey = {
		pack: challenge.packSlug,
		challenge: challenge.slug,
	};
	const recorder = createAttemptRecorder(host, key, challenge, onPassed);
	const challengeChange = signal<ChallengeFollower | null>(null);
	const { files } = host;
	// Without it the draft is kept all the same.
	if (files.edits === "page")
		void import("./challenge-change.ts")
			.then(({ followChallenge }) => {
				challengeChange.value = followChallenge(files, key, challenge);
			})
			.catch(() => null);
	const draft = openFiles(
		host,
		key,
		challenge,
		(change) => {
			verification.onFilesChanged(change);
			if (host.files.edits === "page") recorder.recordEdit();
		},
		() => {
			account.onChange();
			challengeChange.peek()?.onStored();
		},
	);
	const pathLines = computed(() =>
		draft.files.value.map(({ path }) => path).join("\n"),
	);
	const settings = signal(host.settings.read());
	const checkOnType = computed(() => settings.value["feedback.verifyOnType"]);
	const verification = createVerification(
		host.verifier,
		challenge.assertions,
		draft,
		(verdict, files, check) => {
			recorder.recordVerdict(verdict, files);
			if (host.files.edits === "host") host.files.onVerified(key, files, check);
		},
		checkOnType,
	);
	const { localAttempts } = host;
	const gaveUp = signal(Boolean(challenge.debrief));
	const isSignedIn = () => host.account.state.read().state === "in";
	const signedIn = signal(isSignedIn());
	const stopFollowingAccount = host.account.state.watch(() => {
		signedIn.value = isSignedIn();
	});
	const stopFollowing = host.settings.watch(() => {
		const before = checkOnType.peek();
		settings.value = host.settings.read();
		if (checkOnType.peek() && !before) void verification.checkTyped();
	});
	/** Formats the files that the formatter knows. Rejects where one has a syntax error, or the formatter does not load. */
	const format = async () => {
		const { formatted } = await import("./formatter.ts");
		for (const file of draft.files.peek()) {
			const content = await formatted(file, settings.peek());
			draft.edit(file.path, content);
		}
	};
	void verification.warmUp(async (files) => {
		const kept = (await localAttempts?.list(key)) ?? [];
		return kept.some((attempt) => sameFiles(attempt.files, files));
	});
	const shown = computed(() =>
		shownResult(
			challenge.assertions,
			{
				outcome: verification.outcome.value,
				stale: verification.stale.value,
				replaced: verification.replaced.value,
			},
			checkOnType.value,
		),
	);
	const account = bringFromAccount(host, key, challenge, draft, () =>
		verification.showKnown(),
	);
	return {
		key,
		challengeId: challenge._id,
		...draft,
		...verification,
		...recorder,
		/** Whether there is an explanation to read by giving up: for those who are signed in and have not passed or given up. */
		canGiveUp: computed(
			() =>
				signedIn.value &&
				host.files.edits === "page" &&
				recorder.status.value !== "passed" &&
				!gaveUp.value,
		),
		async giveUp() {
			gaveUp.value = await recorder.giveUp(draft.files.peek());
			return gaveUp.peek();
		},
		/** Paths of the files; the same array until one is added, renamed or deleted. */
		paths: computed(() => pathLines.value.split("\n")),
		/** Paths of the files that checks name and that are not there: those that the learner does not want to be made. */
		lackingFiles: computed(() => lackingFiles(challenge, draft.files.value)),
		/** What has changed in the challenge since the learner began it; null until that is known, and where the editor around the page tells it. */
		challengeChange,
		/** The code of another device while the learner has not chosen; null = there is none. */
		conflict: account.conflict,
		/** Whether the learner is signed in. */
		signedIn,
		/** Sends the draft to the account now; resolves with whether the account has it. */
		async sendDraft() {
			await draft.refresh();
			return account.send();
		},
		/** Settles the conflict; the code that does not stay can be restored. */
		chooseDraft: account.choose,
		/** What is shown of the last check. */
		shown,
		/** What has its room on the screen: while the learner types, that of before. */
		placed: settledResult(shown, verification.settled),
		settings,
		/** Whether the files are checked whenever typing pauses. */
		checkOnType,
		setCheckOnType: (on: boolean) =>
			host.settings.change({ "feedback.verifyOnType": on }),
		format,
		/** Verifies, and formats before where the learner wants that. */
		async verify(cause: "asked" | "saved" = "asked") {
			const { "formatter.enabled": enabled, "formatter.trigger": trigger } =
				settings.peek();
			const formats =
				trigger === "onVerify" || (trigger === "onSave" && cause === "saved");
			// Code that cannot be formatted is verified as it is: the result names its syntax error.
			if (enabled && formats) await format().catch(() => null);
			return verification.verify();
		},
		close() {
			stopFollowing();
			stopFollowingAccount();
			account.close();
			draft.close();
			verification.close();
			recorder.close();
		},
	};
}

/** The learner's files: the page's own, or those of the editor around it. */
function openFiles(
	{ files, settings }: Host,
	key: ChallengeKey,
	challenge: Challenge,
	changed: (change: Change) => void,
	stored: () => void,
): Draft {
	return files.edits === "page"
		? createDraft(
				files,
				key,
				startOf(challenge, settings.read()),
				changed,
				stored,
			)
		: createHostFilesDraft(files, key, challenge.files, changed);
}

/** The starter, and an empty file for each one that checks name and the starter lacks, unless the learner does not want those. */
function startOf(
	challenge: Challenge,
	{ fileStubs }: SettingValues,
): FileEntry[] {
	const { files } = challenge;
	if (!fileStubs) return files;
	const lacking = lackingFiles(challenge, files);
	return [...files, ...lacking.map((path) => ({ path, content: "" }))];
}

function lackingFiles({ assertions }: Challenge, files: FileEntry[]): string[] {
	const known = new Set(files.map(({ path }) => path));
	return Object.keys(assertions.perFile ?? {}).filter(
		(path) => !known.has(path),
	);
}
