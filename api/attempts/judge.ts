/**
 * A learner's files are verified again here, by parsing only, and what is found is what is stored: a client's claim that it
 * contradicts does not count (contract, section 5).
 */
import { pathsFault } from "@treeline/packs/format";
import type { AssertionSet, FileEntry } from "@treeline/verify/shapes";
import { counted } from "@treeline/verify/verdict";
import type { Verifier } from "@treeline/verify/worker";
import { refuse } from "../http/input.ts";
import type { Attempt, NewAttempt } from "./model.ts";

/** Attempts may be reported late, not early; clocks that run ahead are forgiven this much, in milliseconds. */
const CLOCK_SKEW = 60_000;

/** With its zone: without one, the moment would depend on where the server stands. */
const TIMESTAMP =
	/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

type Verdict = Pick<Attempt, "passed" | "verified" | "assertionResults">;

/** The verdict on an attempt: the engine's own when files came with it, else the client's claim. */
export async function judge(
	verifier: Verifier,
	assertions: AssertionSet,
	attempt: NewAttempt,
): Promise<Verdict> {
	if (!attempt.files)
		return {
			passed: attempt.passed,
			verified: false,
			assertionResults: attempt.assertionResults ?? null,
		};
	const check = await verifier.check(assertions, attempt.files);
	return {
		passed: counted(assertions, check).passed,
		verified: true,
		assertionResults: check.result,
	};
}

/** Refuses files that could not stand together in a challenge's folder. */
export function refuseUnsafe(files: FileEntry[] = []): void {
	const unsafe = pathsFault(files.map((file) => file.path));
	if (unsafe)
		refuse([{ pointer: "#/files", code: "unsafe_path", detail: unsafe }]);
}

/** The moment of the attempt as the client has it, in ISO 8601 UTC; null when it does not say. */
export function momentOf(attemptedAt: string | undefined): string | null {
	if (attemptedAt === undefined) return null;
	const pointer = "#/attemptedAt";
	const moment = TIMESTAMP.test(attemptedAt)
		? Date.parse(attemptedAt)
		: Number.NaN;
	// Also false when there is no moment.
	if (!(moment >= 0))
		refuse([
			{
				pointer,
				code: "malformed",
				detail:
					"`attemptedAt` is no ISO 8601 timestamp with its zone, from 1970 on; send one like 2026-01-31T09:30:00.000Z",
			},
		]);
	if (moment > Date.now() + CLOCK_SKEW)
		refuse([
			{
				pointer,
				code: "in_future",
				detail:
					"`attemptedAt` is in the future; check the clock, or leave it out",
			},
		]);
	return new Date(moment).toISOString();
}
