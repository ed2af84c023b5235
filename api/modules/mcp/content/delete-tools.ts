/** Tools that take content away, and bring it back. */
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/pool.ts";
import { ApiError } from "../../../server/errors.ts";
import { findItem } from "../../content/queries.ts";
import { AdminContentItem } from "../../content/schema.ts";
import type { ContentDeeds } from "../../content/service.ts";
import { tool } from "../capabilities.ts";
import { Changed, changedBy, deedOf, onItem, summarized } from "./tools.ts";

export const removingTools = (sql: Sql, deeds: ContentDeeds) => [
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
			const deed = deedOf("content_delete", call, given);
			const outcome = await deeds.remove(deed, id, hard);
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
				await deeds.undelete(deedOf("content_undelete", call, given), given.id),
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
				await deeds.restore(
					deedOf("content_restore", call, given),
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
