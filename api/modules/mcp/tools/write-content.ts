/** MCP tools that create, change, publish, unpublish, delete and restore content: each change is a version. */
import { type Static, Type } from "@sinclair/typebox";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Sql } from "../../../db/connect-and-batch-queries.ts";
import { ApiError } from "../../../server/errors.ts";
import { fingerprintOf, KEY_PATTERN } from "../../../server/idempotency-key.ts";
import { mergePatch } from "../../../server/json-merge-patch.ts";
import { jsonTextOf, Uuid } from "../../../server/read-and-validate-request.ts";
import { requestId } from "../../../server/request-context-address-and-deadline.ts";
import {
	AdminContentItem,
	ContentChange,
	ContentStatus,
	NewContentItem,
	type StoredItem,
} from "../../content/api-schemas.ts";
import type { Outcome } from "../../content/idempotent-changes.ts";
import {
	type ContentCommand,
	type ContentService,
	etagOf,
} from "../../content/item-commands.ts";
import { dataText } from "../../content/lossless-json.ts";
import { findItem } from "../../content/queries.ts";
import { tool } from "../protocol-methods-and-tool-declaration.ts";
import type { Call } from "../tool-resource-prompt-types.ts";

/** An item's id; the example says what one looks like in the error about another. */
export const itemId = Type.String({
	pattern: Uuid.pattern as string,
	description: "The item's id, as content_search tells it",
	examples: ["0198c9a4-7d2e-7c3f-9a51-2f6f0b1e8d34"],
});

/** What every change may bring. */
export const conditions = {
	idempotencyKey: Type.Optional(
		Type.String({
			pattern: KEY_PATTERN,
			description:
				"Names this change, so that it can be called again and is made once",
		}),
	),
};

/** And every change of an item that there is. */
const onItem = {
	id: itemId,
	expectedVersion: Type.Optional(
		Type.Integer({
			minimum: 1,
			description:
				"The version that was read: when there is another by now, nothing is changed",
		}),
	),
	...conditions,
};

export const summarized = {
	changeSummary: Type.Optional(
		Type.String({ maxLength: 1000, description: "Why, for the history" }),
	),
};

/** What a change answers. */
export const Changed = Type.Object({
	item: AdminContentItem,
	replayed: Type.Boolean({
		description: "An earlier call with the same key had made the change",
	}),
});

interface Conditions {
	id?: string;
	expectedVersion?: number;
	changeSummary?: string;
	idempotencyKey?: string;
}

/** @param given all arguments of the call: the same key with others is refused */
export function commandOf(
	tool: string,
	call: Call,
	given: Conditions,
): ContentCommand {
	const { id = "", expectedVersion, changeSummary, idempotencyKey } = given;
	const { fingerprint } = call.holder;
	return {
		by: fingerprint,
		requestId: requestId(call.request),
		summary: changeSummary,
		fresh(etag) {
			if (expectedVersion === undefined) return;
			if (etag !== etagOf({ id, version: expectedVersion }))
				throw changedMeanwhile(expectedVersion);
		},
		keyed:
			idempotencyKey === undefined
				? null
				: {
						principal: fingerprint,
						route: `tool ${tool}`,
						key: idempotencyKey,
						fingerprint: fingerprintOf(given),
					},
	};
}

/**
 * The argument `data` as it was written, the order of its keys included, as JSON text. Throws `validation_failed` for what could not
 * come back as it is.
 */
function writtenData(call: Call, data: object): string {
	const text = jsonTextOf(call.request);
	const root = parseTree(text);
	const given = root && findNodeAtLocation(root, ["params", "arguments"]);
	const written =
		given && dataText(text.slice(given.offset, given.offset + given.length));
	return written ?? JSON.stringify(data);
}

export function changedBy({ body, replayed }: Outcome): Static<typeof Changed> {
	return { item: JSON.parse(body).data, replayed };
}

/** Makes the change, and says of a deleted item which tool brings it back. */
export async function changeOf(
	id: string,
	change: Promise<Outcome>,
): Promise<Static<typeof Changed>> {
	try {
		return changedBy(await change);
	} catch (error) {
		if (error instanceof ApiError && error.code === "invalid_transition")
			throw new ApiError(
				"invalid_transition",
				`The item "${id}" is deleted, and cannot be changed. content_undelete with this id brings it back as a draft.`,
			);
		throw error;
	}
}

const changedMeanwhile = (expected: number) =>
	new ApiError(
		"precondition_failed",
		`The item is not at version ${expected} any more, and nothing was changed. Read it again with content_get, then repeat the change with its present version.`,
	);

const { data, status, slug, sortOrder } = ContentChange.properties;

export const writingTools = (contentService: ContentService) => [
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
			const command = commandOf("content_create", call, given);
			return changedBy(await contentService.create(command, { ...item, data }));
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
			const command = commandOf("content_update", call, given);
			const patched = (item: StoredItem) => ({
				...change,
				data: JSON.stringify(mergePatch(JSON.parse(item.data), patch)),
			});
			return changeOf(
				id,
				contentService.update(command, id, patch ? patched : change),
			);
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
			const command = commandOf("content_set_status", call, given);
			const { id, status } = given;
			return changeOf(id, contentService.update(command, id, { status }));
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

export const removingTools = (sql: Sql, contentService: ContentService) => [
	tool({
		name: "content_delete",
		title: "Delete a content item",
		description:
			"Deletes a content item; content_undelete brings it back. With `hard` it is gone for good, with its history: then confirmSlug has to be its slug. Ask the user first.",
		effect: "destroys",
		idempotent: true,
		input: {
			...onItem,
			hard: Type.Optional(Type.Boolean({ description: "false by default" })),
			confirmSlug: Type.Optional(Type.String()),
		},
		output: Type.Object({
			item: Type.Union([AdminContentItem, Type.Null()], {
				description: "null = gone for good",
			}),
			replayed: Type.Boolean(),
		}),
		async run(given, call) {
			const { id, hard = false, confirmSlug } = given;
			if (hard) await refuseUnconfirmed(sql, id, confirmSlug);
			const command = commandOf("content_delete", call, given);
			const outcome = await contentService.remove(command, id, hard);
			return outcome.body === ""
				? { item: null, replayed: outcome.replayed }
				: changedBy(outcome);
		},
	}),
	tool({
		name: "content_undelete",
		title: "Bring a deleted item back",
		description:
			"Brings a deleted content item back as a draft, at its old address.",
		effect: "changes",
		idempotent: true,
		input: { ...onItem, ...summarized },
		output: Changed,
		run: async (given, call) =>
			changedBy(
				await contentService.undelete(
					commandOf("content_undelete", call, given),
					given.id,
				),
			),
	}),
	tool({
		name: "content_restore",
		title: "Restore a version",
		description:
			"Makes an earlier version of a content item its newest one; its status stays, and a deleted item comes back as a draft. content_history and content_diff show what there was.",
		effect: "changes",
		input: {
			...onItem,
			version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
			...summarized,
		},
		output: Changed,
		run: async (given, call) =>
			changedBy(
				await contentService.restore(
					commandOf("content_restore", call, given),
					given.id,
					given.version,
				),
			),
	}),
];

async function refuseUnconfirmed(
	sql: Sql,
	id: string,
	confirmSlug: string | undefined,
): Promise<void> {
	const item = await findItem(sql, id);
	if (item && item.slug !== confirmSlug)
		throw new ApiError(
			"validation_failed",
			`To delete "${item.slug}" for good, give its slug as confirmSlug; its history would be gone, too.`,
		);
}
