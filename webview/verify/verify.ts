/** Verification in its four stages: parse all files, check each file's assertions, check those of any file, add up. */

import { languageFault, matcherOf, shapeFaults } from "./kinds/faults.ts";
import type { EarlierChecks, Finding, Match } from "./kinds/matcher.ts";
import { type Placed, pathsOf, placedAt } from "./kinds/places.ts";
import { Budget } from "./limits/budget.ts";
import type { Facts } from "./parse/facts.ts";
import {
	type Grammars,
	grammarOf,
	type LoadedGrammar,
	languagesOf,
} from "./parse/grammars.ts";
import { OpenFiles, type Reading } from "./parse/open-files.ts";
import {
	type Attendance,
	diagnosticsOf,
	fileStep,
	loadGrammars,
	nodeTypesOf,
	readAll,
} from "./parse/reading.ts";
import {
	CheckFault,
	notTried,
	rethrowIfBroken,
	tookTooLong,
} from "./results/fault.ts";
import {
	atFault,
	missingFile,
	reported,
	told,
	unreadable,
} from "./results/report.ts";
import { addUp, fileResult } from "./results/totals.ts";
import type {
	Assertion,
	AssertionResult,
	AssertionSet,
	Definitions,
	FileEntry,
	FileVerificationResult,
	ParseDiagnostic,
	VerificationResult,
} from "./shapes.ts";

const unattended = (): Attendance => ({
	announce() {},
	condemned: new Set(),
	harmlessOnly: false,
	budget: new Budget(),
	openFiles: new OpenFiles(),
});

export interface Checked {
	result: VerificationResult;
	/** Syntax errors by path; files without any have no entry. */
	diagnostics: Record<string, ParseDiagnostic[]>;
}

/**
 * Verifies and diagnoses in one parse (specification: "Verification operation", rules 1 to 5).
 * Rejects only when a grammar cannot be loaded or the core has broken down; whatever else goes wrong is a failed result.
 */
export async function check(
	assertions: AssertionSet,
	files: readonly FileEntry[],
	grammars: Grammars,
	attend = unattended,
): Promise<Checked> {
	const loaded = await loadGrammars(files, grammars);
	const attendance = attend();
	const readings = new Map<string, Reading>();
	try {
		readAll(files, loaded, nodeTypesOf(assertions), attendance, readings);
		shareFiles(readings);
		const desk = { readings, attendance, definitions: assertions.definitions };
		const fileResults = pathsOf(assertions.perFile).map(([path, list]) =>
			checkFile(path, list, desk),
		);
		const crossFileResults = placedAt(null, assertions.crossFile).map(
			(placed) => checkAnyFile(placed, desk),
		);
		const result = addUp(fileResults, crossFileResults);
		return { result, diagnostics: diagnosticsOf(readings) };
	} finally {
		attendance.openFiles.giveBack(readings.values());
	}
}

interface Desk {
	readings: Map<string, Reading>;
	attendance: Attendance;
	definitions: Definitions | undefined;
}

/** Lets each file's facts find the others. */
function shareFiles(readings: Map<string, Reading>) {
	const files = new Map<string, Facts>();
	for (const [path, { facts }] of readings) if (facts) files.set(path, facts);
	for (const facts of files.values()) facts.files = files;
}

/** Stage 2: the assertions of one exact path; all fail when its file is missing or could not be parsed. */
function checkFile(
	file: string,
	list: unknown,
	desk: Desk,
): FileVerificationResult {
	const reading = grammarOf(file) ? desk.readings.get(file) : "unknown";
	const earlier: EarlierChecks = { compiled: [] };
	const results = placedAt(file, list).map((placed) =>
		guarded(placed, desk, () => checkAt(file, reading, placed, desk, earlier)),
	);
	return fileResult(file, results);
}

function checkAt(
	path: string,
	reading: Reading | "unknown" | undefined,
	placed: Placed,
	desk: Desk,
	earlier: EarlierChecks,
): AssertionResult {
	const assertion = placed.assertion as Assertion;
	if (reading === "unknown")
		throw new CheckFault(
			`it is for \`${path}\`, a kind of file that cannot be checked; its author should name another file`,
		);
	if (!reading) return missingFile(assertion, path, [...desk.readings.keys()]);
	if (!reading.facts) return unreadable(assertion, path, reading.why);
	const { grammar, facts } = reading;
	const unread = languageFault(assertion, grammar.name);
	if (unread) throw unread;
	const match = compile(assertion, grammar, desk);
	const finding = look(placed, facts, match, desk, earlier);
	const strayed =
		!finding.passed && finding.closeness < 2
			? findElsewhere(placed, path, desk)
			: null;
	return strayed ?? reported(assertion, finding, facts);
}

