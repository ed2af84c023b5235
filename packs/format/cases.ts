/**
 * The cases of a challenge: other right answers that must pass, and wrong ones that must not. Beside its reference, every accepted
 * answer passes every check, and every rejected one fails the check that must catch it.
 */
import { type Static, Type } from "@sinclair/typebox";
import { messageForAuthor } from "@treeline/verify/author-message";
import {
	type AssertionResult,
	type AssertionSet,
	FileEntry,
	type VerificationResult,
} from "@treeline/verify/shapes";
import type { Check, Verifier } from "@treeline/verify/worker";
import type { Fault } from "./faults.ts";
import type { ChallengeFile } from "./manifest.ts";
import { pathsFault } from "./path.ts";

const closed = { additionalProperties: false };
const named = {
	/** What is different about it, for the people who read a failure. */
	name: Type.String({
		minLength: 1,
		description: "what is different about it, for whoever reads a failure",
	}),
	files: Type.Array(FileEntry, {
		minItems: 1,
		description: "the whole file set, not only what differs",
	}),
};

export const Accepted = Type.Object(named, closed);
export type Accepted = Static<typeof Accepted>;

export const Rejected = Type.Object(
	{
		...named,
		caughtBy: Type.String({
			pattern: "^(perFile/.+|crossFile)/\\d+$",
			examples: ["perFile/app.js/0"],
			description:
				"the check that must fail: `perFile/<path>/<index>` or `crossFile/<index>`, counted from 0",
		}),
		behaves: Type.Optional(
			Type.Boolean({
				description:
					"true when it behaves right and only breaks what the prompt asks for; its behavioural suite must then pass",
			}),
		),
		reason: Type.Optional(
			Type.String({
				minLength: 1,
				description:
					"which numbered requirement it breaks although it behaves right; needed beside `behaves`",
			}),
		),
	},
	closed,
);
export type Rejected = Static<typeof Rejected>;

export const Cases = Type.Object(
	{
		$schema: Type.Optional(Type.String()),
		accepted: Type.Array(Accepted),
		rejected: Type.Array(Rejected),
	},
	closed,
);
export type Cases = Static<typeof Cases>;

/**
 * What is wrong with `cases` of a challenge whose own shape and reference hold; pointers start at `at`. After `withinMs` milliseconds
 * no further case is begun, and the one whose turn it was is the fault.
 */
