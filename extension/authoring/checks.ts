/** The checks of a challenge in the text that its author edits, and trying one of them on the reference. */
import { type ChallengeFile, shapeFaults } from "@treeline/packs/format";
import { jsonPositions, readPack } from "@treeline/packs/reader";
import {
	type Assertion,
	AssertionSet,
	type FileEntry,
	type Location,
} from "@treeline/verify/shapes";
import type { Verifier } from "@treeline/verify/worker";
import type * as vscode from "vscode";
import { editorFiles } from "./pack-files.ts";

/** A check, by its JSON pointer in the text. */
export interface WrittenCheck {
	pointer: string;
	/** From 1. */
	line: number;
}

/** The checks in the text of a challenge; none when it is not JSON. */
export function checksIn(text: string): WrittenCheck[] {
	const set = (parse(text) as Partial<ChallengeFile> | null)?.assertions;
	const positions = jsonPositions(text);
	const at = (pointer: string) => ({
		pointer,
		line: positions.positionOf(pointer).line,
	});
	const listed = (list: unknown, pointer: string) =>
		Array.isArray(list)
			? list.map((_, index) => at(`${pointer}/${index}`))
			: [];
	const perFile = Object.entries(
		typeof set?.perFile === "object" && set.perFile ? set.perFile : {},
	).flatMap(([path, list]) =>
		listed(
			list,
			`#/assertions/perFile/${path.replaceAll("~", "~0").replaceAll("/", "~1")}`,
		),
	);
	return [...perFile, ...listed(set?.crossFile, "#/assertions/crossFile")];
}

export interface TriedCheck {
	description: string;
	passed: boolean;
	message: string;
	/** Where it matches the reference, or comes closest. */
	location: Location | null;
	/** The reference's file at that place. */
	file: FileEntry | null;
}

/** Verifies the check at `pointer` of the challenge listed as `path` on its reference. Null when there is no such valid check. */
export async function tryCheck(
	folder: vscode.Uri,
	path: string,
	pointer: string,
	verifier: Verifier,
): Promise<TriedCheck | null> {
	const pack = await readPack(editorFiles(folder), false);
	const challenge = pack.challenges.find((each) => each.path === path)?.value as
		| ChallengeFile
		| undefined;
	if (!challenge || shapeFaults(AssertionSet, challenge.assertions).length > 0)
		return null;
	const { perFile = {}, crossFile = [], ...shared } = challenge.assertions;
	const parts = pointer
		.split("/")
		.slice(2)
		.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
	const [kind, first = "", second] = parts;
	const only: Assertion | undefined =
		kind === "perFile"
			? perFile[first]?.[Number(second)]
			: crossFile[Number(first)];
	if (!only) return null;
	const { result } = await verifier.check(
		{
			...shared,
			...(kind === "perFile"
				? { perFile: { [first]: [only] } }
				: { crossFile: [only] }),
		},
		challenge.files,
	);
	const [tried] = [
		...result.fileResults.flatMap(({ results }) => results),
		...result.crossFileResults,
	];
	if (!tried) return null;
	const { passed, message, location } = tried;
	return {
		description: only.description,
		passed,
		message,
		location: location ?? null,
		file:
			challenge.files.find(
				(each) => each.path === (location?.file ?? (first || null)),
			) ?? null,
	};
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
