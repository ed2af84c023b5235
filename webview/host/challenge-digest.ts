/** What of a challenge a learner begins with, as short hashes that tell whether it has changed. */
import type { PublicChallenge } from "@treeline/packs/format";

export interface ChallengeDigest {
	prompt: number;
	checks: number;
	/** Of the starter, by path. */
	files: Record<string, number>;
}

export interface Changes {
	/** Starter files that are new, gone or other ones. */
	files: string[];
	hasOtherPrompt: boolean;
	hasOtherChecks: boolean;
}

export function digestOf({
	prompt,
	assertions,
	files,
}: Pick<PublicChallenge, "prompt" | "assertions" | "files">): ChallengeDigest {
	return {
		prompt: hash(prompt),
		checks: hash(JSON.stringify(assertions)),
		files: Object.fromEntries(
			files.map(({ path, content }) => [path, hash(content)]),
		),
	};
}

export function isChallengeDigest(value: unknown): value is ChallengeDigest {
	const digest = value as Partial<ChallengeDigest> | null;
	return (
		typeof digest?.prompt === "number" &&
		typeof digest.checks === "number" &&
		// A file that is no number only counts as changed.
		digest.files instanceof Object
	);
}

/** Null when nothing has changed. */
export function changesSince(
	before: ChallengeDigest,
	now: ChallengeDigest,
): Changes | null {
	const paths = new Set([
		...Object.keys(before.files),
		...Object.keys(now.files),
	]);
	const files = [...paths].filter(
		(path) => before.files[path] !== now.files[path],
	);
	const hasOtherPrompt = before.prompt !== now.prompt;
	const hasOtherChecks = before.checks !== now.checks;
	return files.length > 0 || hasOtherPrompt || hasOtherChecks
		? { files, hasOtherPrompt, hasOtherChecks }
		: null;
}

/** FNV-1a with 32 bits: it tells changes apart, and guards nothing. */
function hash(text: string): number {
	let value = 0x811c9dc5;
	for (let at = 0; at < text.length; at++)
		value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
	return value >>> 0;
}
