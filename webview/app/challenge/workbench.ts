/** State of an open challenge, without a screen: files, verification and records. Actions are methods, state is signals. */
import { signal } from "@preact/signals";
import type { Challenge } from "@treeline/api/shapes";
import type { FileEntry } from "@treeline/verify/shapes";
import type { ChallengeKey, Host } from "../../host/host.ts";
import { createAttemptRecorder } from "./attempt-recorder.ts";
import { createDraft, type Draft, sameFiles } from "./draft.ts";
import { createHostFilesDraft } from "./host-files.ts";
import { createVerification } from "./verification.ts";

export type Workbench = ReturnType<typeof createWorkbench>;

/** Opens `challenge` at the learner's draft, or at its starter. `onPassed` runs once the service has a pass. */
export function createWorkbench(
	host: Host,
	challenge: Challenge,
	onPassed: () => void = () => {},
) {
	const key: ChallengeKey = {
		pack: challenge.packSlug,
		challenge: challenge.slug,
	};
	const recorder = createAttemptRecorder(host, key, challenge, onPassed);
	const draft = openFiles(host, key, challenge, () => {
		verification.onFilesChanged();
		if (host.files.edits === "page") recorder.recordEdit();
	});
	const checkOnType = signal(
		host.files.edits === "page" && host.files.checksOnType(),
	);
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
	const { keptAttempts } = host;
	void verification.warmUp(async (files) => {
		const kept = (await keptAttempts?.list(key)) ?? [];
		return kept.some((attempt) => sameFiles(attempt.files, files));
	});
	return {
		key,
		...draft,
		...verification,
		...recorder,
		/** Whether the files are checked whenever typing pauses. */
		checkOnType,
		setCheckOnType(on: boolean) {
			checkOnType.value = on;
			if (host.files.edits === "page") host.files.setChecksOnType(on);
			if (on) void verification.checkTyped();
		},
		close() {
			draft.close();
			verification.close();
			recorder.close();
		},
	};
}

/** The learner's files: the page's own, or those of the editor around it. */
function openFiles(
	{ files }: Host,
	key: ChallengeKey,
	challenge: Challenge,
	changed: () => void,
): Draft {
	return files.edits === "page"
		? createDraft(files, key, startOf(challenge), changed)
		: createHostFilesDraft(files, key, challenge.files, changed);
}

/** The starter, and an empty file for each one that checks name and the starter lacks: the page has no other way to make it. */
function startOf({ files, assertions }: Challenge): FileEntry[] {
	const known = new Set(files.map(({ path }) => path));
	const lacking = Object.keys(assertions.perFile ?? {}).filter(
		(path) => !known.has(path),
	);
	return [...files, ...lacking.map((path) => ({ path, content: "" }))];
}
