/** Selects members of items in public answers (`fields=`), without a change to what is written in them; each selection has ETags of its own. */
import { type Node, parseTree } from "jsonc-parser";
import { LRUCache } from "lru-cache";
import {
	encoded,
	type SerializedBody,
} from "../../server/conditional-requests.ts";
import { refuse } from "../../server/errors.ts";
import { ContentItem } from "./api-schemas.ts";

/** How an answer holds items. */
export type AnswerKind = "item" | "list" | "bundle";

export interface FieldSelection {
	/** The request's entity tags as they are of whole answers. */
	wholeTags(ifNoneMatch: string | null): string | null;
	/** Of a whole answer. */
	apply(body: SerializedBody, kind: AnswerKind): SerializedBody;
}

const NAMES = Object.keys(ContentItem.properties);
const MAX_FIELDS = 50;
/** In bytes, of what was selected lately. */
const MAX_BYTES = 8 * 1024 * 1024;

const selected = new LRUCache<string, Uint8Array<ArrayBuffer>>({
	maxSize: MAX_BYTES,
	sizeCalculation: (bytes) => bytes.length + 200,
});

/** @param text names of members, `data.<name>` for one of `data`. Throws `validation_failed`. */
export function parseFields(text: string): FieldSelection {
	const fields = [...new Set(text.split(",").map((one) => one.trim()))].sort();
	const wrong = fields.find((one) => !isField(one));
	if (wrong !== undefined)
		refuse([
			fault(
				`"${wrong}" is no field; name some of ${NAMES.join(", ")}, and data.<name> for a member of \`data\`, with commas in between`,
			),
		]);
	if (fields.length > MAX_FIELDS)
		refuse([fault(`\`fields\` takes at most ${MAX_FIELDS} names`)]);
	const top = new Set(fields.filter((one) => NAMES.includes(one)));
	const members = new Set(
		fields.flatMap((one) => (one.startsWith("data.") ? one.slice(5) : [])),
	);
	const hash = new Bun.CryptoHasher("sha256")
		.update(JSON.stringify(fields))
		.digest("base64url")
		.slice(0, 11);
	const suffix = `.${hash}"`;
	return {
		wholeTags: (header) => header?.replaceAll(suffix, '"') ?? null,
		apply({ bytes, etag }, kind) {
			const key = `${kind} ${etag} ${hash}`;
			let own = selected.get(key);
			if (!own) {
				own = encoded(
					select(new TextDecoder().decode(bytes), kind, top, members),
				);
				selected.set(key, own);
			}
			return { bytes: own, etag: `${etag.slice(0, -1)}${suffix}` };
		},
	};
}

const isField = (name: string) =>
	NAMES.includes(name) || (name.startsWith("data.") && name.length > 5);

const fault = (detail: string) => ({
	pointer: "#/query/fields",
	code: "not_allowed",
	detail,
});

function select(
	text: string,
	kind: AnswerKind,
	top: ReadonlySet<string>,
	members: ReadonlySet<string>,
): string {
	const written = (node: Node) =>
		text.slice(node.offset, node.offset + node.length);
	const properties = (node: Node | undefined) =>
		(node?.children ?? []).flatMap((property) => {
			const [name, value] = property.children ?? [];
			return name && value
				? [{ property, name: String(name.value), value }]
				: [];
		});
	const item = (node: Node): string => {
		const parts = properties(node).flatMap(({ property, name, value }) => {
			if (top.has(name)) return written(property);
			if (name !== "data" || members.size === 0) return [];
			const own = properties(value).filter((one) => members.has(one.name));
			return `"data":{${own.map((one) => written(one.property)).join(",")}}`;
		});
		return `{${parts.join(",")}}`;
	};
	const list = (node: Node): string =>
		`[${(node.children ?? []).map(item).join(",")}]`;
	const bundle = (node: Node): string =>
		`{${properties(node)
			.map(({ name, value }) => `${JSON.stringify(name)}:${list(value)}`)
			.join(",")}}`;
	const write = { item, list, bundle }[kind];
	const parts = properties(parseTree(text)).map(({ property, name, value }) =>
		name === "data" ? `"data":${write(value)}` : written(property),
	);
	return `{${parts.join(",")}}`;
}
