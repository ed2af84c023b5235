/**
 * A pack is right when its shape holds, its paths are safe, its checks can be evaluated and every reference solution passes all
 * of them (specification, "Challenge file", rule 4). The validator and seeding ask the same question, here.
 */
import type { Check, Verifier } from "@treeline/verify/worker";
import { type Fault, shapeFaults } from "./faults.ts";
import {
	ChallengeFile,
	DIFFICULTIES,
	Manifest,
	SeedBody,
	Slug,
} from "./manifest.ts";
import { pathsFault } from "./path.ts";

/** What was found of one challenge: its reference's score, and everything that is wrong. */
export interface ChallengeProof {
	/** Checks that the reference passes, of all checks; 0 of 0 when it could not be verified. */
	passed: number;
	total: number;
	faults: Fault[];
}

/** What is wrong with a challenge that is still being written: its shape and its paths hold, even where it is unfinished. */
export function draftFaults(value: unknown, at = "#"): Fault[] {
	const faults = shapeFaults(ChallengeFile, value, at);
	return faults.length > 0 ? faults : unsafeFiles(value as ChallengeFile, at);
}

/**
 * Proves one challenge file. `value` is what the file held, of any shape; pointers start at `at`.
 * The engine is asked only about a challenge whose shape and paths hold.
 */
export async function proveChallenge(
	value: unknown,
	verifier: Verifier,
	at = "#",
): Promise<ChallengeProof> {
	const faults = draftFaults(value, at);
	if (faults.length > 0) return { passed: 0, total: 0, faults };
	const challenge = value as ChallengeFile;
	faults.push(...gaps(challenge, at));
	if (faults.length > 0) return { passed: 0, total: 0, faults };
	const check = await verifier.check(challenge.assertions, challenge.files);
	return {
		passed: check.result.passedAssertions,
		total: check.result.totalAssertions,
		faults: referenceFaults(check, at),
	};
}

/** More than these help nobody: the rest is found when they are mended. */
const MOST_FAULTS = 50;

/**
 * Proves a whole seed body: the manifest's shape, that it and the challenges agree, and each challenge. After `withinMs`
 * milliseconds no further challenge is begun, and the one whose turn it was is the fault.
 */
export async function provePack(
	value: unknown,
	verifier: Verifier,
	at = "#",
	withinMs = Number.POSITIVE_INFINITY,
): Promise<Fault[]> {
	const began = performance.now();
	const shape = shapeFaults(SeedBody, value, at);
	if (shape.length > 0) return shape;
	const { manifest, challenges } = value as SeedBody;
	const slugs = manifest.challenges.map(
		(path, index) => challenges[index]?.slug ?? challengeSlug(path),
	);
	const faults = listFaults(manifest, slugs, `${at}/manifest`);
	if (manifest.challenges.length !== challenges.length)
		faults.push({
			pointer: `${at}/challenges`,
			code: "count_mismatch",
			detail: `the manifest lists ${manifest.challenges.length} challenges and ${challenges.length} were sent; send each of them once, in the manifest's order`,
		});
	for (const [index, { slug: _, ...challenge }] of challenges.entries()) {
		const pointer = `${at}/challenges/${index}`;
		if (performance.now() - began > withinMs) faults.push(tooSlow(pointer));
		else
			faults.push(
				...(await proveChallenge(challenge, verifier, pointer)).faults,
			);
		if (faults.length >= MOST_FAULTS || faults.at(-1)?.code === "took_too_long")
			break;
	}
	return faults.slice(0, MOST_FAULTS);
}

const tooSlow = (pointer: string): Fault => ({
	pointer,
	code: "took_too_long",
	detail:
		"the time for checking the pack was over before this challenge's turn; simplify the checks before it, or have fewer challenges",
});

/** The faults of a manifest by itself: its shape, and a list that names a challenge twice or by a name that makes no slug. */
export function manifestFaults(value: unknown, at = "#"): Fault[] {
	const shape = shapeFaults(Manifest, value, at);
	return shape.length > 0
		? shape
		: listFaults(value as Manifest, slugsOf(value as Manifest), at);
}

