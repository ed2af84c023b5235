/**
 * The one rule for what counts as a pass, for page, editor and service. Code with a syntax error can satisfy every check, so a syntax
 * error in a file that the checks read withholds the pass.
 */
import type {
	AssertionSet,
	ParseDiagnostic,
	VerificationResult,
} from "../shapes.ts";

export interface SyntaxFault extends ParseDiagnostic {
	file: string;
}

export interface Verdict {
	/** Every check passes and `faults` is empty. */
	passed: boolean;
	/** The syntax errors that count: those of the files that checks name, of every parsed file when a check may look anywhere. */
	faults: SyntaxFault[];
}

/** What of a verification decides on the pass. */
interface Checked {
	result: VerificationResult;
	/** The syntax errors of each file by its path. */
	diagnostics: Record<string, ParseDiagnostic[]>;
}

/** Whether a check of these assertions counts as passed, and which syntax errors withhold the pass. */
export function decideVerdict(
	assertions: AssertionSet,
	{ result, diagnostics }: Checked,
): Verdict {
	const faults = withholdingFaults(assertions, diagnostics);
	return { passed: result.passed && faults.length === 0, faults };
}

/** The syntax errors that withhold the pass of these assertions, whatever their results are. */
export function withholdingFaults(
	{ perFile, crossFile }: AssertionSet,
	diagnostics: Checked["diagnostics"],
): SyntaxFault[] {
	const anywhere = (crossFile?.length ?? 0) > 0;
	return Object.entries(diagnostics)
		.filter(([file]) => anywhere || Object.hasOwn(perFile ?? {}, file))
		.flatMap(([file, found]) => found.map((fault) => ({ ...fault, file })));
}
