/** Prompts for writing content. */

import type { Sql } from "../../../db/pool.ts";
import { listItems } from "../../content/queries.ts";
import { ContentType } from "../../content/schema.ts";
import type { Prompt } from "../capabilities.ts";
import { suggestTypes } from "./queries.ts";

/** Items that are shown to write another one like them. */
const SHOWN = { limit: 2, offset: 0 };

export const contentPrompts = (sql: Sql): Prompt[] => [
	{
		name: "draft_content",
		title: "Draft a content item",
		description: "Drafts an item in the form of those that there are.",
		arguments: [
			{
				name: "type",
				description: "The type of content.",
				required: true,
				schema: ContentType,
				complete: (typed) => suggestTypes(sql, typed),
			},
			{
				name: "brief",
				description: "What it is to say, and to whom.",
				required: true,
			},
		],
		async write({ type = "", brief }) {
			const { rows } = await listItems(sql, { type }, SHOWN);
			const examples = rows.map(({ slug, data }) => `${slug}: ${data}`);
			const text = `Draft a content item of the type "${type}": ${brief}

Its data has the members that other items of the type have, and keeps to their tone and length. Show it to the user, and create it
with content_create, as a draft, once they agree.

${examples.length > 0 ? `Items of this type:\n\n${examples.join("\n\n")}` : "There is none of this type yet: propose members for it."}`;
			return [{ role: "user", content: { type: "text", text } }];
		},
	},
];
