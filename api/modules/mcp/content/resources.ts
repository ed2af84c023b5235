/** Content as resources: what there is of each type, all that is published, and each item as administrators see it. */

import type { Sql } from "../../../db/pool.ts";
import { findVersion } from "../../content/changes/queries.ts";
import { findAt, listPublished } from "../../content/queries.ts";
import { adminText, bundleText, entryText } from "../../content/text.ts";
import type {
	ResourceContents,
	ResourceProvider,
	ResourceRow,
} from "../capabilities.ts";
import {
	countTypes,
	listAddresses,
	suggestSlugs,
	suggestTypes,
} from "./queries.ts";

const JSON_TYPE = "application/json";

export const TYPES = "content://types";
export const BUNDLE = "content://bundle";
export const itemAddress = (type: string, slug: string) =>
	`content://${type}/${slug}`;

const ITEM =
	/^content:\/\/([a-z0-9-]{1,64})\/([a-z0-9-]{1,200})(?:\?version=([1-9]\d{0,8}))?$/;

const FIXED: ResourceRow[] = [
	{
		uri: TYPES,
		name: "content-types",
		title: "Types of content",
		description: "The types of content, and how many items of each there are.",
		mimeType: JSON_TYPE,
	},
	{
		uri: BUNDLE,
		name: "content-bundle",
		title: "All that is published",
		description: "All published content, by type.",
		mimeType: JSON_TYPE,
	},
];

export function contentResources(sql: Sql): ResourceProvider {
	const item = async (
		type: string,
		slug: string,
		version: string | undefined,
	): Promise<string | null> => {
		const found = await findAt(sql, type, slug);
		if (!found || version === undefined) return found && adminText(found);
		const then = await findVersion(sql, found.id, Number(version));
		return then && entryText(then);
	};
	const read = async (uri: string): Promise<string | null> => {
		if (uri === TYPES) return JSON.stringify(await countTypes(sql));
		if (uri === BUNDLE)
			return bundleText((await listPublished(sql, null, null)).found.rows);
		const [, type, slug, version] = ITEM.exec(uri) ?? [];
		return type && slug ? item(type, slug, version) : null;
	};
	return {
		async list() {
			const items = await listAddresses(sql);
			return [
				...FIXED,
				...items.map(({ type, slug, status, title }) => ({
					uri: itemAddress(type, slug),
					name: `${type}/${slug}`,
					title: title ?? slug,
					description: `A ${type}, ${status}.`,
					mimeType: JSON_TYPE,
				})),
			];
		},
		templates: [
			{
				uriTemplate: "content://{type}/{slug}{?version}",
				name: "content-item",
				title: "A content item",
				description:
					"A content item as it is, or as it was at one of its versions.",
				mimeType: JSON_TYPE,
			},
		],
		async read(uri): Promise<ResourceContents | null> {
			const text = await read(uri);
			return text === null ? null : { uri, mimeType: JSON_TYPE, text };
		},
		complete: {
			type: (typed) => suggestTypes(sql, typed),
			slug: (typed, { type = null }) => suggestSlugs(sql, type, typed),
		},
	};
}
