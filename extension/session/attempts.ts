/** Queues attempts in an outbox that sends each of them once, when somebody is signed in and the service is reachable. */
import type { PublicChallenge } from "@treeline/packs/format";
import type { AttemptCalls } from "@treeline/webview/attempt-batch";
import { ApiError, type QueuedAttempt } from "@treeline/webview/host";
import { createOutbox, type Outbox } from "@treeline/webview/outbox";
import type { RecordStorage } from "@treeline/webview/storage";
import { l10n } from "vscode";
import type { Catalog } from "../catalog/catalog.ts";
import type { Account } from "./account.ts";

export interface Attempts {
	/** Queues an attempt; its `challengeId` is `pack/challenge`. The same work is queued once in a row: panel and extension host both verify it. */
	record(attempt: QueuedAttempt): Promise<void>;
	readonly outbox: Outbox;
}

export function createAttempts(
	storage: RecordStorage,
	catalog: Catalog,
	account: Account,
): Attempts {
	const outbox = createOutbox(storage, callsOf(account));
	/** The work that was queued last, by `challengeId`. */
	const latest = new Map<string, string>();
	return {
		outbox,
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
			const work = JSON.stringify([owner, queued.passed, queued.files]);
			if (latest.get(queued.challengeId) === work) return;
			latest.set(queued.challengeId, work);
			void outbox.put(queued, owner);
		},
	};
}

/** The files that checks read; the folder may hold private ones. */
function relevantFiles(
	files: NonNullable<QueuedAttempt["files"]>,
	challenge: Pick<PublicChallenge, "assertions" | "files">,
): NonNullable<QueuedAttempt["files"]> {
	const { perFile = {}, crossFile = [] } = challenge.assertions;
	if (crossFile.length > 0) return files;
	const paths = new Set([
		...challenge.files.map(({ path }) => path),
		...Object.keys(perFile),
	]);
	return files.filter(({ path }) => paths.has(path));
}

/** The service's calls, with `pack/challenge` replaced by the id that the service has for the challenge. */
function callsOf(account: Account): AttemptCalls {
	const client = () => {
		if (account.signedIn) return account.client();
		throw new ApiError(
			"session_missing",
			l10n.t("Nobody is signed in."),
			"",
			401,
		);
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
	const withServerIds = async (attempts: QueuedAttempt[]) => {
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
			const [sent] = await withServerIds([attempt as QueuedAttempt]);
			const { challengeId } = sent ?? {};
			if (!challengeId)
				throw new ApiError(
					"not_found",
					unknownChallenge(attempt.challengeId),
					"",
					404,
				);
			return client().postAttempt({ ...attempt, challengeId });
		},
		async importAttempts(attempts) {
			const all = await withServerIds(attempts);
			const known = all.flatMap(({ challengeId, ...attempt }) =>
				challengeId ? { ...attempt, challengeId } : [],
			);
			const outcomes =
				known.length > 0 ? await client().importAttempts(known) : [];
			const missing = attempts.filter((_, index) => !all[index]?.challengeId);
			return [
				...outcomes,
				...missing.map(({ clientAttemptId, challengeId }) => ({
					clientAttemptId,
					attempt: null,
					problem: {
						code: "not_found",
						detail: unknownChallenge(challengeId),
						errors: [],
					},
				})),
			];
		},
	};
}

const unknownChallenge = (challenge: string) =>
	l10n.t("The service has no challenge {0}.", challenge);
