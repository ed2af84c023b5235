/** What `prove` says of the checks themselves: lists of ways, and checks that no rejected answer needs. No faults, but what makes a pack unfair. */

import type { PackOnDisk } from "@treeline/packs/disk";
import { readCases } from "@treeline/packs/disk";
import { type ChallengeFile, challengeSlug } from "@treeline/packs/format";
import { adviceOn } from "../author/advice.ts";
import type { Plan } from "../behave/plan.ts";
import { locateChecks } from "../checks.ts";
import { challengeOf } from "../packs.ts";
import type { VerifiedCase } from "./case-matrix.ts";

/** The lines on the checks of a pack, by challenge. */
export async function checkLines(
	pack: PackOnDisk,
	plans: readonly Plan[],
	cases: readonly VerifiedCase[],
): Promise<string[]> {
	const lines: string[] = [];
	for (const { challenge } of plans) {
		const file = challengeOf(pack, challenge);
		const path = pack.challenges.find((one) => one.value === file)?.path;
		if (!file || !path) continue;
		const { accepted, rejected } = await readCases(pack.folder, path);
		const name = `${pack.slug}/${challengeSlug(challenge)}`;
		for (const { place, description, warnings } of await adviceOn(
			file,
			accepted,
			rejected,
		))
			for (const warning of warnings.filter((one) =>
				/ is a list of /.test(one),
			))
				lines.push(`${name} ${place} ("${description}"): ${warning}.`);
		lines.push(...unneeded(name, challenge, file, cases));
	}
	return lines;
}

/** The checks that no rejected answer misses alone: it may be that another check says the same. */
function unneeded(
	name: string,
	challenge: string,
	{ assertions }: ChallengeFile,
	cases: readonly VerifiedCase[],
): string[] {
	const alone = new Set(
		cases
			.filter(
				({ result, missed }) =>
					result.plan.challenge === challenge &&
					result.run.kind === "rejected" &&
					missed.length === 1,
			)
			.map(({ missed }) => missed[0]),
	);
	const places = locateChecks(assertions)
		.map(({ place }) => place)
		.filter((place) => !alone.has(place));
	return places.length === 0
		? []
		: [
				`${name}: no rejected answer misses only ${places.join(", ")}; write one that breaks this requirement alone, or take the check out.`,
			];
}
