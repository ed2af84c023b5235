/**
 * `suggest`: with lines of the reference, a code pattern made from them, classified by the challenge's cases. Without, plain assertions
 * for the whole challenge, proposed from its reference. Of all that the reference satisfies, those are kept that every
 * accepted answer satisfies too, and of these as few and as loose ones as still fail every rejected answer. A check that stands in the
 * challenge and fails no mutant that another lets through is named: it only costs learners.
 */

import { parseArgs } from "node:util";
import { readCases } from "@treeline/packs/disk";
import {
	type Cases,
	type ChallengeFile,
	failures,
	resultAt,
} from "@treeline/packs/format";
import { messageForAuthor } from "@treeline/verify/author-message";
import type {
	Assertion,
	AssertionOf,
	AssertionSet,
	FileEntry,
} from "@treeline/verify/shapes";
import { createVerifier, type Verifier } from "@treeline/verify/worker";
import { locateChecks } from "../checks.ts";
import type { Command } from "../main.ts";
import { deriveMutants } from "../mutants/derive.ts";
import { adviceOn } from "./advice.ts";
import { candidatesIn } from "./candidates.ts";
import { findChallenge } from "./find-challenge.ts";
import { patternFor, readSelection } from "./selection.ts";

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
	usage: "suggest <pack/challenge> [<file>:<line>[-<line>]]",
	summary:
		"turn lines of the reference into a pattern; without lines, propose plain assertions and name checks that kill nothing",
	async run(args) {
		const { positionals } = parseArgs({ args, allowPositionals: true });
		const [name, lines] = positionals;
		if (!name)
			throw new Error(
				"Name a challenge: `suggest express/say-hello-over-http`.",
			);
		const { folder, path, challenge } = await findChallenge(name);
		const { accepted, rejected } = await readCases(folder, path);
		if (lines) return suggestPattern(challenge, lines, { accepted, rejected });
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
			for (const { place, assertion } of locateChecks(challenge.assertions)) {
				const path = /^perFile\/(.+)\/\d+$/.exec(place)?.[1] ?? null;
				candidates.push({ path, assertion });
			}
			const proposed = await loosest(
				candidates,
				right,
				wrong,
				verifier,
				challenge.assertions.definitions,
			);
			console.log(proposal(proposed, rejected.length, wrong.length));
			const existing = locateChecks(challenge.assertions).map(
				({ place }) => place,
			);
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

/** Prints the pattern that some lines of the reference suggest, and what it says of the challenge's cases. */
async function suggestPattern(
	challenge: ChallengeFile,
	lines: string,
	{ accepted, rejected }: Pick<Cases, "accepted" | "rejected">,
): Promise<number> {
	const selection = readSelection(lines);
	if (!selection)
		throw new Error(
			`"${lines}" names no lines; write a file of the reference and its lines: app.js:5-8.`,
		);
	const assertion: AssertionOf<"codePattern"> = {
		type: "codePattern",
		description: "Say the whole rule here, in the words of the task.",
		pattern: await patternFor(challenge, selection),
	};
	console.log(`${JSON.stringify(assertion, null, "\t")}\n`);
	const verifier = createVerifier();
	try {
		const { definitions } = challenge.assertions;
		const set: AssertionSet = {
			perFile: { [selection.path]: [assertion] },
			...(definitions && { definitions }),
		};
		const missIn = async (files: FileEntry[]) => {
			const { result } = await verifier.check(set, files);
			const [first] = failures(result);
			return first ? messageForAuthor(first) : null;
		};
		const reference = await missIn(challenge.files);
		if (reference !== null) {
			console.log(`The reference itself misses: ${reference}`);
			return 1;
		}
		const starter = challenge.scaffold && (await missIn(challenge.scaffold));
		const refused: string[] = [];
		for (const { name, files } of accepted) {
			const miss = await missIn(files);
			if (miss !== null)
				refused.push(`  it refuses accepted "${name}": ${miss}`);
		}
		let caught = 0;
		for (const { files } of rejected) if (await missIn(files)) caught++;
		console.log(
			[
				`reference: matches; starter: ${starter === null ? "matches, too, so the check asks for nothing" : "misses"}; accepted answers: ${accepted.length - refused.length} of ${accepted.length} match; rejected answers: ${caught} of ${rejected.length} miss`,
				...refused,
			].join("\n"),
		);
		const whole = { ...challenge, assertions: set };
		for (const { warnings } of await adviceOn(whole, accepted))
			for (const text of warnings) console.log(`  ${text}`);
		return 0;
	} finally {
		verifier.close();
	}
}

interface Proposal {
	chosen: { candidate: Candidate; kills: number }[];
	/** What no proposed check catches; a query may. */
	left: Solution[];
}

/** Most candidates that are verified in one call, so that it ends well within its time. */
const mostAtOnce = 50;

/** The candidates that files pass. Many are verified in one call, since reading the files costs more than a check. */
async function passing(
	candidates: readonly Candidate[],
	files: FileEntry[],
	verifier: Verifier,
	definitions: AssertionSet["definitions"],
): Promise<Set<Candidate>> {
	const passed = new Set<Candidate>();
	for (let from = 0; from < candidates.length; from += mostAtOnce) {
		const some = candidates.slice(from, from + mostAtOnce);
		const perFile: Record<string, Assertion[]> = {};
		const crossFile: Assertion[] = [];
		const places = some.map(({ path, assertion }) => {
			if (path === null) return `crossFile/${crossFile.push(assertion) - 1}`;
			perFile[path] ??= [];
			return `perFile/${path}/${perFile[path].push(assertion) - 1}`;
		});
		const { result } = await verifier.check(
			{ perFile, crossFile, ...(definitions && { definitions }) },
			files,
		);
		for (const [index, one] of some.entries())
			if (resultAt(result, places[index] ?? "")?.passed) passed.add(one);
	}
	return passed;
}

/** Greedy: the check that fails most of what still passes, the looser of two; until nothing is gained. */
async function loosest(
	candidates: Candidate[],
	right: Solution[],
	wrong: Solution[],
	verifier: Verifier,
	definitions: AssertionSet["definitions"],
): Promise<Proposal> {
	let held = candidates;
	for (const { files } of right) {
		const passed = await passing(held, files, verifier, definitions);
		held = held.filter((one) => passed.has(one));
	}
	const all = held.map((candidate) => ({
		candidate,
		fails: new Set<Solution>(),
	}));
	for (const solution of wrong) {
		const { files } = solution;
		const passed = await passing(held, files, verifier, definitions);
		for (const { candidate, fails } of all)
			if (!passed.has(candidate)) fails.add(solution);
	}
	const sound = all.filter(({ fails }) => fails.size > 0);
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
