/** Records an attempt: a repeat gets the first answer; any other is verified, counted and stored, in this order. */
import { createHash } from "node:crypto";
import { type Fault, pathsFault } from "@treeline/packs/format";
import { decideVerdict } from "@treeline/verify/verdict";
import type { Verifier } from "@treeline/verify/worker";
import {
	batchQueries,
	type Sql,
	singleFlight,
} from "../../db/connect-and-batch-queries.ts";
import { isForeignKeyViolation } from "../../db/database-errors.ts";
import { ApiError, refuse } from "../../server/errors.ts";
import { idempotencyKeyOf } from "../../server/idempotency-key.ts";
import { parseTimestamp } from "../../server/parse-timestamp.ts";
import type { PerUserQueue } from "../../server/per-user-queue.ts";
import type { UserLimit } from "../../server/rate-limit.ts";
import { isUuid } from "../../server/read-and-validate-request.ts";
import type { Attempt, NewAttempt } from "./api-schemas.ts";
import {
	type AttemptName,
	addAttempts,
	type ChallengeForVerification,
	findChallengeForVerification,
	findStoredAttempts,
	removeAttempts,
	trimAttemptFiles,
	type VerificationQuery,
	type VerifiedAttempt,
} from "./queries.ts";

/**
 * Stores what a learner sent, under `clientAttemptId` once; answers the attempt as it is stored, durably. Without an id, one whose
 * `signal` is aborted before it is answered is not stored: sent again, it would be a second one.
 */
export type RecordAttempt = (
	learnerId: string,
	clientAttemptId: string | null,
	sent: NewAttempt,
	signal: AbortSignal,
) => Promise<Attempt>;

/** An attempt to be stored, and what gives it up; null = nothing. */
interface Pending {
	attempt: VerifiedAttempt;
	givenUp: AbortSignal | null;
}

/** Stores attempts as {@link addAttempts} does. */
export type AddAttempts = (
	attempts: VerifiedAttempt[],
) => Promise<(Attempt | null)[]>;

/** Stores attempts, and keeps the files of each account within `quota` bytes. */
export function attemptStore(sql: Sql, quota: number): AddAttempts {
	return async (attempts) => {
		const added = await addAttempts(sql, attempts);
		const withFiles = attempts.filter(({ files }) => files !== null);
		const learners = new Set(withFiles.map(({ learnerId }) => learnerId));
		// The attempts are stored in any case; the next one with files tries again.
		await trimAttemptFiles(sql, [...learners], quota).catch(() => {});
		return added;
	};
}

export function attemptRecorder(
	sql: Sql,
	verifier: Verifier,
	limit: UserLimit,
	inTurn: PerUserQueue,
	addAll: AddAttempts,
): RecordAttempt {
	const repeatOf = batchQueries((names: AttemptName[]) =>
		findStoredAttempts(sql, names),
	);
	const findForVerification = batchQueries((names: VerificationQuery[]) =>
		findChallengeForVerification(sql, names),
	);
	const add = batchQueries(
		(pending: Pending[]) => addPending(sql, pending, addAll),
		({ attempt }) => bytesOf(attempt),
	);
	const flight = singleFlight<Attempt>();

	async function challengeOf(
		{ challengeId, files }: NewAttempt,
		learnerId: string,
	) {
		if (!isUuid(challengeId)) throw noChallenge(challengeId);
		const withAssertions = files !== undefined;
		const found = await findForVerification({
			challengeId,
			learnerId,
			withAssertions,
		});
		if (!found) throw noChallenge(challengeId);
		return found;
	}

	/** What costs most comes last. */
	async function record(
		learnerId: string,
		id: string | null,
		sent: NewAttempt,
		givenUp: AbortSignal | null,
	): Promise<Attempt> {
		const first = async () =>
			id === null ? null : repeatOf({ learnerId, clientAttemptId: id });
		// Looked up meanwhile; of a repeat, it does not matter whether it is there.
		const found = challengeOf(sent, learnerId);
		found.catch(() => {});
		const repeat = await first();
		if (repeat) return repeat;
		const challenge = await found;
		await limit.look(learnerId);
		const verified = await verifyAttempt(
			verifier,
			learnerId,
			challenge,
			sent,
			id,
		);
		await limit.take(learnerId);
		const stored = (await put(verified, givenUp)) ?? (await first());
		if (givenUp?.aborted) throw tooLate();
		if (!stored) throw new Error("an attempt was neither added nor found");
		return stored;
	}

	const put = (attempt: VerifiedAttempt, givenUp: AbortSignal | null) =>
		add({ attempt, givenUp }).catch((error) => {
			throw isForeignKeyViolation(error)
				? noChallenge(attempt.challengeId)
				: error;
		});

	return (learnerId, id, sent, signal) => {
		const faults = attemptFaults(sent);
		if (faults.length > 0) refuse(faults);
		const givenUp = id === null ? signal : null;
		const work = () => record(learnerId, id, sent, givenUp);
		return flight(id && `${learnerId} ${id}`, () =>
			sent.files ? inTurn(learnerId, work, givenUp ?? undefined) : work(),
		).catch((error) => {
			throw givenUp?.aborted ? tooLate() : error;
		});
	};
}

/**
 * Stores attempts, except those that were given up; one that is given up while the statement runs is removed again, before it is
 * answered. Null for those, and as {@link addAttempts}.
 */
