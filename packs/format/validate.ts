/**
 * A pack is right when its shape holds, its paths are safe, its checks can be evaluated and every reference solution passes all
 * of them (specification, "Challenge file", rule 4). The validator and seeding ask the same question, here.
 */
import type { TSchema } from "@sinclair/typebox";
import { messageForAuthor } from "@treeline/verify/author-message";
import {
	Assertion,
	type AssertionResult,
	type AssertionSet,
	Definitions,
	type FileEntry,
} from "@treeline/verify/shapes";
import type { Check, Verifier } from "@treeline/verify/worker";
import { type Fault, shapeFaults } from "./faults.ts";
import {
	ChallengeFile,
	challengeFields,
	DIFFICULTIES,
	type Difficulty,
	Manifest,
	SeedBody,
	Slug,
} from "./manifest.ts";
import { pathsFault } from "./path.ts";
import { taskNumbers } from "./tasks.ts";

/** What was found of one challenge: its reference's score, and everything that is wrong. */
export interface ChallengeValidation {
	/** Checks that the reference passes, of all checks; 0 of 0 when it could not be verified. */
	passed: number;
	total: number;
	faults: Fault[];
}

/** What is wrong with a challenge that is still being written: its shape and its paths hold, even where it is unfinished. */
export function draftFaults(value: unknown, at = "#"): Fault[] {
	return [
		...shapeFaults(ChallengeFile, value, at),
		...unsafeFiles(fieldsOf(value), at),
	];
}

/**
 * Checks one challenge file. `value` is what the file held, of any shape; pointers start at `at`. A fault in one place does not hide
 * those in others: the reference is run with the assertions whose shape holds, whenever its files can be read.
 */
export async function validateChallenge(
	value: unknown,
	verifier: Verifier,
	at = "#",
): Promise<ChallengeValidation> {
	const challenge = fieldsOf(value);
	const faults = [
		...draftFaults(value, at),
		...gaps(challenge, at),
		...taskFaults(challenge, at),
	];
	const part = verifiablePart(challenge);
	if (!part) return { passed: 0, total: 0, faults };
	const check = await verifier.check(part.assertions, part.files, {
		compilesAll: true,
	});
	faults.push(...referenceFaults(check, part, at));
	return { passed: check.result.passedAssertions, total: part.total, faults };
}

/** A challenge of any shape, by its fields. */
type Fields = Partial<Record<keyof ChallengeFile, unknown>>;
const fieldsOf = (value: unknown): Fields =>
	typeof value === "object" && value !== null ? value : {};

const fits = (schema: TSchema, value: unknown) =>
	shapeFaults(schema, value).length === 0;

/** What of a challenge can be verified. */
interface VerifiablePart {
	files: FileEntry[];
	assertions: {
		perFile: Record<string, Assertion[]>;
		crossFile: Assertion[];
		definitions?: Definitions;
	};
	/** Where each assertion stands among its file's in the challenge file. */
	places: { perFile: Map<string, number[]>; crossFile: number[] };
	/** All assertions, those that cannot be evaluated too. */
	total: number;
}

/** The files and those assertions whose shape holds; null when the files cannot be used or no assertion is left. */
function verifiablePart(challenge: Fields): VerifiablePart | null {
	const files = challenge.files as FileEntry[];
	if (!fits(challengeFields.files, files)) return null;
	if (pathsFault(files.map(({ path }) => path))) return null;
	const set = fieldsOf(challenge.assertions) as Record<string, unknown>;
	const { definitions } = set;
	const isDefined = definitions === undefined || fits(Definitions, definitions);
	let total = 0;
	let left = 0;
	const sound = (list: unknown) => {
		const all: unknown[] = Array.isArray(list) ? list : [];
		const valid = all.flatMap((one, index) =>
			fits(Assertion, one) &&
			(isDefined || (one as Assertion).type !== "codePattern")
				? [{ index, assertion: one as Assertion }]
				: [],
		);
		total += all.length;
		left += valid.length;
		return {
			assertions: valid.map(({ assertion }) => assertion),
			places: valid.map(({ index }) => index),
		};
	};
	const perFile = Object.entries(fieldsOf(set.perFile))
		.filter(([path]) => path !== "")
		.map(([path, list]) => ({ path, ...sound(list) }));
	const crossFile = sound(set.crossFile);
	if (left === 0) return null;
	return {
		files,
		assertions: {
			perFile: Object.fromEntries(
				perFile.map(({ path, assertions }) => [path, assertions]),
			),
			crossFile: crossFile.assertions,
			...(definitions !== undefined &&
				isDefined && { definitions: definitions as Definitions }),
		},
		places: {
			perFile: new Map(perFile.map(({ path, places }) => [path, places])),
			crossFile: crossFile.places,
		},
		total,
	};
}

/** More faults than these are not listed; the rest is found by the next run. */
const MOST_FAULTS = 50;

/**
 * Proves a whole seed body: the manifest's shape, that it and the challenges agree, and each challenge. After `withinMs`
 * milliseconds no further challenge is begun, and the one whose turn it was is the fault.
 */
export async function validateSeedBody(
	value: unknown,
	verifier: Verifier,
	at = "#",
	withinMs = Number.POSITIVE_INFINITY,
): Promise<Fault[]> {
	const startedAt = performance.now();
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
		if (performance.now() - startedAt > withinMs) faults.push(tooSlow(pointer));
		else
			faults.push(
				...(await validateChallenge(challenge, verifier, pointer)).faults,
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
		const duplicate = seen.get(slug);
		if (!new RegExp(Slug.pattern as string).test(slug))
			faults.push({
				pointer,
				code: "malformed",
				detail: `"${path}" makes no slug; name the file like "01-say-hello.json"`,
			});
		else if (duplicate)
			faults.push({
				pointer,
				code: "duplicate",
				detail: `"${duplicate}" and "${path}" both make the slug "${slug}"; rename one`,
			});
		seen.set(slug, path);
	}
	return faults;
}

