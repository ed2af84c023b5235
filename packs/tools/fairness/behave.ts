/** Runs the behavioural suite of a challenge on answers of others, to find those that are called right and behave wrongly, or the other way round. */
import type { PackOnDisk } from "@treeline/packs/disk";
import { type Plan, plansOf, stemOf } from "../behave/plan.ts";
import { mapConcurrently } from "../behave/pool.ts";
import { runWithRetry } from "../behave/run.ts";
import type { Answer, AnswerSet } from "./answers.ts";

interface Limits {
	seconds: number;
	jobs: number;
}

/** The lines that tell, for each challenge, how many answers behave as they are called, and which do not. */
export async function behaviorLines(
	pack: PackOnDisk,
	sets: readonly AnswerSet[],
	limits: Limits,
): Promise<string[]> {
	const plans = await plansOf(pack);
	const lines: string[] = [];
	for (const set of sets) {
		const plan = plans.find(({ challenge }) => challenge === stemOf(set.path));
		lines.push(...(await linesOf(set, plan, limits)));
	}
	return lines;
}

async function linesOf(
	{ name, answers }: AnswerSet,
	plan: Plan | undefined,
	{ seconds, jobs }: Limits,
): Promise<string[]> {
	const { suite, folder } = plan ?? {};
	if (!suite || !folder)
		return [
			`${name}: nothing was run: ${plan?.faults[0] ?? "there is no behavioural suite"}`,
		];
	const outcomes = await mapConcurrently(answers, jobs, ({ files }) =>
		runWithRetry({ suite, folder }, files, seconds),
	);
	const differ = answers.flatMap((answer, index) => {
		const outcome = outcomes[index];
		return outcome && outcome.passed !== answer.isRight
			? differenceLines(answer, outcome.why)
			: [];
	});
	const agreed = answers.filter(
		({ isRight }, index) => outcomes[index]?.passed === isRight,
	).length;
	return [
		`${name}: ${agreed} of ${answers.length} answers behave as they are called`,
		...differ,
	];
}

/** An answer whose name says something else than the suite. */
const differenceLines = ({ name, isRight, note }: Answer, why: string) =>
	isRight
		? [
				`  ${name} fails the behavioural suite; fix the suite, or call it wrong`,
				...why.split("\n").map((line) => `    ${line}`),
			]
		: [
				`  ${name} passes the behavioural suite${note ? `: ${note}` : ""}; it is wrong only if it breaks the task in another way`,
			];
