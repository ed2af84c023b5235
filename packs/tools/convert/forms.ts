/**
 * Converts a challenge between its two forms, as texts. Both directions check that the way back gives the same challenge, and tell where
 * it would give another layout of the same content.
 */

import {
	type Accepted,
	Cases,
	type ChallengeFile,
	draftFaults,
	pathsFault,
	type Rejected,
	shapeFaults,
} from "@treeline/packs/format";
import {
	type AssembledChallenge,
	assembleChallenge,
	type CaseKind,
	CHALLENGE,
	CHALLENGE_KEYS,
	casesSchemaAddress,
	type FolderLayout,
	folderSchemaAddress,
	inOrder,
	isIgnored,
	jsonPositions,
	LAYOUT,
	orderFiles,
	SETS,
	TEXTS,
	WHY,
	whyText,
	withKeys,
} from "@treeline/packs/reader";
import type { FileEntry } from "@treeline/verify/shapes";
import { flippedIn, jsonText } from "./json-text.ts";

/** The texts of the JSON form. */
export interface JsonForm {
	challenge: string;
	/** Null without a file of cases. */
	cases: string | null;
	/** The behavioural suite, by its ending; null without one. */
	suite: { ending: SuiteEnding; text: string } | null;
}

export type SuiteEnding = ".test.ts" | ".test.tsx" | ".py";

const SUITE_OF: Record<SuiteEnding, string> = {
	".test.ts": "behavior.test.ts",
	".test.tsx": "behavior.test.tsx",
	".py": "test_behavior.py",
};

/** The ending of the suite at a path. */
export const endingOf = (suite: string): SuiteEnding =>
	suite.endsWith(".py")
		? ".py"
		: suite.endsWith("x")
			? ".test.tsx"
			: ".test.ts";

export interface Converted<Form> {
	form: Form;
	/** The files whose layout another conversion back would change, though not their content. */
	changed: string[];
}

type CasesFile = Pick<Cases, "$schema" | CaseKind>;

/** The files of the folder form, relative to the challenge's folder. Throws, with the next step, what cannot be written as a folder. */
export function toFolder(json: JsonForm): Converted<FileEntry[]> {
	const challenge = valid<ChallengeFile>(json.challenge, draftFaults);
	const cases =
		json.cases === null
			? null
			: valid<CasesFile>(json.cases, (value) => shapeFaults(Cases, value));
	const order = orderOf(challenge);
	const layout = challengeLayout(json.challenge, challenge, order);
	const entries: FileEntry[] = [
		...challengeEntries(json.challenge, challenge, order),
		...casesEntries(challenge, cases, json.cases, order, layout),
	];
	if (json.suite)
		entries.push({
			path: SUITE_OF[json.suite.ending],
			content: rewriteImports(json.suite.text, deeper),
		});
	if (Object.keys(layout).length > 0)
		entries.push({ path: LAYOUT, content: jsonText(layout) });
	for (const { path, content } of entries) {
		if (!content.isWellFormed())
			throw new Error(
				`\`${path}\` has half of a surrogate pair, which no file of UTF-8 can hold; remove it.`,
			);
		if (isIgnored(path))
			throw new Error(
				`\`${path}\` is named like what systems leave behind, so it would not be read; rename it.`,
			);
	}
	const back = fromFolder(entries);
	if (
		!isSameJson(JSON.parse(back.challenge), challenge) ||
		!isSameJson(back.cases === null ? null : JSON.parse(back.cases), cases)
	)
		throw new Error(
			"A folder cannot hold all of this challenge; a name of a case that is blank is one reason.",
		);
	return {
		form: entries,
		changed: [
			...(back.challenge === json.challenge ? [] : ["the challenge's file"]),
			...(back.cases === json.cases ? [] : ["the cases' file"]),
			...(back.suite?.text === json.suite?.text ? [] : ["the suite"]),
		],
	};
}

/** The JSON form of the files of a challenge's folder. Throws the first fault of a folder that is not whole. */
export function toJson(entries: readonly FileEntry[]): Converted<JsonForm> {
	const form = fromFolder(entries);
	const back = new Map(
		toFolder(form).form.map(({ path, content }) => [path, content]),
	);
	return {
		form,
		changed: entries
			.filter(({ path, content }) => back.get(path) !== content)
			.map(({ path }) => path),
	};
}