function unsafeFiles(challenge: Fields, at: string): Fault[] {
	const faults: Fault[] = [];
	for (const set of ["files", "scaffold"] as const) {
		const files = challenge[set];
		if (!fits(challengeFields.files, files)) continue;
		const unsafe = pathsFault((files as FileEntry[]).map(({ path }) => path));
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
function gaps(
	{ scaffolded, scaffold, assertions }: Fields,
	at: string,
): Fault[] {
	const faults: Fault[] = [];
	if (scaffolded === true && scaffold === undefined)
		faults.push({
			pointer: `${at}/scaffold`,
			code: "missing",
			detail:
				"`scaffolded` is true and there is no `scaffold`; add the starter files or set `scaffolded` to false",
		});
	if (!fits(challengeFields.assertions, assertions)) return faults;
	const { perFile = {}, crossFile = [] } = assertions as AssertionSet;
	if (Object.values(perFile).flat().length + crossFile.length === 0)
		faults.push({
			pointer: `${at}/assertions`,
			code: "too_few",
			detail:
				"there is no assertion, so nothing can pass; add at least one under `perFile` or `crossFile`",
		});
	return faults;
}

/** Checks whose `tasks` name an item that the prompt does not have. */
function taskFaults({ prompt, assertions }: Fields, at: string): Fault[] {
	if (!fits(challengeFields.prompt, prompt)) return [];
	if (!fits(challengeFields.assertions, assertions)) return [];
	const known = taskNumbers(prompt as string);
	const { perFile = {}, crossFile = [] } = assertions as AssertionSet;
	const lists = [
		...Object.entries(perFile).map(
			([path, checks]) => [`perFile/${pointerSegment(path)}`, checks] as const,
		),
		["crossFile", crossFile] as const,
	];
	return lists.flatMap(([place, checks]) =>
		checks.flatMap(({ tasks = [] }, index) =>
			tasks
				.filter((number) => !known.has(number))
				.map((number) => ({
					pointer: `${at}/assertions/${place}/${index}/tasks`,
					code: "unknown_task",
					detail: `the check names task ${number}, and the prompt has no list item of this number; ${known.size > 0 ? `use ${[...known].join(", ")}` : "number what is asked for"}`,
				})),
		),
	);
}

function referenceFaults(
	{ result, diagnostics }: Check,
	{ places, files }: VerifiablePart,
	at: string,
): Fault[] {
	const faults: Fault[] = [];
	const paths = files.map(({ path }) => path);
	const note = (pointer: string, detail: string) =>
		faults.push({
			pointer: `${at}${pointer}`,
			code: "reference_fails",
			detail,
		});
	/** `path` is how `caughtBy` names the check, in parts. */
	const noteCheck = (
		one: AssertionResult,
		path: (string | number)[],
		check: string,
	) => {
		const name = `${check} (\`${path.join("/")}\`)`;
		// A fault in one of its known mistakes says which it is.
		const [, member = ""] =
			(one.fault === "check" && /in `(mistakes\/[^`]+)`: /.exec(one.message)) ||
			[];
		const place = [...path, ...member.split("/").filter(Boolean)];
		note(
			`/assertions/${place.map((part) => pointerSegment(String(part))).join("/")}`,
			one.fault === "check"
				? `${name} cannot be evaluated: ${messageForAuthor(one)}`
				: `the reference solution fails ${name}: ${one.message}`,
		);
	};
	for (const { file, results } of result.fileResults) {
		if (results.length > 0 && !paths.includes(file)) {
			note(
				`/assertions/perFile/${pointerSegment(file)}`,
				`the assertions of \`${file}\` are about a file that the reference solution does not have; it has ${paths.map((path) => `\`${path}\``).join(", ")}: rename one of them`,
			);
			continue;
		}
		for (const [index, one] of results.entries()) {
			if (one.passed) continue;
			const place = places.perFile.get(file)?.[index] ?? index;
			noteCheck(
				one,
				["perFile", file, place],
				`assertion ${place + 1} of \`${file}\``,
			);
		}
	}
	for (const [index, one] of result.crossFileResults.entries()) {
		if (one.passed) continue;
		const place = places.crossFile[index] ?? index;
		noteCheck(one, ["crossFile", place], `crossFile assertion ${place + 1}`);
	}
	for (const [file, [first]] of Object.entries(diagnostics))
		if (first && faults.length === 0)
			note(
				"/files",
				`the reference solution fails to parse cleanly (\`${file}\`, line ${first.startLine}): ${first.message}`,
			);
	return faults;
}

const pointerSegment = (segment: string) =>
	segment.replaceAll("~", "~0").replaceAll("/", "~1");

/** The fault of challenges whose difficulty falls (specification, "Challenge file", rule 3), at the first one that is easier than one before. */
export function difficultyFaults(
	difficulties: readonly Difficulty[],
	pack: string,
	pointer: (index: number) => string,
): Fault[] {
	const levels = difficulties.map((level) => DIFFICULTIES.indexOf(level));
	const fall = levels.findIndex(
		(level, index) => level < (levels[index - 1] ?? 0),
	);
	if (fall < 0) return [];
	return [
		{
			pointer: pointer(fall),
			code: "falling_difficulty",
			detail: `the challenges of "${pack}" do not go from beginner to intermediate to advanced; reorder them`,
		},
	];
}
