/** Queues attempts in an outbox that sends each of them once, when somebody is signed in and the service is reachable. */
import type { AttemptCalls } from "@treeline/webview/attempt-batch";
import type { QueuedAttempt } from "@treeline/webview/host";
import { createOutbox, type Outbox } from "@treeline/webview/outbox";
import { relevantFiles } from "@treeline/webview/relevant-files";
import {
	type Catalog,
	type ChallengeKey,
	keyText,
} from "../catalog/catalog.ts";
import type { Account } from "./account.ts";
import type { Practice } from "./practice.ts";
import { serverIds, sessionClient, unknownChallenge } from "./server-ids.ts";
import type { EditorStorage } from "./storage.ts";

export interface Attempts {
	/** Queues an attempt; its `challengeId` is `pack/challenge`. The same work is queued once in a row: panel and extension host both verify it. */
	record(attempt: QueuedAttempt): Promise<void>;
	/** Whether the learner has given the challenge up, in this editor or, as far as it was asked, on another device. Never rejects. */
	isGivenUp(key: ChallengeKey): Promise<boolean>;
	/** The learner has given the challenge up on another device. */
	noteGivenUp(key: ChallengeKey): void;
	readonly outbox: Outbox;
}

/** What the keys of records of challenges that were given up begin with. */
const GIVEN_UP = "gave-up:";

export function createAttempts(
	storage: EditorStorage,
	catalog: Catalog,
	account: Account,
	practice: Pick<Practice, "add">,
): Attempts {
	const outbox = createOutbox(storage, callsOf(account));
	/** The work that was queued last, by `challengeId`. */
	const latest = new Map<string, string>();
	return {
		outbox,
		async isGivenUp(key) {
			await storage.loaded;
			const isTrue = (value: unknown): value is true => value === true;
			return storage.read(GIVEN_UP + keyText(key), isTrue) !== null;
		},
		noteGivenUp: (key) => storage.write(GIVEN_UP + keyText(key), true),
		async record(attempt) {
			const [pack = "", challenge = ""] = attempt.challengeId.split("/");
			const { assertions, files } = await catalog.challenge({
				pack,
				challenge,
			});
			const queued = { ...attempt };
			if (attempt.files)
				queued.files = relevantFiles(attempt.files, { assertions, files });
			const owner = account.person?.id ?? null;
			const { passed, gaveUp = false } = queued;
			const work = JSON.stringify([owner, passed, gaveUp, queued.files]);
			if (latest.get(queued.challengeId) === work) return;
			latest.set(queued.challengeId, work);
			practice.add(queued);
			void outbox.put(queued, owner);
			if (gaveUp) storage.write(GIVEN_UP + queued.challengeId, true);
		},
	};
}

/** The service's calls, with `pack/challenge` replaced by the id that the service has for the challenge. */
function callsOf(account: Account): AttemptCalls {
	const withServerIds = async (attempts: QueuedAttempt[]) => {
		const ids = await serverIds(
			sessionClient(account),
			attempts.map(({ challengeId }) => challengeId),
		);
		return attempts.map((attempt) => ({
			...attempt,
			challengeId: ids.get(attempt.challengeId) ?? null,
		}));
	};
	return {
		async postAttempt(attempt) {
			const [sent] = await withServerIds([attempt as QueuedAttempt]);
			const { challengeId } = sent ?? {};
			if (!challengeId) throw unknownChallenge(attempt.challengeId);
			return sessionClient(account).postAttempt({ ...attempt, challengeId });
		},
		async importAttempts(attempts) {
			const all = await withServerIds(attempts);
			const known = all.flatMap(({ challengeId, ...attempt }) =>
				challengeId ? { ...attempt, challengeId } : [],
			);
			const outcomes =
				known.length > 0
					? await sessionClient(account).importAttempts(known)
					: [];
			const missing = attempts.filter((_, index) => !all[index]?.challengeId);
			return [
				...outcomes,
				...missing.map(({ clientAttemptId, challengeId }) => ({
					clientAttemptId,
					attempt: null,
					problem: {
						code: "not_found",
						detail: unknownChallenge(challengeId).detail,
						errors: [],
					},
				})),
			];
		},
	};
}