/** The files that hold a case, relative to the challenge's folder. */
export function caseEntries(
	folder: string,
	one: Accepted | Rejected,
): FileEntry[] {
	const unsafe = pathsFault(one.files.map(({ path }) => path));
	if (unsafe) throw new Error(`The case "${one.name}": ${unsafe}.`);
	const own = one.files.find(
		({ path }) => path.toLowerCase() === WHY.toLowerCase(),
	);
	if (own)
		throw new Error(
			`The case "${one.name}" has a file \`${own.path}\`, which in a folder tells about the case; rename it.`,
		);
	return [
		{ path: `${folder}/${WHY}`, content: whyText(one) },
		...one.files.map(({ path, content }) => ({
			path: `${folder}/${path}`,
			content,
		})),
	];
}

/** The folder of the case that is number `number` of its kind. */
export function caseFolder(
	kind: CaseKind,
	number: number,
	name: string,
): string {
	const slug = name
		.normalize("NFKD")
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.slice(0, 48)
		.replace(/^-+|-+$/g, "");
	const digits = String(number).padStart(2, "0");
	return `${kind}/${slug ? `${digits}-${slug}` : digits}`;
}

function valid<Value>(
	text: string,
	faultsOf: (value: unknown) => { pointer: string; detail: string }[],
): Value {
	const value: unknown = JSON.parse(text);
	const [first] = faultsOf(value);
	if (first)
		throw new Error(
			`It is not valid: ${first.detail} (${first.pointer}). Fix it first, with \`npm run packs -- validate\`.`,
		);
	return value as Value;
}

/** The order in which learners see the files; empty when it is that of their paths. */
function orderOf({ files, scaffold = [] }: ChallengeFile): string[] {
	const paths = files.map(({ path }) => path);
	for (const { path } of scaffold) if (!paths.includes(path)) paths.push(path);
	const sorted = orderFiles(files, []).map(({ path }) => path);
	return isSameJson(paths, sorted) ? [] : paths;
}

function challengeEntries(
	text: string,
	challenge: ChallengeFile,
	order: string[],
): FileEntry[] {
	const { containers } = jsonPositions(text);
	const entries: FileEntry[] = [];
	const own: Record<string, unknown> = { ...challenge };
	for (const [member, name] of Object.entries(TEXTS)) {
		const value = own[member];
		delete own[member];
		if (typeof value === "string")
			entries.push({ path: name, content: `${markFor(value)}${value}\n` });
	}
	for (const [member, folder] of Object.entries(SETS)) {
		const files = (own[member] ?? []) as FileEntry[];
		delete own[member];
		for (const { path, content } of files)
			entries.push({ path: `${folder}/${path}`, content });
	}
	if (own.$schema !== undefined) own.$schema = folderSchemaAddress(own.$schema);
	if (order.length > 0) own.fileOrder = order;
	return [
		{ path: CHALLENGE, content: jsonText(own, { containers }) },
		...entries,
	];
}

/** What is put in front of a text that starts with a byte order mark: reading the file drops the first one. */
const markFor = (text: string) => (text.startsWith("\uFEFF") ? "\uFEFF" : "");

