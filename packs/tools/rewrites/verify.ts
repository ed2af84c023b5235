/** What the checks say of rewrites: one that fails a check, and behaves as rightly as before, is refused for its spelling. */

import {
	type ChallengeFile,
	failures,
	syntaxError,
} from "@treeline/packs/format";
import { messageForAuthor } from "@treeline/verify/author-message";
import type { Verifier } from "@treeline/verify/worker";
import type { Plan } from "../behave/plan.ts";
import { mapConcurrently } from "../behave/pool.ts";
import { runWithRetry } from "../behave/run.ts";
import { deriveRewrites, type Rewrite } from "./derive.ts";

/** A rewrite that is refused. */
export interface Refusal {
	/** Which answer was rewritten: `the reference`, `accepted "with a helper"`. */
	answer: string;
	rewrite: Rewrite;
	/** The checks that it fails, with their messages. */
	failed: { description: string; message: string }[];
}

export interface RewriteResults {
	derived: number;
	refused: Refusal[];
	/** Those that solve the task in another way, which a check may refuse: its author decides. */
	otherWays: { derived: number; refused: Refusal[] };
	/** Those that fail the behavioural suite: they changed more than the spelling and prove nothing. */
	changed: number;
}

/** Verifies the rewrites of a challenge's reference and accepted answers. Runs the suite for refused ones only, and only with `run`. */
export async function verifyRewrites(
	challenge: ChallengeFile,
	plan: Plan,
	verifier: Verifier,
	{ run, seconds, jobs }: { run: boolean; seconds: number; jobs: number },
): Promise<RewriteResults> {
	const all: Refusal[] = [];
	const seen = new Set<string>();
	const derived = { spellings: 0, ways: 0 };
	for (const { kind, name, files } of plan.runs) {
		if (kind === "rejected") continue;
		const answer =
			kind === "reference" ? "the reference" : `accepted "${name}"`;
		// An answer that is refused as it is belongs to strict validation.
		const before = await verifier.check(challenge.assertions, files);
		if (!before.result.passed) continue;
		for (const rewrite of await deriveRewrites(challenge, files)) {
			const text = JSON.stringify(rewrite.files);
			if (seen.has(text)) continue;
			seen.add(text);
			derived[rewrite.isOtherWay ? "ways" : "spellings"]++;
			const check = await verifier.check(challenge.assertions, rewrite.files);
			const broken = syntaxError(check);
			if (check.result.passed && !broken) continue;
			const failed = failures(check.result).map((one) => ({
				description: one.assertion.description,
				message: messageForAuthor(one),
			}));
			if (broken) failed.unshift({ description: "syntax", message: broken });
			all.push({ answer, rewrite, failed });
		}
	}
	const { suite, folder } = plan;
	const sorted = (refused: Refusal[], changed: number): RewriteResults => ({
		derived: derived.spellings,
		refused: refused.filter(({ rewrite }) => !rewrite.isOtherWay),
		otherWays: {
			derived: derived.ways,
			refused: refused.filter(({ rewrite }) => rewrite.isOtherWay),
		},
		changed,
	});
	if (!run || suite === null) return sorted(all, 0);
	const behaves = await mapConcurrently(
		all,
		jobs,
		async ({ rewrite }) =>
			(await runWithRetry({ suite, folder }, rewrite.files, seconds)).passed,
	);
	return sorted(
		all.filter((_, index) => behaves[index]),
		behaves.filter((one) => !one).length,
	);
}
