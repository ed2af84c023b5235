/** The checks of a document: where each stands, and edits that keep the references of the cases to them. */
import type { ChallengeFile } from "@treeline/packs/format";
import { withDefinitions } from "@treeline/packs/format";
import type {
	Assertion,
	AssertionSet,
	Condition,
	Definitions,
} from "@treeline/verify/shapes";
import type { StudioDocument } from "../../host/studio.ts";

export interface LocatedCheck {
	/** As `caughtBy` names it: `perFile/cart.js/0`, `crossFile/1`. */
	place: string;
	/** The file that it is about; null for any one file. */
	file: string | null;
	index: number;
	/** A, B, … Z, A2 … */
	letter: string;
	check: Assertion;
}

/** The challenge's fields; each may be missing while it is written. */
export const fieldsOf = ({ challenge }: StudioDocument) =>
	challenge as Partial<ChallengeFile>;

/** The document's assertions; sets of another shape than they should be are left out. */
export function assertionsOf(document: StudioDocument): AssertionSet {
	const { assertions } = fieldsOf(document);
	const { perFile, crossFile, definitions } = (assertions ??
		{}) as AssertionSet;
	return {
		perFile: Object.fromEntries(
			Object.entries(perFile ?? {}).filter(([, list]) => Array.isArray(list)),
		),
		...(Array.isArray(crossFile) && { crossFile }),
		...(definitions && { definitions }),
	};
}

/** The assertions with what the pack shares, as they are verified. */
export const verifiedAssertions = (
	document: StudioDocument,
	shared: Definitions,
): AssertionSet => withDefinitions(assertionsOf(document), shared);

export const letterOf = (index: number) =>
	String.fromCharCode(65 + (index % 26)) +
	(index < 26 ? "" : String(Math.floor(index / 26) + 1));

/** Every check in the order of its set. */
export function checksIn(document: StudioDocument): LocatedCheck[] {
	const { perFile = {}, crossFile = [] } = assertionsOf(document);
	return [
		...Object.entries(perFile).flatMap(([file, list]) =>
			list.map((check, index) => ({
				place: `perFile/${file}/${index}`,
				file,
				index,
				check,
			})),
		),
		...crossFile.map((check, index) => ({
			place: `crossFile/${index}`,
			file: null,
			index,
			check,
		})),
	].map((one, index) => ({ ...one, letter: letterOf(index) }));
}

/** What a code pattern asks for, without its texts and its known mistakes. */
export function conditionOf(check: Assertion): Condition | null {
	if (check.type !== "codePattern") return null;
	const {
		type: _,
		description: __,
		hint: ___,
		mistakes: ____,
		...condition
	} = check;
	return condition;
}

/** The list of a check's file, or of those for any file; made where it is missing. */
function listFor(document: StudioDocument, file: string | null): Assertion[] {
	const fields = fieldsOf(document);
	fields.assertions ??= {};
	const { assertions } = fields;
	if (file === null) {
		assertions.crossFile ??= [];
		return assertions.crossFile;
	}
	assertions.perFile ??= {};
	assertions.perFile[file] ??= [];
	return assertions.perFile[file];
}

/** Puts `check` in place of another one. */
export function replaceCheck(
	document: StudioDocument,
	{ file, index }: LocatedCheck,
	check: Assertion,
): void {
	listFor(document, file)[index] = check;
}

/** Adds a check at the end of its file's; answers its place. */
export function addCheck(
	document: StudioDocument,
	file: string | null,
	check: Assertion,
): string {
	const list = listFor(document, file);
	list.push(check);
	return `${file === null ? "crossFile" : `perFile/${file}`}/${list.length - 1}`;
}

/** Makes `change` and corrects the `caughtBy` of each case whose check has another place then, or none. */
function keepReferences(document: StudioDocument, change: () => void): void {
	const before = checksIn(document);
	change();
	const after = checksIn(document);
	for (const one of document.cases.rejected) {
		const check = before.find(({ place }) => place === one.caughtBy)?.check;
		if (check)
			one.caughtBy = after.find((now) => now.check === check)?.place ?? "";
	}
}

export function removeCheck(
	document: StudioDocument,
	{ file, index }: LocatedCheck,
): void {
	keepReferences(document, () => {
		const list = listFor(document, file);
		list.splice(index, 1);
		const { perFile } = fieldsOf(document).assertions ?? {};
		if (file !== null && list.length === 0 && perFile) delete perFile[file];
	});
}

/** Moves a check one place up (-1) or down (1) within its file. */
export function moveCheck(
	document: StudioDocument,
	{ file, index }: LocatedCheck,
	by: -1 | 1,
): void {
	keepReferences(document, () => {
		const list = listFor(document, file);
		const [check] = list.splice(index, 1);
		if (check) list.splice(index + by, 0, check);
	});
}

/** Gives a check to another file; answers its place there. */
export function changeFile(
	document: StudioDocument,
	located: LocatedCheck,
	file: string | null,
): string {
	let place = located.place;
	keepReferences(document, () => {
		const list = listFor(document, located.file);
		const [check] = list.splice(located.index, 1);
		const { perFile } = fieldsOf(document).assertions ?? {};
		if (located.file !== null && list.length === 0 && perFile)
			delete perFile[located.file];
		if (check) place = addCheck(document, file, check);
	});
	return place;
}