export async function validateCases(
	challenge: ChallengeFile,
	{ accepted, rejected }: Pick<Cases, "accepted" | "rejected">,
	verifier: Verifier,
	at = "#",
	withinMs = Number.POSITIVE_INFINITY,
): Promise<Fault[]> {
	const startedAt = performance.now();
	const faults: Fault[] = [];
	const note = (pointer: string, code: string, detail: string) =>
		faults.push({ pointer: `${at}${pointer}`, code, detail });
	const isTimeOver = (pointer: string) => {
		const isOver = performance.now() - startedAt > withinMs;
		if (isOver)
			note(
				pointer,
				"took_too_long",
				"the time for checking the cases was over before this one's turn; send fewer at once",
			);
		return isOver;
	};
	const seen = new Map([[textOf(challenge.files), "the reference"]]);
	const shown = new Set<string>();
	const check = async (pointer: string, label: string, files: FileEntry[]) => {
		const duplicate = seen.get(textOf(files));
		if (duplicate)
			note(
				pointer,
				"duplicate",
				`${label} is the same as ${duplicate}; keep one`,
			);
		seen.set(textOf(files), label);
		const unsafe = pathsFault(files.map((file) => file.path));
		if (unsafe) note(`${pointer}/files`, "unsafe_path", unsafe);
		const done = await verifier.check(challenge.assertions, files);
		const broken = syntaxError(done);
		if (broken)
			note(
				`${pointer}/files`,
				"case_syntax",
				`${label} does not parse (${broken}); a learner could not submit it, so it proves nothing`,
			);
		return done.result;
	};
	for (const [index, { name, files }] of accepted.entries()) {
		if (isTimeOver(`/accepted/${index}`)) return faults;
		const label = `the accepted answer "${name}"`;
		const result = await check(`/accepted/${index}`, label, files);
		for (const missed of failures(result))
			note(
				`/accepted/${index}`,
				"false_reject",
				`${label} fails "${missed.assertion.description}": ${messageForAuthor(missed)}`,
			);
	}
	for (const [index, wrong] of rejected.entries()) {
		const pointer = `/rejected/${index}`;
		if (isTimeOver(pointer)) return faults;
		const label = `the rejected answer "${wrong.name}"`;
		const result = await check(pointer, label, wrong.files);
		for (const { place, result: one } of placedResults(result))
			if (one.mistake !== undefined)
				shown.add(`${place}/mistakes/${one.mistake}`);
		const catcher = resultAt(result, wrong.caughtBy);
		if (!catcher)
			note(
				`${pointer}/caughtBy`,
				"unknown_check",
				`${label} names the check ${wrong.caughtBy}, which does not exist; use one of ${placedResults(
					result,
				)
					.map(({ place }) => place)
					.join(", ")}, counted from 0`,
			);
		else if (catcher.fault === "check")
			note(
				pointer,
				"check_fault",
				`${label} proves nothing: "${catcher.assertion.description}", which must catch it, cannot be evaluated on it: ${messageForAuthor(catcher)}`,
			);
		else if (catcher.passed)
			note(
				pointer,
				"false_accept",
				`${label} passes "${catcher.assertion.description}", which must catch it`,
			);
		if (wrong.behaves && !wrong.reason)
			note(
				pointer,
				"no_reason",
				`${label} is marked \`behaves\`; add a \`reason\` that names the requirement it breaks`,
			);
	}
	for (const { place, message } of knownMistakes(challenge.assertions))
		if (!shown.has(place))
			note(
				"/rejected",
				"unshown_mistake",
				`no rejected answer shows the mistake ${place} ("${message}"); add an answer that makes it and misses that check, or list it before the mistake that is shown in its place`,
			);
	return faults;
}

/** The mistakes that the checks of a set know, each with its place: `perFile/app.js/0/mistakes/1`. */
const knownMistakes = ({ perFile = {}, crossFile = [] }: AssertionSet) =>
	[
		...Object.entries(perFile).map(
			([path, checks]) => [`perFile/${path}`, checks] as const,
		),
		["crossFile", crossFile] as const,
	].flatMap(([path, checks]) =>
		checks.flatMap((one, index) =>
			one.type === "codePattern"
				? (one.mistakes ?? []).map(({ message }, number) => ({
						place: `${path}/${index}/mistakes/${number}`,
						message,
					}))
				: [],
		),
	);

/** The checks of `result` that failed. */
export function failures(result: VerificationResult): AssertionResult[] {
	return [
		...result.fileResults.flatMap((file) => file.results),
		...result.crossFileResults,
	].filter((one) => !one.passed);
}

/** The first syntax error, in words; null when every file parses. */
export function syntaxError({ diagnostics }: Check): string | null {
	for (const [file, [first]] of Object.entries(diagnostics))
		if (first) return `\`${file}\`, line ${first.startLine}: ${first.message}`;
	return null;
}

/** The result of each check with its place, as `caughtBy` names it. */
const placedResults = ({
	fileResults,
	crossFileResults,
}: VerificationResult): { place: string; result: AssertionResult }[] => [
	...fileResults.flatMap(({ file, results }) =>
		results.map((result, index) => ({
			place: `perFile/${file}/${index}`,
			result,
		})),
	),
	...crossFileResults.map((result, index) => ({
		place: `crossFile/${index}`,
		result,
	})),
];

/** The result of the check at `perFile/<path>/<index>` or `crossFile/<index>`. */
export function resultAt(
	result: VerificationResult,
	place: string,
): AssertionResult | undefined {
	const [, path, index] =
		/^(?:perFile\/(.+)|crossFile)\/(\d+)$/.exec(place) ?? [];
	const results =
		path === undefined
			? result.crossFileResults
			: result.fileResults.find((one) => one.file === path)?.results;
	return results?.[Number(index)];
}

/** Files that say the same say it in the same order. */
function textOf(files: FileEntry[]): string {
	return JSON.stringify(
		files.map(({ path, content }) => [path, content]).sort(),
	);
}