async function addPending(
	sql: Sql,
	pending: Pending[],
	addAll: AddAttempts,
): Promise<(Attempt | null)[]> {
	const open = pending.filter(({ givenUp }) => !givenUp?.aborted);
	const added = await addAll(open.map(({ attempt }) => attempt));
	const stored = new Map(open.map((one, index) => [one, added[index] ?? null]));
	for (;;) {
		const late = open.filter((one) => one.givenUp?.aborted && stored.get(one));
		if (late.length === 0) break;
		const ids = late.flatMap((one) => stored.get(one)?._id ?? []);
		// When even that fails, the others are stored all the same; the answer in place of this one says that it may have been made.
		await removeAttempts(sql, ids).catch(() => {});
		for (const one of late) stored.set(one, null);
	}
	return pending.map((one) => stored.get(one) ?? null);
}

/** About what an attempt takes in a statement: the ids, times and counters, what was found, and the files. */
const bytesOf = ({ assertionResults, files }: VerifiedAttempt) =>
	400 + (assertionResults?.length ?? 0) + (files?.length ?? 0);

export const tooLate = () =>
	new ApiError(
		"request_timeout",
		"There was no time left to verify this attempt; nothing of it is stored. Send it again in another request.",
	);

export const noChallenge = (id: string) =>
	new ApiError(
		"not_found",
		`There is no challenge "${id}". The list of packs leads to the existing ones.`,
	);

export const noAttempt = (id: string) =>
	new ApiError(
		"not_found",
		`You have no attempt "${id}". The list of your attempts at a challenge names the existing ones.`,
	);

/** The id under which an attempt is stored once; null when the client gave none. The body's own wins over the header's. */
export function idempotencyId(
	request: Request,
	learnerId: string,
	clientAttemptId: string | undefined,
): string | null {
	const key = idempotencyKeyOf(request);
	if (clientAttemptId) return clientAttemptId.toLowerCase();
	return key === null ? null : idFrom(learnerId, key);
}

/** A UUID of version 8 (RFC 9562: made by our own rule), the same for the same key of the same learner. */
function idFrom(learnerId: string, key: string): string {
	const bytes = createHash("sha256").update(`${learnerId} ${key}`).digest();
	bytes[6] = ((bytes[6] ?? 0) % 16) | 0x80;
	bytes[8] = ((bytes[8] ?? 0) % 64) | 0x80;
	return bytes
		.toString("hex", 0, 16)
		.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Attempts may be reported late, not early; clocks that run ahead are forgiven this much, in milliseconds. */
const CLOCK_SKEW = 60_000;

/** The attempt as it will be stored: with the engine's own verdict when files came with it, else with the client's claim. */
export async function verifyAttempt(
	verifier: Verifier,
	learnerId: string,
	{ version, assertions }: ChallengeForVerification,
	sent: NewAttempt,
	clientAttemptId: string | null,
): Promise<VerifiedAttempt> {
	const { files } = sent;
	if (files && !assertions)
		throw new Error("the challenge was read without its checks");
	const check =
		files && assertions && (await verifier.check(assertions, files));
	const gaveUp = sent.gaveUp ?? false;
	const results = check ? check.result : sent.assertionResults;
	const passed =
		check && assertions ? decideVerdict(assertions, check).passed : sent.passed;
	return {
		learnerId,
		clientAttemptId,
		challengeId: sent.challengeId,
		challengeVersion: version,
		passed: passed && !gaveUp,
		verified: files !== undefined,
		assertionResults: results ? JSON.stringify(results) : null,
		files: files ? JSON.stringify(files) : null,
		hintsUsed: sent.hintsUsed ?? 0,
		timeSeconds: sent.timeSeconds ?? 0,
		gaveUp,
		attemptedAt: momentOf(sent.attemptedAt),
	};
}

/** What is wrong with an attempt beyond its shape: its moment, and files that could not stand together in a challenge's folder. */
export function attemptFaults(attempt: NewAttempt, at = "#"): Fault[] {
	const faults: Fault[] = [];
	const paths = attempt.files?.map((file) => file.path);
	const unsafe = paths && pathsFault(paths);
	if (unsafe)
		faults.push({
			pointer: `${at}/files`,
			code: "unsafe_path",
			detail: unsafe,
		});
	const pointer = `${at}/attemptedAt`;
	const moment = millisecondsOf(attempt.attemptedAt);
	// Also false when there is no moment.
	if (!(moment >= 0))
		faults.push({
			pointer,
			code: "malformed",
			detail:
				"`attemptedAt` is no ISO 8601 timestamp with its zone, from 1970 on; send one like 2026-01-31T09:30:00.000Z",
		});
	else if (moment > Date.now() + CLOCK_SKEW)
		faults.push({
			pointer,
			code: "in_future",
			detail:
				"`attemptedAt` is in the future; check the clock, or leave it out",
		});
	return faults;
}

/** Milliseconds since 1970; NaN for a text that is no moment, 0 when there is none. */
const millisecondsOf = (attemptedAt: string | undefined): number =>
	attemptedAt === undefined ? 0 : parseTimestamp(attemptedAt);

/** In ISO 8601 UTC; null when the client does not say. */
const momentOf = (attemptedAt: string | undefined): string | null =>
	attemptedAt === undefined
		? null
		: new Date(millisecondsOf(attemptedAt)).toISOString();
