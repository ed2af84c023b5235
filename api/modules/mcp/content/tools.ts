/** What a tool's call says of the change that it asks for: who asks, on which condition, and how often it may be made. */
import { type Static, Type } from "@sinclair/typebox";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { jsonTextOf } from "../../../server/body.ts";
import { requestId } from "../../../server/context.ts";
import { ApiError } from "../../../server/errors.ts";
import { fingerprintOf, KEY_PATTERN } from "../../../server/headers.ts";
import { Uuid } from "../../../server/validation.ts";
import type { Outcome } from "../../content/idempotent.ts";
import { dataText } from "../../content/lossless-json.ts";
import { AdminContentItem } from "../../content/schema.ts";
import { type ContentCommand, etagOf } from "../../content/service.ts";
import type { Call } from "../capabilities.ts";

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
export const onItem = {
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
export function writtenData(call: Call, data: object): string {
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
