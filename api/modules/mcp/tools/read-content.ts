/** MCP tools that read content as its administrators see it, with drafts, deleted items and history, and compare versions. */
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/connect-and-batch-queries.ts";
import { ApiError } from "../../../server/errors.ts";
import {
	AdminContentItem,
	ContentHistoryEntry,
	ContentSlug,
	ContentStatus,
	ContentType,
} from "../../content/api-schemas.ts";
import { noItem } from "../../content/item-commands.ts";
import { adminText, entryText } from "../../content/lossless-json.ts";
import {
	findAt,
	findItem,
	findVersion,
	listHistory,
	listItems,
} from "../../content/queries.ts";
import { findDeletedId } from "../content-resource-and-completion-queries.ts";
import { rowOf, tool } from "../protocol-methods-and-tool-declaration.ts";
import { pageInput, total } from "../tool-resource-prompt-types.ts";
import { itemId } from "./write-content.ts";

const id = itemId;
const version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** Any JSON value, written out for clients that reject an empty schema. */
const AnyValue = Type.Unsafe<unknown>({
	anyOf: ["object", "array", "string", "number", "boolean", "null"].map(
		(type) => ({ type }),
	),
});

/** What a list holds of an item; content_get reads the rest. */
const ItemRow = Type.Pick(AdminContentItem, [
	"id",
	"type",
	"slug",
	"status",
	"version",
	"updatedAt",
	"deletedAt",
]);

/** A version without its data, which content_get reads. */
const VersionRow = Type.Pick(ContentHistoryEntry, [
	"version",
	"slug",
	"status",
	"changeType",
	"changedBy",
	"changeSummary",
	"createdAt",
]);

export const readingTools = (sql: Sql) => [
	tool({
		name: "content_search",
		title: "Search content",
		description:
			"Lists content items of every status by type, status and words. Use it to find an item's id; content_get reads its data.",
		input: {
			q: Type.Optional(
				Type.String({
					minLength: 1,
					maxLength: 200,
					description:
						"Words of the slug or of texts in the data; the last may be a beginning",
				}),
			),
			type: Type.Optional(ContentType),
			status: Type.Optional(ContentStatus),
			includeDeleted: Type.Optional(
				Type.Boolean({ description: "false by default" }),
			),
			...pageInput,
		},
		output: Type.Object({ items: Type.Array(ItemRow), total }),
		async run({ limit = 50, offset = 0, ...filter }) {
			const { rows, total } = await listItems(sql, filter, { limit, offset });
			return { items: rows.map((row) => rowOf(ItemRow, row)), total };
		},
	}),
	tool({
		name: "content_get",
		title: "Read a content item",
		description:
			"Reads one content item with its data, by its id, or by its type and slug. With `version`, what was written of it as of that version.",
		input: {
			id: Type.Optional(id),
			type: Type.Optional(ContentType),
			slug: Type.Optional(ContentSlug),
			version: Type.Optional(version),
		},
		output: Type.Object({ item: AdminContentItem }),
		async run({ version, ...named }) {
			const item = await namedItem(sql, named);
			if (version === undefined) return { item };
			const then = await stateAt(sql, item.id, version);
			return { item: { ...item, ...then, version } };
		},
	}),
	tool({
		name: "content_history",
		title: "Read a content item's history",
		description:
			"Lists the versions of an item, newest first, with who changed it and why. content_get with `version` reads one, content_diff compares two.",
		input: { id, ...pageInput },
		output: Type.Object({ versions: Type.Array(VersionRow), total }),
		async run({ id, limit = 50, offset = 0 }) {
			const found = await listHistory(sql, id, { limit, offset });
			if (!found) throw noItem(id);
			const versions = found.rows.map((row) =>
				rowOf(VersionRow, JSON.parse(entryText(row))),
			);
			return { versions, total: found.total };
		},
	}),
	tool({
		name: "content_diff",
		title: "Compare two versions",
		description:
			"Says what changed between two versions of a content item, as a JSON patch (RFC 6902) that makes the second of the first.",
		input: { id, from: version, to: version },
		output: Type.Object({
			patch: Type.Array(
				Type.Object({
					op: Type.Union([
						Type.Literal("add"),
						Type.Literal("remove"),
						Type.Literal("replace"),
					]),
					path: Type.String(),
					value: Type.Optional(AnyValue),
				}),
			),
		}),
		async run({ id, from, to }) {
			const [before, after] = await Promise.all([
				stateAt(sql, id, from),
				stateAt(sql, id, to),
			]);
			return { patch: differences(before, after) };
		},
	}),
];

/** What was written of the item as of a version. Throws `not_found`. */
async function stateAt(sql: Sql, id: string, version: number) {
	const found = await findVersion(sql, id, version);
	if (!found)
		throw new ApiError(
			"not_found",
			`There is no version ${version} of an item "${id}"; content_history lists the existing ones.`,
		);
	const { slug, data, status, sortOrder } = found;
	return { slug, status, sortOrder, data: JSON.parse(data) };
}

/** Throws `not_found`. */
async function namedItem(
	sql: Sql,
	{ id, type, slug }: { id?: string; type?: string; slug?: string },
) {
	if (id === undefined && (type === undefined || slug === undefined))
		throw new ApiError(
			"validation_failed",
			"Name the item by `id`, or by `type` and `slug`.",
		);
	const item =
		id === undefined
			? await findAt(sql, type ?? "", slug ?? "")
			: await findItem(sql, id);
	if (item) return JSON.parse(adminText(item));
	const deletedId =
		id === undefined ? await findDeletedId(sql, type ?? "", slug ?? "") : null;
	if (deletedId === null) throw noItem(id ?? `${type}/${slug}`);
	throw new ApiError(
		"not_found",
		`The content item "${type}/${slug}" is deleted. content_undelete with the id ${deletedId} brings it back as a draft.`,
	);
}

export interface Step {
	op: "add" | "remove" | "replace";
	path: string;
	value?: unknown;
}

/** The steps, in an order in which they can be taken; none when the values are equal. */
export function differences(
	before: unknown,
	after: unknown,
	path = "",
): Step[] {
	if (Array.isArray(before) && Array.isArray(after))
		return ofLists(before, after, path);
	if (isObject(before) && isObject(after))
		return ofObjects(before, after, path);
	return Bun.deepEquals(before, after)
		? []
		: [{ op: "replace", path, value: after }];
}

function ofLists(before: unknown[], after: unknown[], path: string): Step[] {
	const shared = Math.min(before.length, after.length);
	return [
		...after
			.slice(0, shared)
			.flatMap((value, at) => differences(before[at], value, `${path}/${at}`)),
		...after
			.slice(shared)
			.map((value): Step => ({ op: "add", path: `${path}/-`, value })),
		// From the end, so that the places of the others stay.
		...before
			.slice(shared)
			.map((_, at): Step => ({ op: "remove", path: `${path}/${shared + at}` }))
			.reverse(),
	];
}

type Members = Record<string, unknown>;

function ofObjects(before: Members, after: Members, path: string): Step[] {
	const at = (name: string) =>
		`${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
	const gone = Object.keys(before).filter(
		(name) => !Object.hasOwn(after, name),
	);
	return [
		...gone.map((name): Step => ({ op: "remove", path: at(name) })),
		...Object.entries(after).flatMap(([name, value]) =>
			Object.hasOwn(before, name)
				? differences(before[name], value, at(name))
				: [{ op: "add" as const, path: at(name), value }],
		),
	];
}

const isObject = (value: unknown): value is Members =>
	typeof value === "object" && value !== null && !Array.isArray(value);
