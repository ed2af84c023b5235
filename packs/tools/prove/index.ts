/**
 * `prove`: runs every check of a pack before it is released: strict validation, behaviour, derived mutants,
 * behaviour-keeping rewrites, and the matrix of what behaves and what passes.
 */
import { parseArgs } from "node:util";
import type { PackOnDisk } from "@treeline/packs/disk";
import { challengeSlug, resultAt } from "@treeline/packs/format";
import { createVerifier, type Verifier } from "@treeline/verify/worker";
import { runPlans } from "../behave/index.ts";
import { atLeastOne, RUN_OPTIONS, requireTrust } from "../behave/options.ts";
import { type Plan, packsWith, plansOf } from "../behave/plan.ts";
import { sumLine, sumsOf } from "../behave/report.ts";
import type { RunResult } from "../behave/run.ts";
import { locateChecks } from "../checks.ts";
import type { Command } from "../main.ts";
import { classifyPackMutants } from "../mutants/index.ts";
import { challengeOf, findPacks } from "../packs.ts";
import { rewriteLine, verifyPackRewrites } from "../rewrites/index.ts";
import { formatValidations } from "../validate.ts";
import { validatePack } from "../validation.ts";
import {
	caseMatrixLines,
	mismatches,
	type VerifiedCase,
} from "./case-matrix.ts";
import { checkLines } from "./checks-advice.ts";

interface Limits {
	/** One challenge by slug, file name or number; all without it. */
	wanted: string | undefined;
	seconds: number;
	jobs: number;
}

export const prove: Command = {
	usage: "prove [pack…] [--challenge slug]",
	summary:
		"validate strictly, run the suites, derive mutants and rewrites: one table a pack",
	async run(args) {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: RUN_OPTIONS,
		});
		const packs = packsWith(await findPacks(positionals), values.challenge);
		requireTrust(packs, values.trust);
		const limits = {
			wanted: values.challenge,
			seconds: atLeastOne(values.timeout, "--timeout"),
			jobs: atLeastOne(values.jobs, "--jobs"),
		};
		const verifier = createVerifier();
		const tables: string[] = [];
		const narrow: string[] = [];
		let faults = 0;
		let tests = 0;
		try {
			for (const pack of packs) {
				const result = await provePack(pack, verifier, limits);
				tables.push("", ...result.lines);
				narrow.push(...result.narrow);
				faults += result.faults;
				tests += result.tests;
			}
		} finally {
			verifier.close();
		}
		console.log(tables.join("\n"));
		console.log(
			`\n${tests} tests on references passed, ${faults} faults in ${packs.length} packs`,
		);
		for (const line of narrow) console.log(line);
		if (faults === 0)
			console.log(
				"This does not show that the checks are fair: it knows your answers and what it derives from them, and no other algorithm (a table, recursion, another order of steps). Next: let two people who have not seen the solution write answers, right and wrong, and judge them with `npm run packs -- fairness <pack> <folder>`.",
			);
		return faults === 0 ? 0 : 1;
	},
};

/** Checks one pack, printing as it goes; returns its matrix and how many faults there are. */
async function provePack(
	pack: PackOnDisk,
	verifier: Verifier,
	limits: Limits,
): Promise<{
	lines: string[];
	/** The challenges whose accepted answers are few. */
	narrow: string[];
	faults: number;
	tests: number;
}> {
	const validation = await validatePack(pack, verifier, true);
	console.log(formatValidations([validation]));
	const plans = await plansOf(pack, limits.wanted);
	const results = await runPlans(plans, { ...limits, mutants: true });
	console.log(sumLine(pack.slug, plans, results));
	const cases = await verifyCases(pack, results, verifier);
	const derived = await classifyPackMutants(pack, verifier, {
		...limits,
		report: (lines) => console.log(lines.join("\n")),
	});
	const rewritten = await verifyPackRewrites(pack, verifier, {
		...limits,
		run: true,
	});
	const { passed, wrong } = sumsOf(plans, results);
	const mismatched = mismatches(cases);
	return {
		narrow: [
			...(await checkLines(pack, plans, cases)),
			...narrowLines(pack.slug, plans),
		],
		lines: [
			...caseMatrixLines(pack.slug, cases, derived.classified),
			`  ${rewriteLine("rewrites of right answers", rewritten)}`,
			...mismatched.map((text) => `  ${text}`),
		],
		faults:
			validation.errors +
			wrong +
			derived.faults.length +
			rewritten.refused.length,
		tests: passed,
	};
}

/** Fewer accepted answers than these are the ways of one author. */
const fewAnswers = 6;

/** The challenges that learners will solve in ways that no case shows. */
const narrowLines = (slug: string, plans: readonly Plan[]): string[] =>
	plans.flatMap(({ challenge, runs }) => {
		const accepted = runs.filter(({ kind }) => kind === "accepted").length;
		return accepted < fewAnswers
			? [
					`${slug}/${challengeSlug(challenge)} has ${accepted === 1 ? "1 accepted answer" : `${accepted} accepted answers`}; have two people who have not seen the solution write others, right and wrong, and judge them.`,
				]
			: [];
	});

async function verifyCases(
	pack: PackOnDisk,
	results: RunResult[],
	verifier: Verifier,
): Promise<VerifiedCase[]> {
	const cases: VerifiedCase[] = [];
	for (const one of results) {
		const challenge = challengeOf(pack, one.plan.challenge);
		if (!challenge) continue;
		const { result } = await verifier.check(
			challenge.assertions,
			one.run.files,
		);
		const missed = locateChecks(challenge.assertions)
			.map(({ place }) => place)
			.filter((place) => resultAt(result, place)?.passed === false);
		cases.push({ result: one, passes: result.passed, missed });
	}
	return cases;
}
