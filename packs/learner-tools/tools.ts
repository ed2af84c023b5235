/** What the tools for language models do, over whatever holds the learner's files and progress: an editor, or a folder on disk. */
import { closestName } from "@treeline/verify/names";
import type { AssertionResult, AssertionSet } from "@treeline/verify/shapes";
import { decideVerdict } from "@treeline/verify/verdict";
import type { Check } from "@treeline/verify/worker";
import { shapeFaults } from "../format/faults.ts";
import type { PublicChallenge, PublicPack } from "../format/public.ts";
import {
	type Status,
	TOOLS,
	type ToolInput,
	type ToolName,
	type ToolOutput,
} from "./definitions.ts";
import { searchChallenges } from "./search.ts";

export interface ChallengeKey {
	pack: string;
	challenge: string;
}

/** The learner's packs, files and progress. What it rejects with tells the model what happened and the next step. */
export interface Learner {
	packs(): Promise<PublicPack[]>;
	/** The challenge that is open; null before the first. */
	current(): ChallengeKey | null;
	statusOf(key: ChallengeKey): Status;
	/** Writes those of the starter files that do not exist; resolves with the name of the challenge's folder. */
	open(key: ChallengeKey): Promise<string>;
	/** Verifies the files as they are now. */
	verify(key: ChallengeKey): Promise<Check>;
	/** Shows one hint more, of `count`; resolves with the number of hints shown, or null when all were shown before. */
	nextHint(key: ChallengeKey, count: number): Promise<number | null>;
}

/** A call that cannot be answered; its message says what is wrong and the next step. */
export class ToolError extends Error {
	override name = "ToolError";
}

/** Lists are cut at this length. */
const MOST_LISTED = 100;

export type CallTool = <Name extends ToolName>(
	name: Name,
	input: unknown,
) => Promise<ToolOutput<Name>>;

/** Rejects with ToolError, or with what the learner's side rejects with. */
export function createTools(learner: Learner): CallTool {
	const handlers: {
		[Name in ToolName]: (input: ToolInput<Name>) => Promise<ToolOutput<Name>>;
	} = {
		async treeline_list({ pack, query = "", status }) {
			const packs = pack
				? [await findPack(learner, pack)]
				: await learner.packs();
			const found = searchChallenges(packs, query)
				.map(({ pack: { manifest }, challenge: one }) => {
					const key = { pack: manifest.slug, challenge: one.slug };
					return {
						...key,
						title: one.title,
						difficulty: one.difficulty,
						minutes: Math.max(1, Math.round(one.timeEstimateSeconds / 60)),
						tags: one.tags,
						status: learner.statusOf(key),
					};
				})
				.filter((row) => !status || row.status === status);
			return { challenges: found.slice(0, MOST_LISTED), total: found.length };
		},
		async treeline_open(input) {
			const { key, challenge } = await findTarget(learner, input);
			const folder = await learner.open(key);
			return {
				...key,
				title: challenge.title,
				prompt: challenge.prompt,
				folder,
				files: challenge.files.map(({ path }) => path),
				checks: plannedChecks(challenge.assertions),
				hints: challenge.hints.length,
				status: learner.statusOf(key),
			};
		},
		async treeline_verify(input) {
			const { key, challenge } = await findTarget(learner, input);
			const check = await learner.verify(key);
			const { passed, faults } = decideVerdict(challenge.assertions, check);
			const { passedAssertions, totalAssertions } = check.result;
			return {
				...key,
				passed,
				passedChecks: faults.length > 0 ? 0 : passedAssertions,
				totalChecks: totalAssertions,
				syntaxErrors: faults.map(syntaxErrorOf),
				missed:
					faults.length > 0
						? []
						: resultsOf(check)
								.filter(({ result }) => !result.passed)
								.map((row) => ({ ...checkOf(row), ...findingOf(row) })),
			};
		},
		async treeline_explain_check(input) {
			const { key, challenge } = await findTarget(learner, input);
			const check = await learner.verify(key);
			const { faults } = decideVerdict(challenge.assertions, check);
			const rows = resultsOf(check);
			const row = rows[input.check - 1];
			if (!row)
				throw new ToolError(
					`"${key.challenge}" has ${rows.length} checks, and there is no check ${input.check}. Call treeline_verify for their numbers.`,
				);
			return {
				...checkOf(row),
				passed: faults.length === 0 && row.result.passed,
				...findingOf(row),
				hint: row.result.assertion.hint ?? null,
				syntaxErrors: faults.map(syntaxErrorOf),
			};
		},
		async treeline_next_hint(input) {
			const { key, challenge } = await findTarget(learner, input);
			const { hints } = challenge;
			if (hints.length === 0)
				throw new ToolError(
					`"${key.challenge}" has no hints. Call treeline_verify, then treeline_explain_check for a check that is missed.`,
				);
			const number = await learner.nextHint(key, hints.length);
			if (number === null)
				throw new ToolError(
					`All ${hints.length} hints of "${key.challenge}" are shown already. Call treeline_verify, then treeline_explain_check for a check that is missed.`,
				);
			return { number, of: hints.length, hint: hints[number - 1] ?? "" };
		},
	};
	return async (name, input) => {
		const [fault] = shapeFaults(TOOLS[name].input, input);
		if (fault)
			throw new ToolError(
				`The arguments of ${name} are not valid: ${fault.detail} (at ${fault.pointer}). Correct them and call it again.`,
			);
		return handlers[name](input as never) as never;
	};
}