/** The same thing in a file it does not belong in; queries do not search, each could take its whole time again. */
function findElsewhere(placed: Placed, path: string, desk: Desk) {
	const assertion = placed.assertion as Assertion;
	const { grammars, risky } = matcherOf(assertion);
	if (risky) return null;
	for (const [other, { facts, grammar }] of readable(desk)) {
		if (other === path || !grammars.includes(grammar.name)) continue;
		const finding = look(
			placed,
			facts,
			compile(assertion, grammar, desk),
			desk,
		);
		if (!finding.passed) continue;
		const { message, location } = reported(assertion, finding, facts, true);
		return told(assertion, false, {
			message: `${message}, but it belongs in \`${path}\`; move it there`,
			location,
			nearMiss: { facet: "file", expected: path, actual: other },
		});
	}
	return null;
}

const readable = ({ readings }: Desk) =>
	[...readings].flatMap(([path, reading]) =>
		reading.facts ? [[path, reading] as const] : [],
	);

/** Stage 3: passes when any parsed file satisfies the assertion; on a miss the closest one is told. */
function checkAnyFile(placed: Placed, desk: Desk): AssertionResult {
	return guarded(placed, desk, () => {
		const assertion = placed.assertion as Assertion;
		const files = readable(desk).filter(([, { grammar }]) =>
			matcherOf(assertion).grammars.includes(grammar.name),
		);
		const severalFiles = desk.readings.size > 1;
		let best: { finding: Missed; facts: Facts } | null = null;
		let uncompiled: CheckFault | null = null;
		let unfinished: CheckFault | null = null;
		for (const [, { facts, grammar }] of files) {
			const match = attempt(() => compile(assertion, grammar, desk));
			if (match instanceof CheckFault) {
				uncompiled ??= match;
				continue;
			}
			const finding = attempt(() => look(placed, facts, match, desk));
			if (finding instanceof CheckFault) unfinished ??= finding;
			else if (finding.passed)
				return reported(assertion, finding, facts, severalFiles);
			else if (!best || isNearer(finding, best.finding))
				best = { finding, facts };
		}
		// A pattern is wrong only if no grammar takes it; one that ran out of time might have matched.
		const fault = unfinished ?? (best ? null : uncompiled);
		if (fault) throw fault;
		return best
			? reported(assertion, best.finding, best.facts, severalFiles)
			: told(assertion, false, {
					message: `None of your files is of a kind that this check can look at (${languagesOf(matcherOf(assertion).grammars).join(", ")}); add one that is`,
				});
	});
}

type Missed = Finding & { passed: false };

/** Whether a miss is to be told in place of one in a file before it. */
const isNearer = (one: Missed, best: Missed) =>
	one.closeness > best.closeness ||
	(one.closeness === best.closeness &&
		one.isLikelyPlace &&
		!best.isLikelyPlace);

function attempt<Value>(action: () => Value): Value | CheckFault {
	try {
		return action();
	} catch (problem) {
		if (problem instanceof CheckFault) return problem;
		throw problem;
	}
}

const compile = (
	assertion: Assertion,
	grammar: LoadedGrammar,
	{ definitions }: Desk,
): Match => matcherOf(assertion).compile(assertion, grammar, definitions);

function look(
	placed: Placed,
	facts: Facts,
	match: Match,
	desk: Desk,
	earlier?: EarlierChecks,
) {
	const { announce, budget, harmlessOnly } = desk.attendance;
	const { risky } = matcherOf(placed.assertion as Assertion);
	if (risky && (harmlessOnly || !budget.allowsRisk))
		throw new CheckFault(notTried);
	announce(risky ? placed.pointer : fileStep(facts.file.path));
	return match(facts, earlier);
}

/** Turns whatever keeps an assertion from being evaluated into a failed result; lets a broken core through. */
function guarded(
	placed: Placed,
	{ attendance }: Desk,
	evaluate: () => AssertionResult,
): AssertionResult {
	try {
		if (
			attendance.condemned.size > 0 &&
			attendance.condemned.has(placed.pointer)
		)
			throw new CheckFault(tookTooLong);
		const [shape] = shapeFaults(placed.assertion, false);
		if (shape)
			throw new CheckFault(`it ${shape.problem}; please tell its author`);
		return evaluate();
	} catch (problem) {
		rethrowIfBroken(problem);
		return atFault(placed.assertion, problem);
	}
}
