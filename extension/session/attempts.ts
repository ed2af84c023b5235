/** Attempts made here: kept at once, sent when somebody is signed in and the service answers, each stored once. Nothing waits for that. */
import type { PublicChallenge } from "@treeline/packs/format";
import type { AttemptCalls } from "@treeline/webview/attempt-batch";
import { ApiError, type QueuedAttempt } from "@treeline/webview/host";
import { createOutbox, type Outbox } from "@treeline/webview/outbox";
import type { RecordStorage } from "@treeline/webview/storage";
import type { Catalog } from "../catalog/catalog.ts";
import type { Account } from "./account.ts";

export interface Attempts {
	/**
	 * Keeps an attempt at the challenge that its `challengeId` names as `pack/challenge`, and sends it when that can be done. The same work
	 * is kept once in a row: panel and extension host both verify it.
	 */
	keep(attempt: QueuedAttempt): Promise<void>;
	readonly outbox: Outbox;
}

export function createAttempts(
	shelf: RecordStorage,
	catalog: Catalog,
	account: Account,
): Attempts {
	const outbox = createOutbox(shelf, callsOf(account));
	/** The work that was kept last, by `challengeId`. */
	const latest = new Map<string, string>();
	return {
		outbox,
		async keep(attempt) {
			const [pack = "", challenge = ""] = attempt.challengeId.split("/");
			const { assertions, files } = await catalog.challenge({
				pack,
				challenge,
			});
			const mine = { ...attempt };
			if (attempt.files)
				mine.files = answerIn(attempt.files, { assertions, files });
			const owner = account.person?.id ?? null;
			const work = JSON.stringify([owner, mine.passed, mine.files]);
			if (latest.get(mine.challengeId) === work) return;
			latest.set(mine.challengeId, work);
			void outbox.put(mine, owner);
		},
	};
}

/** What is judged and nothing else: a folder may hold what is nobody else's business. */
function answerIn(
	files: NonNullable<QueuedAttempt["files"]>,
	challenge: Pick<PublicChallenge, "assertions" | "files">,
): NonNullable<QueuedAttempt["files"]> {
	const { perFile = {}, crossFile = [] } = challenge.assertions;
	if (crossFile.length > 0) return files;
	const judged = new Set([
		...challenge.files.map(({ path }) => path),
		...Object.keys(perFile),
	]);
	return files.filter(({ path }) => judged.has(path));
}

/** The service's calls, for attempts that name their challenge in words: its id there is asked for when one is sent. */
function callsOf(account: Account): AttemptCalls {
	const client = () => {
		if (account.signedIn) return account.client();
		throw new ApiError("session_missing", "Nobody is signed in.", "", 401);
	};
	const idsIn = async (pack: string): Promise<Map<string, string>> => {
		try {
			const { challenges } = await client().pack(pack);
			return new Map(
				challenges.map(({ slug, _id }) => [`${pack}/${slug}`, _id]),
			);
		} catch (error) {
			if (error instanceof ApiError && error.status === 404) return new Map();
			throw error;
		}
	};
	const addressed = async (attempts: QueuedAttempt[]) => {
		const packs = new Set(
			attempts.map(({ challengeId }) => challengeId.split("/")[0] ?? ""),
		);
		const ids = new Map(
			(await Promise.all([...packs].map(idsIn))).flatMap((each) => [...each]),
		);
		return attempts.map((attempt) => ({
			...attempt,
			challengeId: ids.get(attempt.challengeId) ?? null,
		}));
	};
	return {
		async postAttempt(attempt) {
			const [sent] = await addressed([attempt as QueuedAttempt]);
			const { challengeId } = sent ?? {};
			if (!challengeId)
				throw new ApiError("not_found", unknown(attempt.challengeId), "", 404);
			return client().postAttempt({ ...attempt, challengeId });
		},
		async importAttempts(attempts) {
			const all = await addressed(attempts);
			const known = all.flatMap(({ challengeId, ...attempt }) =>
				challengeId ? { ...attempt, challengeId } : [],
			);
			const told = known.length > 0 ? await client().importAttempts(known) : [];
			const lost = attempts.filter((_, index) => !all[index]?.challengeId);
			return [
				...told,
				...lost.map(({ clientAttemptId, challengeId }) => ({
					clientAttemptId,
					attempt: null,
					problem: {
						code: "not_found",
						detail: unknown(challengeId),
						errors: [],
					},
				})),
			];
		},
	};
}

const unknown = (challenge: string) =>
	`The service has no challenge ${challenge}.`;
