/** `fairness`: verifies answers that are known to be right or wrong, and lists where the checks disagree. Only `--behave` executes them. */
import { parseArgs } from "node:util";
import type { PackOnDisk } from "@treeline/packs/disk";
import { createVerifier } from "@treeline/verify/worker";
import { visible } from "../author/code-frame.ts";
import { findChallenge } from "../author/find-challenge.ts";
import { atLeastOne, RUN_OPTIONS } from "../behave/options.ts";
import type { Command } from "../main.ts";
import { percent } from "../mutants/survivors.ts";
import { findPacks } from "../packs.ts";
import { adoptAnswers } from "./adopt.ts";
import { readAnswers } from "./answers.ts";
import { behaviorLines } from "./behave.ts";
import {
	disagreement,
	learnerLines,
	type Score,
	scoreOf,
	type VerifiedAnswer,
	type VerifiedSet,
	verifyAnswers,
} from "./verify.ts";

export const fairness: Command = {
	usage:
		"fairness <pack[/challenge]> <folder> [--right <percent>] [--wrong <percent>] [--messages] [--behave] [--adopt <answer…>]",
	summary:
		"verify a folder of right-… and wrong-… answers; --messages tells what the learner of each would read, --behave runs the suites on them first, --adopt makes cases of them",
	async run(args) {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: {
				right: { type: "string" },
				wrong: { type: "string" },
				messages: { type: "boolean", default: false },
				/** Runs the behavioural suites on the answers. */
				behave: { type: "boolean", default: false },
				trust: RUN_OPTIONS.trust,
				timeout: RUN_OPTIONS.timeout,
				jobs: RUN_OPTIONS.jobs,
				adopt: { type: "string", multiple: true, default: [] },
			},
		});
		const [name, folder, ...more] = positionals;
		if (!name || !folder || (more.length > 0 && values.adopt.length === 0))
			throw new Error(
				"Name a pack and a folder of answers: `fairness express answers/express`.",
			);
		const limits = {
			right: limitOf(values.right, "--right"),
			wrong: limitOf(values.wrong, "--wrong"),
		};
		const { pack, path } = await chosen(name);
		if (pack.manifestFaults.length > 0)
			throw new Error(
				`The pack.json of "${name}" is not valid; fix it first, with \`npm run packs -- validate ${name}\`.`,
			);
		// The answers come from elsewhere, whatever the pack.
		if (values.behave && !values.trust)
			throw new Error(
				`--behave runs the answers in ${folder} with your rights. Read them; then add --trust.`,
			);
		const sets = await readAnswers(pack, folder, path);
		const behavior = values.behave
			? await behaviorLines(pack, sets, {
					seconds: atLeastOne(values.timeout, "--timeout"),
					jobs: atLeastOne(values.jobs, "--jobs"),
				})
			: [];
		const verifier = createVerifier();
		const verified: VerifiedSet[] = [];
		try {
			for (const set of sets) verified.push(await verifyAnswers(set, verifier));
		} finally {
			verifier.close();
		}
		const all = verified.flatMap((set) => set.verified);
		const right = scoreOf(all, true);
		const wrong = scoreOf(all, false);
		const lines = [
			...behavior,
			...verified.flatMap((set) =>
				setLines(set, values.messages ? learnerLines : disagreement),
			),
			scoreLine(`all of ${pack.slug}`, right, wrong),
			...(await adoptAnswers(pack, verified, [...values.adopt, ...more])),
			...belowLimit("right answers accepted", right, limits.right),
			...belowLimit("wrong answers rejected", wrong, limits.wrong),
		];
		console.log(lines.map(visible).join("\n"));
		return rate(right) < limits.right || rate(wrong) < limits.wrong ? 1 : 0;
	},
};

/** The pack of a name, or the pack and the path of its challenge. Throws, with the next step, when there is no such one, or several. */
async function chosen(
	name: string,
): Promise<{ pack: PackOnDisk; path?: string }> {
	const packs = await findPacks([name]).catch((problem: unknown) => {
		if (name.includes("/")) return null;
		throw problem;
	});
	if (!packs) return findChallenge(name);
	const [pack, ...others] = packs;
	if (!pack || others.length > 0)
		throw new Error(`"${name}" has several packs; name one of them.`);
	return { pack };
}

function setLines(
	{ name, verified }: VerifiedSet,
	linesOf: (one: VerifiedAnswer) => string[],
): string[] {
	return [
		scoreLine(name, scoreOf(verified, true), scoreOf(verified, false)),
		...verified.flatMap(linesOf).map((line) => `  ${line}`),
	];
}

const scoreLine = (name: string, right: Score, wrong: Score) =>
	`${name}: ${shareOf(right)} right accepted, ${shareOf(wrong)} wrong rejected`;

const shareOf = (score: Score) =>
	`${score.agreed} of ${score.all}${score.all > 0 ? ` (${percent(rate(score))})` : ""}`;

const rate = ({ agreed, all }: Score) => (all === 0 ? 0 : agreed / all);

const belowLimit = (what: string, score: Score, limit: number) =>
	rate(score) < limit
		? [`${what}: ${shareOf(score)}, below ${percent(limit)}`]
		: [];

/** A percentage as a ratio; 0, which nothing is below, when it is not given. */
function limitOf(value: string | undefined, option: string): number {
	const number = Number(value ?? 0);
	if (value?.trim() === "" || !(number >= 0 && number <= 100))
		throw new Error(`${option} takes a percentage from 0 to 100.`);
	return number / 100;
}
