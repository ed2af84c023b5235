/**
 * `suggest`: assertions for a challenge, proposed from its reference. Of all that the reference satisfies, those are kept that every
 * accepted variant satisfies too, and of these as few and as loose ones as still fail every rejected mutant. A check that stands in the
 * challenge and fails no mutant that another lets through is named: it only costs learners.
 */
import { parseArgs } from "node:util";
import type { Assertion, FileEntry } from "@treeline/verify/shapes";
import { createVerifier, type Verifier } from "@treeline/verify/worker";
import { readCases } from "../cases.ts";
import type { Command } from "../main.ts";
import { deriveMutants } from "../mutants/derive.ts";
import { located } from "../patterns.ts";
import { resultAt } from "../square.ts";
import { candidatesIn } from "./candidates.ts";
import { challengeNamed } from "./challenge.ts";

/** One check of one file, or of any file. */
interface Candidate {
	path: string | null;
	assertion: Assertion;
}

interface Solution {
	name: string;
	files: FileEntry[];
}

export const suggest: Command = {
	usage: "suggest <pack/challenge>",
	summary:
		"propose assertions from the reference; name checks that kill nothing",
	async run(args) {
		const { positionals } = parseArgs({ args, allowPositionals: true });
		const [name] = positionals;
		if (!name)
			throw new Error(
				"Name a challenge: `suggest express/say-hello-over-http`.",
			);
		const { folder, path, challenge } = await challengeNamed(name);
		const { accepted, rejected } = await readCases(folder, path);
		const { mutants: derived } = await deriveMutants(challenge);
		const right = [
			{ name: "the reference", files: challenge.files },
			...accepted,
		];
		const wrong: Solution[] = [
			...rejected,
			...derived.map(({ id, files }) => ({ name: id, files })),
		];
		const verifier = createVerifier();
		try {
			const candidates: Candidate[] = [];
			for (const { path, content } of challenge.files)
				for (const assertion of await candidatesIn(path, content))
					candidates.push({ path, assertion });
			// What the author has written already may tell what no plain kind can.
			for (const { place, assertion } of located(challenge.assertions)) {
				const path = /^perFile\/(.+)\/\d+$/.exec(place)?.[1] ?? null;
				candidates.push({ path, assertion });
			}
			const proposed = await loosest(candidates, right, wrong, verifier);
			console.log(proposal(proposed, rejected.length, wrong.length));
			const existing = located(challenge.assertions).map(({ place }) => place);
			const kills = new Map<string, string[]>();
			for (const { name, files } of wrong) {
				const { result } = await verifier.check(challenge.assertions, files);
				const killers = existing.filter(
					(place) => resultAt(result, place)?.passed === false,
				);
				const [only] = killers;
				if (killers.length === 1 && only)
					kills.set(only, [...(kills.get(only) ?? []), name]);
			}
			for (const place of existing)
				if (!kills.has(place))
					console.log(
						`${place} fails no mutant that another check lets through; give it a mutant of its own, or remove it.`,
					);
			return 0;
		} finally {
			verifier.close();
		}
	},
};

interface Proposal {
	chosen: { candidate: Candidate; kills: number }[];
	/** What no proposed check catches; a query may. */
	left: Solution[];
}

/** Greedy: the check that fails most of what still passes, the looser of two; until nothing is gained. */
async function loosest(
	candidates: Candidate[],
	right: Solution[],
	wrong: Solution[],
	verifier: Verifier,
): Promise<Proposal> {
	const passes = async ({ path, assertion }: Candidate, files: FileEntry[]) => {
		const set =
			path === null
				? { crossFile: [assertion] }
				: { perFile: { [path]: [assertion] } };
		return (await verifier.check(set, files)).result.passed;
	};
	const sound: { candidate: Candidate; fails: Set<Solution> }[] = [];
	for (const candidate of candidates) {
		let holds = true;
		for (const { files } of right) holds &&= await passes(candidate, files);
		if (!holds) continue;
		const fails = new Set<Solution>();
		for (const solution of wrong)
			if (!(await passes(candidate, solution.files))) fails.add(solution);
		if (fails.size > 0) sound.push({ candidate, fails });
	}
	let left = [...wrong];
	const chosen: Proposal["chosen"] = [];
	for (;;) {
		const gain = (one: (typeof sound)[number]) =>
			left.filter((solution) => one.fails.has(solution)).length;
		const best = sound.reduce<(typeof sound)[number] | null>(
			(top, one) =>
				top === null ||
				gain(one) > gain(top) ||
				(gain(one) === gain(top) && weight(one) < weight(top))
					? one
					: top,
			null,
		);
		const kills = best ? gain(best) : 0;
		if (!best || kills === 0) return { chosen, left };
		chosen.push({ candidate: best.candidate, kills });
		left = left.filter((solution) => !best.fails.has(solution));
	}
}

/** The fewer words a check has, the less it asks. */
const weight = ({ candidate }: { candidate: Candidate }) =>
	JSON.stringify(candidate.assertion).length;

function proposal(
	{ chosen, left }: Proposal,
	handWritten: number,
	all: number,
): string {
	const lines = chosen.map(
		({ candidate, kills }) =>
			`${candidate.path ?? "crossFile"}: ${JSON.stringify(candidate.assertion)}\n    fails ${kills} more of ${all} mutants (${handWritten} written, ${all - handWritten} derived)`,
	);
	return [
		chosen.length === 0
			? "No plain kind of assertion tells right from wrong here; write queries."
			: "Proposed, the most telling first:",
		...lines,
		...(left.length > 0
			? [
					`No plain kind catches ${left.length} of them; a query may:`,
					...left.slice(0, 12).map(({ name }) => `    ${name}`),
				]
			: []),
		"",
	].join("\n");
}