async function findPack(learner: Learner, slug: string): Promise<PublicPack> {
	const packs = await learner.packs();
	const pack = packs.find(({ manifest }) => manifest.slug === slug);
	if (pack) return pack;
	throw unknown(
		"pack",
		slug,
		packs.map(({ manifest }) => manifest.slug),
	);
}

/** The challenge that is named, else the open one. */
async function findTarget(
	learner: Learner,
	named: Partial<ChallengeKey>,
): Promise<{ key: ChallengeKey; challenge: PublicChallenge }> {
	if ((named.pack === undefined) !== (named.challenge === undefined))
		throw new ToolError(
			"Give both `pack` and `challenge`, as treeline_list lists them, or neither for the challenge that is open.",
		);
	const { pack, challenge } = named;
	const key = pack && challenge ? { pack, challenge } : learner.current();
	if (!key)
		throw new ToolError(
			"No challenge is open. Call treeline_list, then treeline_open with the `pack` and `challenge` of one.",
		);
	const { challenges } = await findPack(learner, key.pack);
	const found = challenges.find(({ slug }) => slug === key.challenge);
	if (found) return { key, challenge: found };
	throw unknown(
		"challenge",
		key.challenge,
		challenges.map(({ slug }) => slug),
	);
}

function unknown(what: string, slug: string, known: string[]): ToolError {
	const near = closestName(slug, known);
	return new ToolError(
		`There is no ${what} "${slug}".${near ? ` Did you mean "${near}"?` : ""} Call treeline_list for what there is.`,
	);
}

interface ResultRow {
	check: number;
	file: string | null;
	result: AssertionResult;
}

/** Numbered in the order in which every client lists the checks. */
const numbered = <Row extends object>(rows: Row[]) =>
	rows.map((row, index) => ({ check: index + 1, ...row }));

/** The checks before anything is verified. */
export const plannedChecks = ({ perFile = {}, crossFile = [] }: AssertionSet) =>
	numbered([
		...Object.entries(perFile).flatMap(([file, each]) =>
			each.map(({ description }) => ({ file, description })),
		),
		...crossFile.map(({ description }) => ({ file: null, description })),
	]);

const resultsOf = ({ result }: Check): ResultRow[] =>
	numbered([
		...result.fileResults.flatMap(({ file, results }) =>
			results.map((each) => ({ file, result: each })),
		),
		...result.crossFileResults.map((each) => ({ file: null, result: each })),
	]);

const checkOf = ({ check, file, result }: ResultRow) => ({
	check,
	file: result.location?.file ?? file,
	description: result.assertion.description,
});

/** All checks with what a verification found of each. */
export const verifiedChecks = (check: Check) =>
	resultsOf(check).map((row) => ({
		...checkOf(row),
		...findingOf(row),
		column: row.result.location?.column ?? null,
		passed: row.result.passed,
		hint: row.result.assertion.hint ?? null,
	}));

const findingOf = ({ result }: ResultRow) => ({
	message: result.message,
	line: result.location?.line ?? null,
	expected: result.nearMiss?.expected || null,
	found: result.nearMiss?.actual || null,
});

const syntaxErrorOf = (fault: {
	file: string;
	startLine: number;
	startColumn: number;
	message: string;
}) => ({
	file: fault.file,
	line: fault.startLine,
	column: fault.startColumn,
	message: fault.message,
});
