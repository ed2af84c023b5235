/**
 * Content as JSON text: `data` comes back as it was written, the order of its keys and every digit. What readers of JSON would not agree on is
 * refused: a number that a double cannot hold, and a name that is given twice (contract, section 7).
 */

import type { Fault } from "@treeline/packs/format";
import { createScanner, visit } from "jsonc-parser";
import { refuse } from "../../server/errors.ts";
import type { StoredEntry, StoredItem } from "./api-schemas.ts";

/** As the public reads it. */
export const publicText = ({
	publishAt: _publishAt,
	unpublishAt: _unpublishAt,
	deletedAt: _deletedAt,
	...item
}: StoredItem): string => withData(item);

/** As administrators read it. */
export const adminText = (item: StoredItem): string => withData(item);

export const entryText = (entry: StoredEntry): string => withData(entry);

/** A JSON object whose member `data` is the JSON text that it holds. */
function withData(row: object & { data: string }): string {
	const members = Object.entries(row).map(
		([name, value]) =>
			`"${name}":${name === "data" ? value : JSON.stringify(value)}`,
	);
	return `{${members.join(",")}}`;
}

/** `{ "data": … }`, and `meta` beside it where there is one. */
export const bodyText = (data: string, meta?: object): string =>
	meta ? `{"data":${data},"meta":${JSON.stringify(meta)}}` : `{"data":${data}}`;

export const listText = (texts: readonly string[]): string =>
	`[${texts.join(",")}]`;

/** All items by their types, in the order in which these come. */
export function bundleText(items: readonly StoredItem[]): string {
	const byType = new Map<string, string[]>();
	for (const item of items) {
		const known = byType.get(item.type);
		if (known) known.push(publicText(item));
		else byType.set(item.type, [publicText(item)]);
	}
	const members = [...byType].map(
		([type, texts]) => `"${type}":${listText(texts)}`,
	);
	return `{${members.join(",")}}`;
}

type Path = readonly (string | number)[];

/**
 * The text of the member `data` of a JSON document, without the space around its tokens; null when there is none.
 * Throws `validation_failed`, with pointers, for what could not come back as it is.
 */
export function dataText(document: string): string | null {
	const faults: Fault[] = [];
	/** Names that were given so far, in each object that is open. */
	const names: Set<string>[] = [];
	let from: number | null = null;
	let text: string | null = null;
	visit(document, {
		onObjectBegin(offset, _length, _line, _character, path) {
			names.push(new Set());
			const at = path();
			if (at.length === 1 && at[0] === "data") from = offset;
		},
		onObjectProperty(name, _offset, _length, _line, _character, path) {
			const known = names.at(-1);
			if (known?.has(name)) faults.push(twice([...path(), name]));
			known?.add(name);
		},
		onObjectEnd(offset, length) {
			names.pop();
			if (from === null || names.length !== 1) return;
			text = compact(document.slice(from, offset + length));
			from = null;
		},
		onLiteralValue(value, offset, length, _line, _character, path) {
			if (typeof value !== "number") return;
			if (!survives(document.slice(offset, offset + length)))
				faults.push(inexact(path()));
		},
	});
	refuse(faults);
	return text;
}

/** Its tokens, without the space around them. */
function compact(document: string): string {
	const scanner = createScanner(document, true);
	let text = "";
	do {
		scanner.scan();
		const at = scanner.getTokenOffset();
		text += document.slice(at, at + scanner.getTokenLength());
	} while (scanner.getTokenLength() > 0);
	return text;
}

/** Whether a double holds the number that is written, digit for digit. */
function survives(text: string): boolean {
	const value = Number(text);
	return Number.isFinite(value) && digits(text) === digits(String(value));
}

/** A decimal number as its digits without zeros around them, and the power of ten that they are multiplied by. */
function digits(text: string): string {
	const [, whole = "", fraction = "", power = "0"] =
		/^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
	const all = (whole + fraction).replace(/^0+/, "");
	const significant = all.replace(/0+$/, "");
	if (significant === "") return "0";
	return `${significant}e${Number(power) - fraction.length + all.length - significant.length}`;
}

const pointer = (path: Path) =>
	`#${path.map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;

const twice = (path: Path): Fault => ({
	pointer: pointer(path).slice(0, 200),
	code: "duplicate",
	detail: "this name is given twice in its object; give it once",
});

const inexact = (path: Path): Fault => ({
	pointer: pointer(path).slice(0, 200),
	code: "number_out_of_range",
	detail:
		"this number has more digits, or a larger exponent, than JSON's readers keep; send it as a string",
});
