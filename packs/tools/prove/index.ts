/**
 * `prove`: all that can be known of a pack before learners meet it. Five proofs: strict validation, behaviour, derived mutants,
 * behaviour-keeping rewrites, and the table of what behaves and what passes.
 */
import { parseArgs } from "node:util";
import type { PackOnDisk } from "@treeline/packs/disk";
import { createVerifier, type Verifier } from "@treeline/verify/worker";
import { runPlans } from "../behave/index.ts";
import { atLeastOne, RUN_OPTIONS, refuseStrangers } from "../behave/options.ts";
import { packsWith, plansOf } from "../behave/plan.ts";
import { sumLine, sumsOf } from "../behave/report.ts";
import type { Tried } from "../behave/run.ts";
import type { Command } from "../main.ts";
import { judgePack } from "../mutants/index.ts";
import { challengeOf, packsNamed } from "../packs.ts";
import { rewriteLine, rewritePack } from "../rewrites/index.ts";
import { printProofs } from "../validate.ts";
import { provePack } from "../validation.ts";
import { misplaced, type Placed, squareLines } from "./case-matrix.ts";

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
		const packs = packsWith(await packsNamed(positionals), values.challenge);
		refuseStrangers(packs, values.trust);
		const limits = {
			wanted: values.challenge,
			seconds: atLeastOne(values.timeout, "--timeout"),
			jobs: atLeastOne(values.jobs, "--jobs"),
		};
		const verifier = createVerifier();
		const tables: string[] = [];
		let faults = 0;
		let tests = 0;
		try {
			for (const pack of packs) {
				const proved = await provePackWhole(pack, verifier, limits);
				tables.push("", ...proved.lines);
				faults += proved.faults;
				tests += proved.tests;
			}
		} finally {
			verifier.close();
		}
		console.log(tables.join("\n"));
		console.log(
			`\n${tests} tests on references passed, ${faults} faults in ${packs.length} packs`,
		);
		return faults === 0 ? 0 : 1;
	},
};

/** One pack from all sides, telling as it goes; its table and how many faults there are. */
async function provePackWhole(
	pack: PackOnDisk,
	verifier: Verifier,
	limits: Limits,
): Promise<{ lines: string[]; faults: number; tests: number }> {
	const proof = await provePack(pack, verifier, true);
	console.log(printProofs([proof]));
	const plans = await plansOf(pack, limits.wanted);
	const tried = await runPlans(plans, { ...limits, mutants: true });
	console.log(sumLine(pack.slug, plans, tried));
	const placed = await place(pack, tried, verifier);
	const derived = await judgePack(pack, verifier, {
		...limits,
		told: (lines) => console.log(lines.join("\n")),
	});
	const rewritten = await rewritePack(pack, verifier, { ...limits, run: true });
	const { passed, wrong } = sumsOf(plans, tried);
	const corners = misplaced(placed);
	return {
		lines: [
			...squareLines(pack.slug, placed, derived.judged),
			`  ${rewriteLine("rewrites of right answers", rewritten)}`,
			...corners.map((text) => `  ${text}`),
		],
		faults:
			proof.errors + wrong + derived.faults.length + rewritten.refused.length,
		tests: passed,
	};
}

async function place(
	pack: PackOnDisk,
	tried: Tried[],
	verifier: Verifier,
): Promise<Placed[]> {
	const placed: Placed[] = [];
	for (const one of tried) {
		const challenge = challengeOf(pack, one.plan.challenge);
		if (!challenge) continue;
		const { result } = await verifier.check(
			challenge.assertions,
			one.trial.files,
		);
		placed.push({ tried: one, passes: result.passed });
	}
	return placed;
}