/** The order of keys and the layout that the folder's files cannot tell; filled in by {@link casesEntries}, too. */
function challengeLayout(
	text: string,
	challenge: ChallengeFile,
	order: string[],
): FolderLayout {
	const keys = Object.keys(challenge);
	const inline = flippedIn(
		jsonPositions(text).containers,
		jsonPositions(jsonText(challenge)).containers,
	).filter((pointer) => /^#\/(files|scaffold)(\/|$)/.test(pointer));
	const { scaffold = [] } = challenge;
	const paths = scaffold.map(({ path }) => path);
	const ordered = orderFiles(scaffold, order).map(({ path }) => path);
	const layout = {
		...(!areInOrder(keys, CHALLENGE_KEYS) && { keys }),
		...(!isSameJson(paths, ordered) && { scaffold: paths }),
		...(inline.length > 0 && { inline }),
	};
	return Object.keys(layout).length > 0 ? { challenge: layout } : {};
}

function casesEntries(
	{ $schema: address }: ChallengeFile,
	cases: CasesFile | null,
	text: string | null,
	order: string[],
	layout: FolderLayout,
): FileEntry[] {
	if (cases === null || text === null) return [];
	const entries: FileEntry[] = [];
	const own: NonNullable<FolderLayout["cases"]> = {};
	const each: NonNullable<FolderLayout["each"]> = {};
	if (cases.$schema !== casesSchemaAddress(address))
		own.$schema = cases.$schema ?? null;
	const keys = Object.keys(cases);
	if (!areInOrder(keys, CASES_KEYS)) own.keys = keys;
	const inline = flippedIn(
		jsonPositions(text).containers,
		jsonPositions(jsonText(cases)).containers,
	);
	if (inline.length > 0) own.inline = inline;
	for (const kind of ["accepted", "rejected"] as const)
		for (const [index, one] of cases[kind].entries()) {
			const folder = caseFolder(kind, index + 1, one.name);
			entries.push(...caseEntries(folder, one));
			const caseKeys = Object.keys(one);
			const paths = one.files.map(({ path }) => path);
			const usual = orderFiles(one.files, order).map(({ path }) => path);
			const special = {
				...(!areInOrder(caseKeys, CASE_KEYS) && { keys: caseKeys }),
				...(!isSameJson(paths, usual) && { files: paths }),
			};
			if (Object.keys(special).length > 0) each[folder] = special;
		}
	if (Object.keys(each).length > 0) layout.each = each;
	if (Object.keys(own).length > 0 || entries.length === 0) layout.cases = own;
	return entries;
}

const CASES_KEYS = ["$schema", "accepted", "rejected"];
const CASE_KEYS = ["name", "caughtBy", "behaves", "reason", "files"];

/** Whether keys stand in the order of `order`. */
const areInOrder = (keys: readonly string[], order: readonly string[]) =>
	isSameJson(
		keys,
		inOrder(keys, order, (key) => key),
	);

function fromFolder(entries: readonly FileEntry[]): JsonForm {
	const assembled = assembleChallenge(".", entries);
	const [first] = assembled.faults;
	if (first) throw new Error(first.detail);
	const { layout, value } = assembled;
	const textOf = (name: string) =>
		entries.find(({ path }) => path === name)?.content;
	const own = assembled.parts.find(({ pointer }) => pointer === "#");
	const { containers } = jsonPositions(own?.text ?? "");
	const challenge = withKeys(
		value as ChallengeFile,
		layout.challenge?.keys ?? CHALLENGE_KEYS,
	);
	const suite = Object.entries(SUITE_OF).find(
		([, name]) => textOf(name) !== undefined,
	);
	return {
		challenge: jsonText(challenge, {
			containers,
			flipped: new Set(layout.challenge?.inline),
		}),
		cases: casesText(assembled, challenge.$schema),
		suite: suite
			? {
					ending: suite[0] as SuiteEnding,
					text: rewriteImports(textOf(suite[1]) ?? "", shallower),
				}
			: null,
	};
}

function casesText(
	{ cases, caseFolders, layout }: AssembledChallenge,
	address: string | undefined,
): string | null {
	if (cases === null) return null;
	const $schema =
		layout.cases?.$schema === undefined
			? casesSchemaAddress(address)
			: layout.cases.$schema;
	const written = <Case extends object>(kind: CaseKind, list: Case[]) =>
		list.map((one, index) =>
			withKeys(
				one,
				layout.each?.[caseFolders[kind][index] ?? ""]?.keys ?? CASE_KEYS,
			),
		);
	const whole = withKeys(
		{
			...(typeof $schema === "string" && { $schema }),
			accepted: written("accepted", cases.accepted),
			rejected: written("rejected", cases.rejected),
		},
		layout.cases?.keys ?? CASES_KEYS,
	);
	return jsonText(whole, { flipped: new Set(layout.cases?.inline) });
}

/** The relative imports of a suite, each as `change` makes it; those of a program in a text of the suite are indented, and stay. */
const rewriteImports = (text: string, change: (path: string) => string) =>
	text.replace(
		/(^(?:import|export|\}).*?\bfrom\s*|^import\s*|\bimport\s*\(\s*)(["'])(\.\.?\/[^"'\n]*)\2/gm,
		(_, before, quote, path) => before + quote + change(path) + quote,
	);

/** From `behavior/` to `challenges/<name>/`, which is one folder deeper. */
const deeper = (path: string) =>
	path.startsWith("./") ? `../../behavior/${path.slice(2)}` : `../${path}`;

const shallower = (path: string) =>
	path.startsWith("../../behavior/")
		? `./${path.slice("../../behavior/".length)}`
		: path.replace(/^\.\.\/(?=\.\.\/)/, "");

/** Whether two values of JSON say the same; the order of keys does not count, and undefined is what is not there. */
function isSameJson(one: unknown, other: unknown): boolean {
	if (Object.is(one, other)) return true;
	if (!isContainer(one) || !isContainer(other)) return false;
	if (Array.isArray(one) !== Array.isArray(other)) return false;
	const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
	return [...keys].every((key) => isSameJson(one[key], other[key]));
}

const isContainer = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null;
