/** Advice to authors on their patterns: what makes a check refuse right answers, or accept the starter. */
import type { Accepted, ChallengeFile } from "@treeline/packs/format";
import {
	conditionOf,
	type InspectedProject,
	openProject,
} from "@treeline/verify/inspect";
import type {
	Assertion,
	AssertionOf,
	FileEntry,
} from "@treeline/verify/shapes";
import { locateChecks } from "../checks.ts";
import { namedIn } from "../mutants/derive.ts";
import { withTree } from "../mutants/tree.ts";
import { declaredNames } from "../rewrites/names.ts";
import {
	loosened,
	metavariablesOf,
	patternsIn,
	withoutTexts,
	withPattern,
} from "./patterns.ts";
import { hasList, listWarnings, type PassesOn, waysRefused } from "./ways.ts";

type CodePattern = AssertionOf<"codePattern">;

const isCodePattern = (one: Assertion): one is CodePattern =>
	one.type === "codePattern";

/** The warnings about one check. */
export interface Advice {
	/** `perFile/app.js/0`. */
	place: string;
	description: string;
	warnings: string[];
}

/** Warnings on the challenge's code patterns; `answers` are right ones: accepted cases, or files given to `try`; `rejected` are wrong ones. `known` are further right ones, which only lists of patterns are judged by. */
export async function adviceOn(
	challenge: ChallengeFile,
	answers: Accepted[],
	rejected: readonly Accepted[] = [],
	known: readonly Accepted[] = [],
): Promise<Advice[]> {
	const { assertions, scaffold } = challenge;
	const chosen = await namesOfReference(challenge);
	const checks = locateChecks(assertions).flatMap(({ place, assertion }) =>
		isCodePattern(assertion) ? [{ place, assertion }] : [],
	);
	if (checks.length === 0) return [];
	const open = async (files: readonly FileEntry[]): Promise<Opened> => ({
		paths: files.map((file) => file.path),
		project: await openProject(files, assertions.definitions),
	});
	const starter = scaffold && (await open(scaffold));
	const others: { name: string; opened: Opened }[] = [];
	for (const { name, files } of answers)
		others.push({ name, opened: await open(files) });
	const solution = await open(challenge.files);
	const right = [solution, ...others.map(({ opened }) => opened)];
	for (const { files } of known) right.push(await open(files));
	const wrong: Opened[] = [];
	for (const { files } of rejected) wrong.push(await open(files));
	/** What is to be said of lists of patterns in a check. */
	async function waysOf(
		assertion: CodePattern,
		path: string | null,
	): Promise<string[]> {
		const condition = conditionOf(assertion);
		if (!hasList(condition)) return [];
		const on =
			({ paths, project }: Opened): PassesOn =>
			(one) =>
				(path === null ? paths : [path]).some(
					(file) => project.inspect(one, file).passed,
				);
		return listWarnings(
			condition,
			right.map(on).filter((passes) => passes(condition)),
			[...wrong, ...(starter ? [starter] : [])]
				.map(on)
				.filter((passes) => !passes(condition)),
			() =>
				waysRefused(challenge, async (files) =>
					on(await open(files))(condition),
				),
		);
	}
	const advice: Advice[] = [];
	for (const { place, assertion } of checks) {
		const path = /^perFile\/(.+)\/\d+$/.exec(place)?.[1] ?? null;
		const passes = (check: CodePattern, opened: Opened) =>
			passesIn(check, path, opened);
		const warnings = [
			...sharedNames(assertion, definitionNames(challenge)),
			...ownNames(assertion, chosen),
			...(await waysOf(assertion, path)),
		];
		if (starter && passes(assertion, starter))
			warnings.push(
				"it passes on the starter, so it asks for nothing that is left to do; keep it only when the task says that this must stay",
			);
		for (const { name, opened } of others) {
			if (passes(assertion, opened)) continue;
			const list = exactList(assertion, (check) => passes(check, opened));
			if (list)
				warnings.push(
					`\`${list}\` is too exact for ${name}, which has more in that place; write \`...\` at its end if more is right`,
				);
		}
		if (warnings.length > 0)
			advice.push({
				place,
				description: assertion.description,
				warnings: [...new Set(warnings)],
			});
	}
	return advice;
}

/** An answer whose files are read. */
interface Opened {
	paths: readonly string[];
	project: InspectedProject;
}

function passesIn(
	check: CodePattern,
	path: string | null,
	{ paths, project }: Opened,
): boolean {
	const condition = conditionOf(check);
	return (path === null ? paths : [path]).some(
		(one) => project.inspect(condition, one).passed,
	);
}

/** The names of definitions without parts, which look like metavariables. */
const definitionNames = ({ assertions }: ChallengeFile) =>
	new Set(
		Object.keys(assertions.definitions?.patterns ?? {}).map(
			(head) => /^\$\w+/.exec(head)?.[0] ?? head,
		),
	);

/** Metavariables that several parts share, each of which must then find the same thing. */
function sharedNames(check: CodePattern, definitions: Set<string>): string[] {
	const places = new Map<string, Set<string>>();
	for (const { place, code, binds } of patternsIn(check)) {
		// Of a list of patterns one is enough: they are one part.
		const part = /^(pattern|all\/\d+)/.exec(place)?.[0];
		if (!part || !binds) continue;
		for (const name of metavariablesOf(code))
			places.set(name, (places.get(name) ?? new Set()).add(part));
	}
	return [...places]
		.filter(([name, parts]) => parts.size > 1 && !definitions.has(name))
		.map(
			([name, parts]) =>
				`\`${name}\` is bound in several parts (${[...parts].join(", ")}), so all of them must mean the same thing; use another name where they need not`,
		);
}

/** Names of the reference that the task leaves to the learner. */
async function namesOfReference({
	prompt,
	files,
	scaffold = [],
}: ChallengeFile): Promise<Set<string>> {
	const isNamed = namedIn(prompt);
	const starter = new Set(
		scaffold.flatMap(({ content }) => content.split(/[^\w$]+/)),
	);
	const chosen = new Set<string>();
	for (const { path, content } of files)
		await withTree(path, content, (root) => {
			for (const name of declaredNames(root).keys())
				if (!isNamed(name) && !starter.has(name)) chosen.add(name);
		});
	return chosen;
}

/** Names of the learner's choice that a pattern writes out. */
function ownNames(check: CodePattern, chosen: Set<string>): string[] {
	const written = patternsIn(check)
		.flatMap(({ code }) => [
			...withoutTexts(code).matchAll(/(?<![\w$.])[A-Za-z_]\w*(?!\w|\s*:)/g),
		])
		.map(([name]) => name);
	return [...new Set(written)]
		.filter((name) => chosen.has(name))
		.map(
			(name) =>
				`it names \`${name}\`, which the task leaves to the learner; write \`$${name}\`, or name it in the task`,
		);
}

/** The list whose exactness alone keeps a check from passing; null when it is none. */
function exactList(
	check: CodePattern,
	passes: (check: CodePattern) => boolean,
): string | null {
	for (const { place, code, binds } of patternsIn(check)) {
		if (!binds) continue;
		for (const { list, code: looser } of loosened(code))
			if (passes(withPattern(check, place, looser))) return list;
	}
	return null;
}
