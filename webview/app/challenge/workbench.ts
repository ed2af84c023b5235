/**
 * A challenge being worked on, without a screen: its files, its checks and what is kept of them. What happens here is a method,
 * what can be seen is a signal.
 */
import type { Challenge } from "@treeline/api/shapes";
import type { FileEntry } from "@treeline/verify/shapes";
import type { ChallengeKey, Host } from "../../host/host.ts";
import { createRecord } from "./attempt-recorder.ts";
import { createDraft, type Draft } from "./draft.ts";
import { createBorrowed } from "./host-files.ts";
import { createChecking } from "./verification.ts";

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
	const record = createRecord(host, key, challenge, onPassed);
	const draft = openFiles(host, key, challenge, () => checking.touch());
	const checking = createChecking(
		host.verifier,
		challenge.assertions,
		draft,
		(verdict, files, check) => {
			record.settle(verdict, files);
			if (host.files.edits === "host") host.files.judged(key, files, check);
		},
	);
	void checking.warmUp();
	return {
		key,
		...draft,
		...checking,
		...record,
		close() {
			draft.close();
			checking.close();
			record.close();
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
		: createBorrowed(files, key, challenge.files, changed);
}

/** The starter, and an empty file for each one that checks name and the starter lacks: the page has no other way to make it. */
function startOf({ files, assertions }: Challenge): FileEntry[] {
	const known = new Set(files.map(({ path }) => path));
	const lacking = Object.keys(assertions.perFile ?? {}).filter(
		(path) => !known.has(path),
	);
	return [...files, ...lacking.map((path) => ({ path, content: "" }))];
}
