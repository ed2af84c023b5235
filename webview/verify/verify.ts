/** Verification in its four stages: parse all files, check each file's assertions, check those of any file, add up. */

import { languageFault, matcherOf, shapeFaults } from "./kinds/faults.ts";
import {
	assertionsAt,
	type LocatedAssertion,
	pathsOf,
} from "./kinds/located-assertions.ts";
import type { EarlierChecks, Match, Miss } from "./kinds/matcher.ts";
import { Budget } from "./limits/budget.ts";
import { msg } from "./messages/msg.ts";
import {
	type Grammars,
	grammarOf,
	type LoadedGrammar,
	languagesOf,
} from "./parse/grammars.ts";
import {
	diagnosticsOf,
	fileStep,
	loadGrammars,
	nodeTypesOf,
	readAll,
	type WorkerHooks,
} from "./parse/reading.ts";
import type { SyntaxIndex } from "./parse/syntax-index.ts";
import { type Reading, TreeCache } from "./parse/tree-cache.ts";
import { createResult, faultResult } from "./results/create-result.ts";
import {
	CheckFault,
	rethrowIfBroken,
	skipped,
	tookTooLong,
} from "./results/fault.ts";
import {
	missingFileResult,
	resultOfFinding,
	unreadableFileResult,
} from "./results/report.ts";
import { addUp, failAll, fileResult, missOfFiles } from "./results/totals.ts";
import { withholdingFaults } from "./results/verdict.ts";
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

const defaultHooks = (): WorkerHooks => ({
	onStep() {},
	timedOutSteps: new Set(),
	skipUserPatterns: false,
	budget: new Budget(),
	treeCache: new TreeCache(),
});

export interface CheckResult {
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
	createHooks = defaultHooks,
): Promise<CheckResult> {
	const loaded = await loadGrammars(files, grammars);
	const hooks = createHooks();
	const readings = new Map<string, Reading>();
	try {
		readAll(files, loaded, nodeTypesOf(assertions), hooks, readings);
		const diagnostics = diagnosticsOf(readings);
		if (
			hooks.skipsBroken &&
			withholdingFaults(assertions, diagnostics).length > 0
		)
			return { result: failAll(assertions, notChecked), diagnostics };
		shareFiles(readings);
		const context = { readings, hooks, definitions: assertions.definitions };
		const fileResults = pathsOf(assertions.perFile).map(([path, list]) =>
			checkFile(path, list, context),
		);
		const crossFileResults = assertionsAt(null, assertions.crossFile).map(
			(located) => checkAnyFile(located, context),
		);
		const result = addUp(fileResults, crossFileResults);
		return { result, diagnostics };
	} finally {
		hooks.treeCache.release(readings.values());
	}
}

const notChecked = missOfFiles(
	msg`This was not checked, because your code has a syntax error; fix that first`,
);

interface VerifyContext {
	readings: Map<string, Reading>;
	hooks: WorkerHooks;
	definitions: Definitions | undefined;
}

/** Gives each file's syntax index access to the other files. */
function shareFiles(readings: Map<string, Reading>) {
	const files = new Map<string, SyntaxIndex>();
	for (const [path, { syntax }] of readings)
		if (syntax) files.set(path, syntax);
	for (const syntax of files.values()) syntax.files = files;
}

/** Stage 2: the assertions of one exact path; all fail when its file is missing or could not be parsed. */
function checkFile(
	file: string,
	list: unknown,
	context: VerifyContext,
): FileVerificationResult {
	const reading = grammarOf(file) ? context.readings.get(file) : "unknown";
	const earlier: EarlierChecks = { compiled: [] };
	const results = assertionsAt(file, list).map((located) =>
		withFaultGuard(located, context, () =>
			checkAt(file, reading, located, context, earlier),
		),
	);
	return fileResult(file, results);
}

function checkAt(
	path: string,
	reading: Reading | "unknown" | undefined,
	located: LocatedAssertion,
	context: VerifyContext,
	earlier: EarlierChecks,
): AssertionResult {
	const assertion = located.assertion as Assertion;
	if (reading === "unknown")
		throw new CheckFault(
			msg`it is for \`${path}\`, a kind of file that cannot be checked; its author should name another file`,
		);
	if (!reading)
		return missingFileResult(assertion, path, [...context.readings.keys()]);
	if (!reading.syntax)
		return unreadableFileResult(assertion, path, reading.why);
	const { grammar, syntax } = reading;
	const unread = languageFault(assertion, grammar.name);
	if (unread) throw unread;
	const match = compile(assertion, grammar, context);
	const finding = runMatch(located, syntax, match, context, earlier);
	const strayed =
		!finding.passed && finding.closeness < 2
			? findElsewhere(located, path, context)
			: null;
	return strayed ?? resultOfFinding(assertion, finding, syntax);
}