/** A challenge's slug: its file's name without the number in front and the ending (contract, section 3). */
export function challengeSlug(path: string): string {
	const name = path.split("/").at(-1) ?? "";
	return name.replace(/\.json$/i, "").replace(/^\d+[-_.]*/, "");
}

const slugsOf = (manifest: Manifest) => manifest.challenges.map(challengeSlug);

/** What is wrong with the list of challenges, whose slugs are `slugs`. */
function listFaults(manifest: Manifest, slugs: string[], at: string): Fault[] {
	const unsafe = pathsFault(manifest.challenges);
	if (unsafe)
		return [
			{ pointer: `${at}/challenges`, code: "unsafe_path", detail: unsafe },
		];
	const faults: Fault[] = [];
	const seen = new Map<string, string>();
	for (const [index, path] of manifest.challenges.entries()) {
		const pointer = `${at}/challenges/${index}`;
		const slug = slugs[index] ?? "";
		const twin = seen.get(slug);
		if (!new RegExp(Slug.pattern as string).test(slug))
			faults.push({
				pointer,
				code: "malformed",
				detail: `"${path}" makes no slug; name the file like "01-say-hello.json"`,
			});
		else if (twin)
			faults.push({
				pointer,
				code: "duplicate",
				detail: `"${twin}" and "${path}" both make the slug "${slug}"; rename one`,
			});
		seen.set(slug, path);
	}
	return faults;
}

function unsafeFiles(challenge: ChallengeFile, at: string): Fault[] {
	const faults: Fault[] = [];
	for (const set of ["files", "scaffold"] as const) {
		const unsafe = pathsFault((challenge[set] ?? []).map((file) => file.path));
		if (unsafe)
			faults.push({
				pointer: `${at}/${set}`,
				code: "unsafe_path",
				detail: unsafe,
			});
	}
	return faults;
}

/** What a challenge still lacks before anyone could pass it. */
function gaps(challenge: ChallengeFile, at: string): Fault[] {
	const faults: Fault[] = [];
	if (challenge.scaffolded && !challenge.scaffold)
		faults.push({
			pointer: `${at}/scaffold`,
			code: "missing",
			detail:
				"`scaffolded` is true and there is no `scaffold`; add the starter files or set `scaffolded` to false",
		});
	const { perFile = {}, crossFile = [] } = challenge.assertions;
	if (Object.values(perFile).flat().length + crossFile.length === 0)
		faults.push({
			pointer: `${at}/assertions`,
			code: "too_few",
			detail:
				"there is no assertion, so nothing can pass; add at least one under `perFile` or `crossFile`",
		});
	return faults;
}

function referenceFaults({ result, diagnostics }: Check, at: string): Fault[] {
	const faults: Fault[] = [];
	const note = (pointer: string, place: string, message: string) =>
		faults.push({
			pointer: `${at}${pointer}`,
			code: "reference_fails",
			detail: `the reference solution fails ${place}: ${message}`,
		});
	for (const { file, results } of result.fileResults)
		for (const [index, one] of results.entries())
			if (!one.passed)
				note(
					`/assertions/perFile/${pointerSegment(file)}/${index}`,
					`assertion ${index + 1} of \`${file}\``,
					one.message,
				);
	for (const [index, one] of result.crossFileResults.entries())
		if (!one.passed)
			note(
				`/assertions/crossFile/${index}`,
				`crossFile assertion ${index + 1}`,
				one.message,
			);
	for (const [file, [first]] of Object.entries(diagnostics))
		if (first && faults.length === 0)
			note(
				"/files",
				`to parse cleanly (\`${file}\`, line ${first.startLine})`,
				first.message,
			);
	return faults;
}

const pointerSegment = (segment: string) =>
	segment.replaceAll("~", "~0").replaceAll("/", "~1");

/** True when the difficulties never go down (specification, "Challenge file", rule 3). */
export function inRisingOrder(
	difficulties: readonly ChallengeFile["difficulty"][],
): boolean {
	const levels = difficulties.map((level) => DIFFICULTIES.indexOf(level));
	return levels.every((level, index) => level >= (levels[index - 1] ?? 0));
}
