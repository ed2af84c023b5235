/** Reads one line of an import, strictly: what could not come back as it is written is refused. */
import type { Static } from "@sinclair/typebox";
import { ApiError, type Place } from "../../../server/errors.ts";
import {
	refuseUnstorable,
	validator,
} from "../../../server/read-and-validate-request.ts";
import { ContentLine } from "../api-schemas.ts";
import { dataText } from "../lossless-json.ts";
import { withSchedule } from "../publish-dates-validation.ts";
import type { Line } from "./ndjson-lines.ts";

/** In bytes: more than any item takes that came as a body of its own. */
export const LINE_LIMIT = 128 * 1024;

/** What a line says of an item; `data` is JSON text. */
type LineOfItem = Omit<Static<typeof ContentLine>, "data"> & { data: string };

/** And where it stands. */
export type ItemLine = LineOfItem & { line: number };

const check = validator(ContentLine);

/** The item of a line, or what is wrong with it. */
export function parseLine({ number, text }: Line): ItemLine | Place[] {
	const at = (faults: Omit<Place, "line">[]): Place[] =>
		faults.map((fault) => ({ line: number, ...fault }));
	if (text === null)
		return at([
			{
				pointer: "#",
				code: "malformed",
				detail: `this line is no UTF-8 text of at most ${LINE_LIMIT} bytes`,
			},
		]);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return at([
			{
				pointer: "#",
				code: "malformed_json",
				detail: "this line is not a JSON document; write each item on one line",
			},
		]);
	}
	try {
		refuseUnstorable(value);
		const faults = check(value);
		if (faults.length > 0) return at(faults);
		const item = value as Static<typeof ContentLine>;
		const { publishAt = null, unpublishAt = null } = item;
		withSchedule({ publishAt, unpublishAt });
		return { line: number, ...item, data: dataText(text) ?? "{}" };
	} catch (error) {
		if (error instanceof ApiError) return at(error.faults);
		throw error;
	}
}

/** An item as a line: the reverse, byte for byte. */
export function lineText({ data, ...item }: Required<LineOfItem>): string {
	const { type, slug, status, sortOrder, publishAt, unpublishAt } = item;
	const head = { type, slug, status, sortOrder, publishAt, unpublishAt };
	return `${JSON.stringify(head).slice(0, -1)},"data":${data}}\n`;
}