/** Finds the expected code in another file. Queries are not run again, because each could take its whole time. */
function findElsewhere(
	located: LocatedAssertion,
	path: string,
	context: VerifyContext,
) {
	const assertion = located.assertion as Assertion;
	const { grammars, risky } = matcherOf(assertion);
	// Each file has its own imports: one in another file is right there.
	if (risky || /import/i.test(assertion.type)) return null;
	for (const [other, { syntax, grammar }] of readableFiles(context)) {
		if (other === path || !grammars.includes(grammar.name)) continue;
		// The language of another file need not read the pattern.
		const match = attempt(() => compile(assertion, grammar, context));
		if (match instanceof CheckFault) continue;
		const finding = runMatch(located, syntax, match, context);
		if (!finding.passed) continue;
		const { message, location } = resultOfFinding(
			assertion,
			finding,
			syntax,
			true,
		);
		return createResult(assertion, false, {
			message: msg`${message}, but it belongs in \`${path}\`; move it there`,
			location,
			nearMiss: { facet: "file", expected: path, actual: other },
		});
	}
	return null;
}

const readableFiles = ({ readings }: VerifyContext) =>
	[...readings].flatMap(([path, reading]) =>
		reading.syntax ? [[path, reading] as const] : [],
	);

/** Stage 3: passes when any parsed file satisfies the assertion; else returns the closest miss. */
function checkAnyFile(
	located: LocatedAssertion,
	context: VerifyContext,
): AssertionResult {
	return withFaultGuard(located, context, () => {
		const assertion = located.assertion as Assertion;
		const files = readableFiles(context).filter(([, { grammar }]) =>
			matcherOf(assertion).grammars.includes(grammar.name),
		);
		const severalFiles = context.readings.size > 1;
		const misses: { finding: Miss; syntax: SyntaxIndex }[] = [];
		let uncompiled: CheckFault | null = null;
		let unfinished: CheckFault | null = null;
		for (const [, { syntax, grammar }] of files) {
			const match = attempt(() => compile(assertion, grammar, context));
			if (match instanceof CheckFault) {
				uncompiled ??= match;
				continue;
			}
			const finding = attempt(() => runMatch(located, syntax, match, context));
			if (finding instanceof CheckFault) unfinished ??= finding;
			else if (finding.passed)
				return resultOfFinding(assertion, finding, syntax, severalFiles);
			else misses.push({ finding, syntax });
		}
		// Compared after all files, because each is explained for it.
		const [first, ...others] = unfinished ? [] : misses;
		const best =
			first &&
			others.reduce(
				(nearest, one) =>
					isNearer(one.finding, nearest.finding) ? one : nearest,
				first,
			);
		// A pattern is wrong only if no grammar takes it; one that ran out of time might have matched.
		const fault = unfinished ?? (best ? null : uncompiled);
		if (fault) throw fault;
		return best
			? resultOfFinding(assertion, best.finding, best.syntax, severalFiles)
			: createResult(assertion, false, {
					message: msg`None of your files is of a kind that this check can look at (${languagesOf(matcherOf(assertion).grammars).join(", ")}); add one that is`,
				});
	});
}

/** Whether a miss replaces one in an earlier file. */
const isNearer = (one: Miss, best: Miss) =>
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

function compile(
	assertion: Assertion,
	grammar: LoadedGrammar,
	{ definitions, hooks }: VerifyContext,
): Match {
	const matcher = matcherOf(assertion);
	const match = matcher.compile(assertion, grammar, definitions);
	if (hooks.compilesAll) matcher.compileAll?.(assertion, grammar, definitions);
	return match;
}

function runMatch(
	located: LocatedAssertion,
	syntax: SyntaxIndex,
	match: Match,
	context: VerifyContext,
	earlier?: EarlierChecks,
) {
	const { onStep, budget, skipUserPatterns } = context.hooks;
	const { risky } = matcherOf(located.assertion as Assertion);
	if (risky && (skipUserPatterns || !budget.allowsRisk))
		throw new CheckFault(skipped);
	onStep(risky ? located.pointer : fileStep(syntax.file.path));
	return match(syntax, earlier);
}

/** Turns any error of an evaluation into a failed result; rethrows errors of the parser core. */
function withFaultGuard(
	located: LocatedAssertion,
	{ hooks }: VerifyContext,
	evaluate: () => AssertionResult,
): AssertionResult {
	try {
		if (
			hooks.timedOutSteps.size > 0 &&
			hooks.timedOutSteps.has(located.pointer)
		)
			throw new CheckFault(tookTooLong);
		const [shape] = shapeFaults(located.assertion, false);
		if (shape)
			throw new CheckFault(msg`it ${shape.problem}; please tell its author`);
		return evaluate();
	} catch (problem) {
		rethrowIfBroken(problem);
		return faultResult(located.assertion, problem);
	}
}
