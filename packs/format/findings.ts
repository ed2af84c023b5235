/** A fault of a pack with its file and line. */
import type { Fault } from "./faults.ts";
import { jsonPositions, type Position } from "./folder/json-positions.ts";
import { folderOf, type SourcePart } from "./folder/shape.ts";
import type { ChallengeOnDisk } from "./read-pack.ts";

export interface Finding extends Fault {
	/** Relative to the pack's folder. */
	file: string;
	/** From 1; null when it is about the file as a whole or the file is no text. */
	line: number | null;
	/** From 1, in UTF-16 units; null like `line`. */
	column: number | null;
	/** What helps to find it, in lines of its own. */
	note?: string;
	/** A warning does not count as an error; `--strict` makes it an error. */
	severity: "error" | "warning";
}

/** What faults are about: a file of JSON, or the parts of a challenge that is a folder. */
export interface FindingSource {
	/** Relative to the pack's folder. */
	path: string;
	text?: string | undefined;
	parts?: readonly SourcePart[] | undefined;
}

/** The source of a challenge: its JSON file, or the parts of its folder. */
export const sourceOf = ({
	path,
	text,
	folder,
}: ChallengeOnDisk): FindingSource => ({
	path: (folder && folderOf(path)) || path,
	text,
	parts: folder?.parts,
});

/** Why a challenge could not be read; null when it could. */
export function unreadFindings(challenge: ChallengeOnDisk): Finding[] | null {
	const { fault, folder } = challenge;
	if (fault === undefined) return null;
	return folder
		? folder.faults.map((one) => ({ ...one, pointer: "#", severity: "error" }))
		: findingsIn(sourceOf(challenge), [
				{ pointer: "#", code: "unreadable", detail: fault },
			]);
}

/** Adds to the faults of one source where they are. */
export function findingsIn(
	source: FindingSource,
	faults: (Fault & Pick<Finding, "note">)[],
	severity: Finding["severity"] = "error",
): Finding[] {
	if (faults.length === 0) return [];
	const locate = source.parts
		? partLocator(source.parts)
		: jsonLocator(source.path, source.text);
	return faults.map((fault) => ({ ...fault, ...locate(fault), severity }));
}

type Place = Pick<Finding, "file" | "line" | "column">;

const at = (file: string, position: Position | null): Place => ({
	file,
	line: position?.line ?? null,
	column: position?.column ?? null,
});

function jsonLocator(
	file: string,
	text: string | undefined,
): (fault: Fault) => Place {
	if (text === undefined) return () => at(file, null);
	const positions = jsonPositions(text);
	return ({ code, pointer }) =>
		at(
			file,
			code === "unreadable"
				? positions.brokenAt
				: positions.positionOf(pointer),
		);
}

/** Finds the file that holds what a pointer leads to: that of the longest part in front of it. */
function partLocator(parts: readonly SourcePart[]): (fault: Fault) => Place {
	const parsed = new Map<SourcePart, ReturnType<typeof jsonPositions>>();
	const positionsIn = (part: SourcePart, text: string) => {
		const positions = parsed.get(part) ?? jsonPositions(text);
		parsed.set(part, positions);
		return positions;
	};
	const isOf = (part: SourcePart, pointer: string) =>
		pointer === part.pointer || pointer.startsWith(`${part.pointer}/`);
	return ({ pointer, detail }) => {
		// A syntax error is one of a whole set of files, and names its file and line.
		const [, path, line] = /`([^`]+)`, line (\d+)[):]/.exec(detail) ?? [];
		const broken =
			path !== undefined &&
			parts.find(
				(part) =>
					part.file.endsWith(`/${path}`) &&
					part.pointer.startsWith(`${pointer}/`),
			);
		if (broken) return at(broken.file, { line: Number(line), column: 1 });
		const part = parts
			.filter((one) => isOf(one, pointer))
			.reduce<SourcePart | null>(
				(longest, one) =>
					longest && longest.pointer.length > one.pointer.length
						? longest
						: one,
				null,
			);
		if (!part) return at(parts[0]?.file ?? "", null);
		if (part.text === null) return at(part.file, null);
		return at(
			part.file,
			part.isJson
				? positionsIn(part, part.text).positionOf(pointer)
				: { line: part.line, column: 1 },
		);
	};
}
