/** `rewrites`: derives rewrites of right answers that keep their behaviour, and names those that the checks refuse. */
import { parseArgs } from "node:util";
import type { PackOnDisk } from "@treeline/packs/disk";
import { createVerifier, type Verifier } from "@treeline/verify/worker";
import { atLeastOne, RUN_OPTIONS, requireTrust } from "../behave/options.ts";
import { packsWith, plansOf } from "../behave/plan.ts";
import type { Command } from "../main.ts";
import { nothingDerived } from "../mutants/survivors.ts";
import { challengeOf, findPacks } from "../packs.ts";
import { type Refusal, type RewriteResults, verifyRewrites } from "./verify.ts";

export const rewrites: Command = {
	usage: "rewrites [pack…] [--challenge slug] [--run]",
	summary: "derive rewrites of right answers; name those that checks refuse",
	async run(args) {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: {
				...RUN_OPTIONS,
				/** Runs what is refused, to skip what changes behaviour. */
				run: { type: "boolean", default: false },
			},
		});
		const packs = packsWith(await findPacks(positionals), values.challenge);
		if (values.run) requireTrust(packs, values.trust);
		const verifier = createVerifier();
		let refused = 0;
		try {
			for (const pack of packs) {
				const results = await verifyPackRewrites(pack, verifier, {
					wanted: values.challenge,
					run: values.run,
					seconds: atLeastOne(values.timeout, "--timeout"),
					jobs: atLeastOne(values.jobs, "--jobs"),
				});
				refused += results.refused.length;
				console.log(rewriteLine(pack.slug, results));
			}
		} finally {
			verifier.close();
		}
		return refused === 0 ? 0 : 1;
	},
};

/** Verifies the rewrites of a pack's challenges (of one when `wanted`), printing each challenge when it is done. */
export async function verifyPackRewrites(
	pack: PackOnDisk,
	verifier: Verifier,
	{
		wanted,
		...options
	}: {
		wanted?: string | undefined;
		run: boolean;
		seconds: number;
		jobs: number;
	},
): Promise<RewriteResults> {
	const sum: RewriteResults = {
		derived: 0,
		refused: [],
		otherWays: { derived: 0, refused: [] },
		changed: 0,
	};
	for (const plan of await plansOf(pack, wanted)) {
		const challenge = challengeOf(pack, plan.challenge);
		if (!challenge || plan.runs.length === 0) continue;
		const results = await verifyRewrites(challenge, plan, verifier, options);
		sum.derived += results.derived;
		sum.refused.push(...results.refused);
		sum.changed += results.changed;
		sum.otherWays.derived += results.otherWays.derived;
		sum.otherWays.refused.push(...results.otherWays.refused);
		console.log(
			[
				`${results.refused.length === 0 ? "✓" : "✗"} ${rewriteLine(`${pack.slug}/${plan.challenge}`, results)}`,
				...refusalLines(results.refused),
				...otherWayLines(results.otherWays.refused),
			].join("\n"),
		);
	}
	return sum;
}

/** `express: 812 rewrites, 3 refused`. */
export const rewriteLine = (
	name: string,
	{ derived, refused, otherWays, changed }: RewriteResults,
) =>
	derived === 0
		? `${name}: ${nothingDerived("rewrites")}`
		: `${name}: ${derived} rewrites, ${refused.length} refused${otherWays.derived > 0 ? `; other ways: ${otherWays.derived}, ${otherWays.refused.length} refused` : ""}${changed > 0 ? `, ${changed} skipped because they change behaviour` : ""}`;

/** The other ways that checks refuse; whether they should, their author knows. */
const otherWayLines = (refused: readonly Refusal[]) =>
	refused.length === 0
		? []
		: [
				"    Other ways to do the same that a check refuses; where the task allows them, ask for less:",
				...refusalLines(refused),
			];

const refusalLines = (refused: readonly Refusal[]) =>
	refused.flatMap(({ answer, rewrite, failed }) => [
		`    - ${rewrite.id}, in ${answer}`,
		...failed.map(
			({ description, message }) => `        "${description}" ${message}`,
		),
	]);
