/**
 * `behave` and `behave-py`: the behavioural suites against references, accepted variants and rejected mutants (specification, "Pack
 * tools", 2). Law: this is the only command that runs what a pack contains, so a pack from elsewhere needs the word for it.
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Command } from "../main.ts";
import { packsNamed } from "../packs.ts";
import { atLeastOne, RUN_OPTIONS, refuseStrangers } from "./options.ts";
import { type Plan, plansOf } from "./plan.ts";
import { inParallel } from "./pool.ts";
import { challengeLines, junit, sumLine, sumsOf } from "./report.ts";
import { type Tried, tryOut } from "./run.ts";

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
	/** References and variants only. */
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
			const packs = await packsNamed(positionals);
			refuseStrangers(packs, values.trust);
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
			const tried = await runPlans(plans, {
				mutants: !values["no-mutants"],
				jobs: atLeastOne(values.jobs, "--jobs"),
				seconds: atLeastOne(values.timeout, "--timeout"),
			});
			for (const slug of new Set(plans.map((plan) => plan.pack)))
				console.log(
					sumLine(
						slug,
						plans.filter((plan) => plan.pack === slug),
						tried.filter(({ plan }) => plan.pack === slug),
					),
				);
			const { passed, failed, wrong } = sumsOf(plans, tried);
			console.log(`${passed} tests on references passed, ${failed} failed`);
			if (values["reporter-outfile"])
				await writeFile(values["reporter-outfile"], junit(plans, tried));
			return failed + wrong === 0 ? 0 : 1;
		},
	};
}

/** Runs everything that `plans` hold, telling each challenge's lines as soon as it is through. */
export async function runPlans(
	plans: Plan[],
	options: { mutants: boolean; jobs: number; seconds: number },
): Promise<Tried[]> {
	const work = plans.flatMap((plan) =>
		plan.trials
			.filter(({ kind }) => options.mutants || kind !== "rejected")
			.map((trial) => ({ plan, trial })),
	);
	const runnable = work.filter(({ plan }) => plan.suite !== null);
	const left = new Map<Plan, number>();
	for (const { plan } of runnable) left.set(plan, (left.get(plan) ?? 0) + 1);
	const byPlan = new Map<Plan, Tried[]>(plans.map((plan) => [plan, []]));
	const tell = (plan: Plan) =>
		console.log(challengeLines(plan, byPlan.get(plan) ?? []).join("\n"));
	for (const plan of plans) if (!left.has(plan)) tell(plan);
	const progress = progressLine(runnable.length);
	return inParallel(
		runnable,
		options.jobs,
		({ plan, trial }) =>
			tryOut(plan as Plan & { suite: string }, trial, options.seconds),
		(tried, count) => {
			progress(count);
			byPlan.get(tried.plan)?.push(tried);
			const more = (left.get(tried.plan) ?? 1) - 1;
			left.set(tried.plan, more);
			if (more === 0) tell(tried.plan);
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

function isPython({ suite, trials }: Plan): boolean {
	return suite === null
		? (trials[0]?.files.some(({ path }) => path.endsWith(".py")) ?? false)
		: suite.endsWith(".py");
}
