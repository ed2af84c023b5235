/**
 * A learner's files are verified again here, by parsing only, and what is found is what is stored: a client's claim that it
 * contradicts does not count, and to give up is no pass whatever the files hold (contract, section 5).
 */
import { type Fault, pathsFault } from "@treeline/packs/format";
import { decideVerdict } from "@treeline/verify/verdict";
import type { Verifier } from "@treeline/verify/worker";
import type { Judged } from "../challenges/queries.ts";
import type { JudgedAttempt } from "./queries.ts";
import type { NewAttempt } from "./schema.ts";

/** Attempts may be reported late, not early; clocks that run ahead are forgiven this much, in milliseconds. */
const CLOCK_SKEW = 60_000;

/** With its zone: without one, the moment would depend on where the server stands. */
const TIMESTAMP =
	/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** The attempt as it will be stored: with the engine's own verdict when files came with it, else with the client's claim. */
export async function judge(
	verifier: Verifier,
	learnerId: string,
	{ version, assertions }: Judged,
	sent: NewAttempt,
	clientAttemptId: string | null,
): Promise<JudgedAttempt> {
	const check = sent.files && (await verifier.check(assertions, sent.files));
	const gaveUp = sent.gaveUp ?? false;
	const results = check ? check.result : sent.assertionResults;
	const passed = check ? decideVerdict(assertions, check).passed : sent.passed;
	return {
		learnerId,
		clientAttemptId,
		challengeId: sent.challengeId,
		challengeVersion: version,
		passed: passed && !gaveUp,
		verified: check !== undefined,
		assertionResults: results ? JSON.stringify(results) : null,
		hintsUsed: sent.hintsUsed ?? 0,
		timeSeconds: sent.timeSeconds ?? 0,
		gaveUp,
		attemptedAt: momentOf(sent.attemptedAt),
	};
}

/** What is wrong with an attempt beyond its shape: its moment, and files that could not stand together in a challenge's folder. */
export function attemptFaults(attempt: NewAttempt, at = "#"): Fault[] {
	const faults: Fault[] = [];
	const unsafe = pathsFault((attempt.files ?? []).map((file) => file.path));
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
function millisecondsOf(attemptedAt: string | undefined): number {
	if (attemptedAt === undefined) return 0;
	return TIMESTAMP.test(attemptedAt) ? Date.parse(attemptedAt) : Number.NaN;
}

/** In ISO 8601 UTC; null when the client does not say. */
const momentOf = (attemptedAt: string | undefined): string | null =>
	attemptedAt === undefined
		? null
		: new Date(millisecondsOf(attemptedAt)).toISOString();
