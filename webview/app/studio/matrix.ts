/** Which check every answer of a challenge passes, and what the chosen check matches in each: by the engine of this browser. */
import type { PatternMatch } from "@treeline/verify/inspect";
import type {
	AssertionSet,
	Condition,
	Definitions,
	FileEntry,
	Location,
} from "@treeline/verify/shapes";
import type { Verifier } from "@treeline/verify/worker";
import type { StudioDocument } from "../../host/studio.ts";
import {
	checksIn,
	conditionOf,
	fieldsOf,
	type LocatedCheck,
	verifiedAssertions,
} from "./checks.ts";

export type AnswerKind = "solution" | "starter" | "accepted" | "rejected";

export interface Answer {
	/** `solution`, `starter`, `accepted/0`, `rejected/2`. */
	id: string;
	kind: AnswerKind;
	/** What is special about it; empty for solution and starter. */
	name: string;
	files: FileEntry[];
	/** The check that must fail; absent for all but rejected answers. */
	caughtBy?: string;
}

/** What one check says about one answer. */
export interface Cell {
	passed: boolean;
	/** Null where either will do. */
	expected: boolean | null;
	/** What a learner with this answer reads. */
	message: string;
	location: Location | null;
	/** Of a miss: what is asked for, and the closest code in its place; null where the message says all. */
	nearMiss: { expected: string; actual: string } | null;
	/** Whether the check itself cannot be evaluated. */
	isFault: boolean;
}

export interface Row {
	answer: Answer;
	cells: Cell[];
	/** Its first syntax error; null when it parses. */
	syntax: string | null;
	/** Of the chosen check: the places that match, each with its metavariables. */
	matches: PatternMatch[];
	/** Of the chosen check, which of several patterns matches, from 1; null where there is one, or none matches. */
	alternative: { number: number; of: number } | null;
}

export interface Matrix {
	checks: LocatedCheck[];
	rows: Row[];
	/** The check whose matches were looked for. */
	chosen: string | null;
}

export const isWrong = ({ passed, expected }: Cell) =>
	expected !== null && passed !== expected;

/** The answers of a document in the order of the table; those without files are left out. */
export function answersOf(document: StudioDocument): Answer[] {
	const { files = [], scaffold = [] } = fieldsOf(document);
	const { accepted, rejected } = document.cases;
	const all: Answer[] = [
		{ id: "solution", kind: "solution", name: "", files },
		{ id: "starter", kind: "starter", name: "", files: scaffold },
		...accepted.map((one, index) => ({
			id: `accepted/${index}`,
			kind: "accepted" as const,
			name: one.name,
			files: one.files,
		})),
		...rejected.map((one, index) => ({
			id: `rejected/${index}`,
			kind: "rejected" as const,
			name: one.name,
			files: one.files,
			caughtBy: one.caughtBy,
		})),
	];
	return all.filter((answer) => answer.files.length > 0);
}

const expectedOf = (answer: Answer, place: string): boolean | null => {
	if (answer.kind === "solution" || answer.kind === "accepted") return true;
	return answer.caughtBy === place ? false : null;
};

/** The set with one of its checks. */
const withOnly = (
	{ definitions }: AssertionSet,
	{ file, check }: LocatedCheck,
): AssertionSet => ({
	...(file === null
		? { crossFile: [check] }
		: { perFile: { [file]: [check] } }),
	...(definitions && { definitions }),
});

/** A condition with each of its patterns alone; none where it has no choice. */
function alternativesOf(condition: Condition | null): Condition[] {
	if (!condition || typeof condition === "string" || Array.isArray(condition))
		return [];
	const { pattern } = condition;
	return Array.isArray(pattern) && pattern.length > 1
		? pattern.map((one) => ({ ...condition, pattern: one }))
		: [];
}

export interface MatrixRequest {
	document: StudioDocument;
	/** What the checks of the pack share. */
	shared: Definitions;
	/** The check whose matches are looked for. */
	chosen: string | null;
	verifier: Verifier;
	/** Whether the result is still wanted. */
	isCurrent(): boolean;
}

/** Whether a matrix is of the same checks and answers, by their places, and so has a cell for each of the document's. */
function isAlike({ checks, rows }: Matrix, document: StudioDocument): boolean {
	const now = checksIn(document).map(({ place }) => place);
	const before = checks.map(({ place }) => place);
	const answers = answersOf(document).map(({ id }) => id);
	const known = rows.map(({ answer }) => answer.id);
	return (
		now.join("\n") === before.join("\n") && answers.join() === known.join()
	);
}

/**
 * Verifies all answers, one after another. With `before`, only by the chosen check: other cells are those of that matrix. Answers null
 * once the result is not wanted any more, and where `before` is of other checks or answers. Rejects only when the engine cannot be started,
 * with the next step.
 */
export async function computeMatrix(
	{ document, shared, chosen, verifier, isCurrent }: MatrixRequest,
	before: Matrix | null = null,
): Promise<Matrix | null> {
	const checks = checksIn(document);
	const asked = checks.find(({ place }) => place === chosen);
	if (before && (!asked || !isAlike(before, document))) return null;
	const whole = verifiedAssertions(document, shared);
	const assertions = before && asked ? withOnly(whole, asked) : whole;
	const condition = asked ? conditionOf(asked.check) : null;
	const alternatives = alternativesOf(condition);
	const rows: Row[] = [];
	for (const [at, answer] of answersOf(document).entries()) {
		const paths = answer.files
			.map(({ path }) => path)
			.filter((path) => !asked?.file || path === asked.file);
		const inquiries = [condition, ...alternatives].flatMap((one) =>
			one ? paths.map((path) => ({ condition: one, path })) : [],
		);
		const check = await verifier.check(assertions, answer.files, {
			inquiries,
			compilesAll: true,
		});
		if (!isCurrent()) return null;
		const inspections = check.inspections ?? [];
		const passing = inspections.findIndex(
			({ passed }, index) => index >= paths.length && passed,
		);
		const number = passing < 0 ? 0 : Math.floor(passing / paths.length);
		const { fileResults, crossFileResults } = check.result;
		const cells = checks.map(({ place, file, index }, column): Cell => {
			const known = before?.rows[at]?.cells[column];
			if (known && place !== chosen) return known;
			const results =
				file === null
					? crossFileResults
					: fileResults.find((one) => one.file === file)?.results;
			const result = results?.[before ? 0 : index];
			return {
				passed: result?.passed === true,
				expected: expectedOf(answer, place),
				message: result?.message ?? "",
				location: result?.location ?? null,
				nearMiss:
					result?.nearMiss?.expected && result.nearMiss.actual
						? result.nearMiss
						: null,
				isFault: result?.fault === "check",
			};
		});
		const [broken] = Object.entries(check.diagnostics).flatMap(
			([path, [first]]) =>
				first ? [`${path}, line ${first.startLine}: ${first.message}`] : [],
		);
		rows.push({
			answer,
			cells,
			syntax: broken ?? null,
			matches: inspections
				.slice(0, paths.length)
				.flatMap(({ matches }) => matches),
			alternative: number > 0 ? { number, of: alternatives.length } : null,
		});
	}
	return { checks, rows, chosen };
}
