/** What a check means to a learner: pure words and rows from the engine's answer, so that screen and tests read the same. */
import type { Challenge } from "@treeline/api/client-types";
import type {
	Assertion,
	AssertionResult,
	AssertionSet,
	Location,
} from "@treeline/verify/shapes";
import { decideVerdict, type SyntaxFault } from "@treeline/verify/verdict";
import type { Check } from "@treeline/verify/worker";
import { t } from "../../l10n/l10n.ts";

/** One line of the list of checks. */
export interface CheckRow {
	/** The file it looks at; null when any file may satisfy it. */
	file: string | null;
	description: string;
	hint: string | null;
	state: "unknown" | "passed" | "open";
	message: string | null;
	location: Location | null;
	nearMiss: AssertionResult["nearMiss"] | null;
	/** Numbers of the tasks that it belongs to. */
	tasks: readonly number[];
}

export interface Verdict {
	passed: boolean;
	/** The syntax errors that withhold a pass. */
	faults: SyntaxFault[];
	rows: CheckRow[];
	/** One sentence that says it all; it is shown, and spoken once. */
	summary: string;
	/** The engine's English messages by those that are shown in their place. */
	english?: ReadonlyMap<string, string> | undefined;
}

/** The checks before anything is verified. */
export function plannedRows({ perFile, crossFile }: AssertionSet): CheckRow[] {
	const row = (file: string | null) => (assertion: Assertion) => ({
		...blank(assertion, file),
		state: "unknown" as const,
	});
	return [
		...Object.entries(perFile ?? {}).flatMap(([file, each]) =>
			each.map(row(file)),
		),
		...(crossFile ?? []).map(row(null)),
	];
}

/** Puts a check into rows and words; whether it is a pass is the engine's own rule. */
export function verdictOf(
	assertions: Challenge["assertions"],
	check: Check,
): Verdict {
	const { passed, faults } = decideVerdict(assertions, check);
	const { result } = check;
	const rows = [
		...result.fileResults.flatMap(({ file, results }) =>
			results.map((each) => rowOf(each, file)),
		),
		...result.crossFileResults.map((each) => rowOf(each, null)),
	].map((row) => (faults.length > 0 ? withheld(row) : row));
	const { english } = check;
	return { passed, faults, rows, summary: summaryOf(rows, faults), english };
}

/** A row whose result says nothing until a syntax error is fixed. */
const withheld = (row: CheckRow): CheckRow => ({
	...row,
	state: "unknown",
	message: null,
	location: null,
	nearMiss: null,
});

function rowOf(result: AssertionResult, file: string | null): CheckRow {
	return {
		...blank(result.assertion, file),
		state: result.passed ? "passed" : "open",
		message: result.message,
		location: result.location ?? null,
		nearMiss: result.nearMiss ?? null,
	};
}

function blank(assertion: Assertion, file: string | null) {
	return {
		file,
		description: assertion.description,
		hint: assertion.hint ?? null,
		tasks: assertion.tasks ?? [],
		message: null,
		location: null,
		nearMiss: null,
	};
}

function summaryOf(rows: CheckRow[], faults: SyntaxFault[]): string {
	const [fault] = faults;
	if (fault)
		return t(
			"Syntax error in {0}, line {1}. Fix this first.",
			fault.file,
			fault.startLine,
		);
	const open = rows.filter(({ state }) => state === "open");
	const [first] = open;
	if (!first)
		return rows.length === 1
			? t("The check passes.")
			: t("All {0} checks pass.", rows.length);
	const passing = rows.length - open.length;
	return t(
		"{0} of {1} checks pass. Not yet: {2}",
		passing,
		rows.length,
		first.description,
	);
}

/** A place in a message, as "(line 6)" or, at its start, as "Line 6: ". */
const PLACE = / \(\p{L}+ \d+\)|^\p{Lu}\p{L}* \d+: /gu;

/** `message` without the one line that it names, where that is the line of `location`, which is shown beside it. */
export function withoutPlace(
	message: string,
	location: Location | null,
): string {
	const [place, other] = message.matchAll(PLACE);
	const line = location && t("line {0}", location.line);
	return place && !other && RegExp(`^\\W*${line}\\W*$`, "i").test(place[0])
		? message.replace(place[0], "")
		: message;
}

/** How many checks pass, as a heading. */
export function passingText(passing: number, total: number): string {
	if (passing < total) return t("{0} of {1} checks pass", passing, total);
	return total === 1 ? t("The check passes") : t("All checks pass");
}
