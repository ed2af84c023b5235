/** Proposes code patterns for a challenge that is being written: from a selection of its solution, or from all of its statements. */
import type {
	ChallengeFile,
	StudioDocument,
	StudioProposal,
} from "@treeline/packs/format";
import type { Assertion, FileEntry } from "@treeline/verify/shapes";
import type { Verifier } from "@treeline/verify/worker";
import { patternFor, type Selection } from "../author/selection.ts";

/** Most proposals that are shown. */
const MOST_PROPOSALS = 8;
/** Most lines of a solution that are made into patterns. */
const MOST_LINES = 300;

/** The pattern for lines of the document's solution. Rejects with the next step when they hold no whole statement. */
export const patternOf = (
	document: StudioDocument,
	selection: Selection,
): Promise<string> => patternFor(challengeOf(document), selection);

/** What `patternFor` reads of a challenge that may be unfinished. */
const challengeOf = ({ challenge }: StudioDocument): ChallengeFile => ({
	...(challenge as ChallengeFile),
	assertions: (challenge as Partial<ChallengeFile>).assertions ?? {},
	prompt: challenge.prompt ?? "",
	files: challenge.files ?? [],
});

/**
 * Patterns of single statements of the solution that every accepted answer has, those first that catch the most rejected answers.
 * Patterns that a check asks for already are left out, and so are those that fail none of the rejected answers.
 */
export async function proposeChecks(
	document: StudioDocument,
	verifier: Verifier,
): Promise<StudioProposal[]> {
	const challenge = challengeOf(document);
	const known = JSON.stringify(challenge.assertions);
	const { definitions } = challenge.assertions;
	const passes = async (path: string, pattern: string, files: FileEntry[]) => {
		const check: Assertion = { type: "codePattern", description: "-", pattern };
		const set = {
			perFile: { [path]: [check] },
			...(definitions && { definitions }),
		};
		return (await verifier.check(set, files)).result.passed;
	};
	const proposals: StudioProposal[] = [];
	for (const { path, pattern } of await patternsOf(challenge)) {
		if (known.includes(JSON.stringify(pattern))) continue;
		let isFair = await passes(path, pattern, challenge.files);
		for (const { files } of document.cases.accepted)
			isFair &&= await passes(path, pattern, files);
		if (!isFair) continue;
		const catches: string[] = [];
		for (const { name, files } of document.cases.rejected)
			if (!(await passes(path, pattern, files))) catches.push(name);
		// What fails nothing tells nothing, unless there is no wrong answer yet.
		if (catches.length > 0 || document.cases.rejected.length === 0)
			proposals.push({ file: path, pattern, catches });
	}
	return proposals
		.sort(
			(one, other) =>
				other.catches.length - one.catches.length ||
				one.pattern.length - other.pattern.length,
		)
		.slice(0, MOST_PROPOSALS);
}

/** The pattern of each line of the solution that stands for itself, once. */
async function patternsOf(
	challenge: ChallengeFile,
): Promise<{ path: string; pattern: string }[]> {
	const found = new Map<string, { path: string; pattern: string }>();
	for (const { path, content } of challenge.files) {
		const lines = content.split("\n").slice(0, MOST_LINES);
		for (const [index, text] of lines.entries()) {
			if (!/\w/.test(text)) continue;
			const at = { path, from: index + 1, to: index + 1 };
			// A line that is no whole statement has no pattern of its own.
			const pattern = await patternFor(challenge, at).catch(() => "");
			if (pattern) found.set(`${path} ${pattern}`, { path, pattern });
		}
	}
	return [...found.values()];
}
