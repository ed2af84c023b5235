/** Answers of content as JSON text: `data` is put in as it was written, so that the order of its keys and its digits are the author's. */
import type { StoredEntry, StoredItem } from "./schema.ts";

/** As the public reads it. */
export const publicText = ({ deletedAt: _, ...item }: StoredItem): string =>
	withData(item);

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
