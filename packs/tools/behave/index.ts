/**
 * `behave` and `behave-py`: run the behavioural suites against references, accepted and rejected answers (specification, "Pack
 * tools", 2). These commands execute the code of a pack, so a pack from elsewhere needs `--trust`.
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Command } from "../main.ts";
import { findPacks } from "../packs.ts";
import { atLeastOne, RUN_OPTIONS, requireTrust } from "./options.ts";
import { isPageSuite, runPagesTogether } from "./pages.ts";
import { type Plan, type PlannedRun, plansOf } from "./plan.ts";
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
	let count = 0;
	const results = await mapConcurrently(
		await groupsOf(runnable as PlannedWork[]),
		options.jobs,
		(group) => executeRuns(group, options.seconds),
		(ended) => {
			count += ended.length;
			progress(count);
			for (const result of ended) {
				byPlan.get(result.plan)?.push(result);
				const remaining = (pending.get(result.plan) ?? 1) - 1;
				pending.set(result.plan, remaining);
				if (remaining === 0) printPlan(result.plan);
			}
		},
	);
	return results.flat();
}

/** A run, and the plan that has its suite. */
interface PlannedWork {
	plan: Plan & { suite: string };
	run: PlannedRun;
}

/** What is run in one process: of a page's suite all that should pass, else one run each. */
async function groupsOf(work: PlannedWork[]): Promise<PlannedWork[][]> {
	const groups: PlannedWork[][] = [];
	const ofPages = new Map<Plan, PlannedWork[]>();
	for (const one of work) {
		const together = ofPages.get(one.plan);
		if (one.run.behaves && together) together.push(one);
		else {
			const group = [one];
			groups.push(group);
			if (one.run.behaves && (await isPageSuite(one.plan.suite)))
				ofPages.set(one.plan, group);
		}
	}
	return groups;
}

/** Executes runs of one plan: together, and each for itself unless all pass. */
async function executeRuns(
	group: PlannedWork[],
	seconds: number,
): Promise<RunResult[]> {
	const [first] = group;
	if (first && group.length > 1) {
		const { suite, folder } = first.plan;
		const answers = group.map(({ run }) => run.files);
		const all = await runPagesTogether(suite, folder, answers, seconds);
		if (all)
			return group.flatMap(({ plan, run }, index) => {
				const outcome = all[index];
				return outcome ? [{ plan, run, outcome, expected: true }] : [];
			});
	}
	const results: RunResult[] = [];
	for (const { plan, run } of group)
		results.push(await executeRun(plan, run, seconds));
	return results;
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
