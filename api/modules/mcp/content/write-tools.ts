/** Tools that create and change content, by the deeds of the routes: each change is a version. */
import { Type } from "@sinclair/typebox";
import { ApiError } from "../../../server/errors.ts";
import { mergePatch } from "../../../server/merge-patch.ts";
import {
	ContentChange,
	ContentStatus,
	NewContentItem,
	type StoredItem,
} from "../../content/schema.ts";
import type { ContentDeeds } from "../../content/service.ts";
import { tool } from "../capabilities.ts";
import {
	Changed,
	changedBy,
	changeOf,
	conditions,
	deedOf,
	onItem,
	summarized,
	writtenData,
} from "./tools.ts";

const { data, status, slug, sortOrder } = ContentChange.properties;

export const writingTools = (deeds: ContentDeeds) => [
	tool({
		name: "content_create",
		title: "Create a content item",
		description:
			"Creates a content item: a draft, which only administrators see, unless `status` says otherwise. Its type and slug together are its address.",
		effect: "adds",
		input: { ...NewContentItem.properties, ...conditions },
		output: Changed,
		async run(given, call) {
			const { idempotencyKey, changeSummary, ...item } = given;
			const data = writtenData(call, given.data);
			const deed = deedOf("content_create", call, given);
			return changedBy(await deeds.create(deed, { ...item, data }));
		},
	}),
	tool({
		name: "content_update",
		title: "Change a content item",
		description:
			"Changes a content item. `data` replaces its data whole; `patch` changes members of it (RFC 7396: null takes a member away). What is absent stays. Read the item first, and give its version as expectedVersion.",
		effect: "changes",
		input: {
			...onItem,
			data,
			patch: Type.Optional(
				Type.Object(
					{},
					{ additionalProperties: true, description: "Instead of `data`" },
				),
			),
			slug,
			status,
			sortOrder,
			...summarized,
		},
		output: Changed,
		async run(given, call) {
			const { id, data, patch, slug, status, sortOrder } = given;
			if (data && patch) throw both();
			const change = {
				...(data && { data: writtenData(call, data) }),
				...(slug !== undefined && { slug }),
				...(status !== undefined && { status }),
				...(sortOrder !== undefined && { sortOrder }),
			};
			if (!patch && Object.keys(change).length === 0) throw nothing();
			const deed = deedOf("content_update", call, given);
			const patched = (item: StoredItem) => ({
				...change,
				data: JSON.stringify(mergePatch(JSON.parse(item.data), patch)),
			});
			return changeOf(id, deeds.update(deed, id, patch ? patched : change));
		},
	}),
	tool({
		name: "content_set_status",
		title: "Publish, archive or withdraw",
		description:
			"Sets a content item's status: `published` shows it to everyone at once, `draft` and `archived` hide it.",
		effect: "changes",
		idempotent: true,
		input: { ...onItem, status: ContentStatus, ...summarized },
		output: Changed,
		async run(given, call) {
			const deed = deedOf("content_set_status", call, given);
			const { id, status } = given;
			return changeOf(id, deeds.update(deed, id, { status }));
		},
	}),
];

const both = () =>
	new ApiError(
		"validation_failed",
		"`data` replaces what `patch` would change; give one of them.",
	);

const nothing = () =>
	new ApiError(
		"validation_failed",
		"The call changes nothing; give `data`, `patch`, `slug`, `status` or `sortOrder`.",
	);
