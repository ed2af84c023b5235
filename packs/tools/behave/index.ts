/**
 * `behave` and `behave-py`: run the behavioural suites against references, accepted and rejected answers (specification, "Pack
 * tools", 2). These commands execute the code of a pack, so a pack from elsewhere needs `--trust`.
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Command } from "../main.ts";
import { findPacks } from "../packs.ts";
import { atLeastOne, RUN_OPTIONS, requireTrust } from "./options.ts";
import { type Plan, plansOf } from "./plan.ts";
import { mapConcurrently } from "./pool.ts";
import { challengeLines, junit, sumLine, sumsOf } from "./report.ts";
import { executeRun, type RunResult } from "./run.ts";

export const behave = command(
	"behave [pack…] [--challenge slug]",
	"run the behavioural suites of the JavaScript and TSX packs (or of those named)",
	(plan) => !isPython(plan),
);

export const behavePy = command(
	"behave-py [pack…] [--challenge slug]",
	"run the behavioural suites of the Python packs",
	isPython,
);

const OPTIONS = {
	...RUN_OPTIONS,
	/** Python packs too, without naming them. */
	all: { type: "boolean", default: false },
	/** References and accepted answers only. */
	"no-mutants": { type: "boolean", default: false },
	reporter: { type: "string" },
	"reporter-outfile": { type: "string" },
} as const;

function command(
	usage: string,
	summary: string,
	byDefault: (plan: Plan) => boolean,
): Command {
	return {
		usage,
		summary,
		async run(args) {
			const { values, positionals } = parseArgs({
				args,
				allowPositionals: true,
				options: OPTIONS,
			});
			const packs = await findPacks(positionals);
			requireTrust(packs, values.trust);
			const all = await Promise.all(
				packs.map((pack) => plansOf(pack, values.challenge)),
			);
			const plans = all
				.flat()
				.filter(
					(plan) => positionals.length > 0 || values.all || byDefault(plan),
				);
			if (plans.length === 0)
				throw new Error(
					`There is no ${values.challenge ? `challenge "${values.challenge}"` : "challenge"} to run. Name a pack and one of its challenges.`,
				);
			const results = await runPlans(plans, {
				mutants: !values["no-mutants"],
				jobs: atLeastOne(values.jobs, "--jobs"),
				seconds: atLeastOne(values.timeout, "--timeout"),
			});
			for (const slug of new Set(plans.map((plan) => plan.pack)))
				console.log(
					sumLine(
						slug,
						plans.filter((plan) => plan.pack === slug),
						results.filter(({ plan }) => plan.pack === slug),
					),
				);
			const { passed, failed, wrong } = sumsOf(plans, results);
			console.log(`${passed} tests on references passed, ${failed} failed`);
			if (values["reporter-outfile"])
				await writeFile(values["reporter-outfile"], junit(plans, results));
			return failed + wrong === 0 ? 0 : 1;
		},
	};
}

/** Runs everything that `plans` hold, printing each challenge's lines when it is done. */
export async function runPlans(
	plans: Plan[],
	options: { mutants: boolean; jobs: number; seconds: number },
): Promise<RunResult[]> {
	const work = plans.flatMap((plan) =>
		plan.runs
			.filter(({ kind }) => options.mutants || kind !== "rejected")
			.map((run) => ({ plan, run })),
	);
	const runnable = work.filter(({ plan }) => plan.suite !== null);
	const pending = new Map<Plan, number>();
	for (const { plan } of runnable)
		pending.set(plan, (pending.get(plan) ?? 0) + 1);
	const byPlan = new Map<Plan, RunResult[]>(plans.map((plan) => [plan, []]));
	const printPlan = (plan: Plan) =>
		console.log(challengeLines(plan, byPlan.get(plan) ?? []).join("\n"));
	for (const plan of plans) if (!pending.has(plan)) printPlan(plan);
	const progress = progressLine(runnable.length);
	return mapConcurrently(
		runnable,
		options.jobs,
		({ plan, run }) =>
			executeRun(plan as Plan & { suite: string }, run, options.seconds),
		(result, count) => {
			progress(count);
			byPlan.get(result.plan)?.push(result);
			const remaining = (pending.get(result.plan) ?? 1) - 1;
			pending.set(result.plan, remaining);
			if (remaining === 0) printPlan(result.plan);
		},
	);
}

/** A line that rewrites itself; nothing where no one watches. */
function progressLine(total: number): (count: number) => void {
	if (!process.stderr.isTTY) return () => {};
	return (count) => {
		const text = count < total ? `  ${count} of ${total} runs` : "";
		process.stderr.write(`\r\u001b[K${text}`);
	};
}

function isPython({ suite, runs }: Plan): boolean {
	return suite === null
		? (runs[0]?.files.some(({ path }) => path.endsWith(".py")) ?? false)
		: suite.endsWith(".py");
}
