/** A learner's account as a whole: activity, export and deletion (contract, section 10). */
import { Type } from "@sinclair/typebox";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { refuse } from "../../server/errors.ts";
import { type UserLimit, withinLimit } from "../../server/rate-limit.ts";
import { validate } from "../../server/read-and-validate-request.ts";
import { routes } from "../../server/route-definition.ts";
import {
	endedSessionCookie,
	type SessionGuards,
} from "../../server/session-authentication.ts";
import {
	accountActivity,
	deleteAccount,
	exportAccount,
} from "./activity-export-and-deletion-queries.ts";
import {
	AccountActivity,
	AccountDeletion,
	AccountExport,
	ActivityQuery,
} from "./api-schemas.ts";

/** @param origin this site's public origin; `limit` counts exports and deletions */
export const account = (
	sql: Sql,
	sessions: SessionGuards,
	limit: UserLimit,
	origin: string,
) => {
	const endedCookie = endedSessionCookie(origin.startsWith("https:"));
	const guards = [sessions.required, withinLimit(limit, sessions)];
	return routes("/account", "Account")
		.get(
			"/export",
			async ({ request, set }) => {
				const learner = sessions.learner(request);
				await limit.take(learner._id);
				set.headers["cache-control"] = "no-store";
				set.headers["content-disposition"] =
					'attachment; filename="treeline-account.json"';
				return { data: await exportAccount(sql, learner) };
			},
			{
				...validate({ guards, successHeaders: ["Content-Disposition"] }),
				response: { 200: Type.Object({ data: AccountExport }) },
				detail: {
					operationId: "exportAccount",
					summary: "Export the account",
					description:
						"The profile, settings, sessions, personal tokens (without their values), attempts, drafts, packs, disputes and classes of the user, as one document.",
				},
			},
		)
		.get(
			"/activity",
			async ({ request, query: { utcOffset = 0 }, set }) => {
				set.headers["cache-control"] = "no-store";
				const { _id } = sessions.learner(request);
				return { data: await accountActivity(sql, _id, utcOffset) };
			},
			{
				...validate({ guards: [sessions.required], query: ActivityQuery }),
				response: { 200: Type.Object({ data: AccountActivity }) },
				detail: {
					operationId: "getAccountActivity",
					summary: "Get the user's activity",
					description:
						"Progress by pack, days with attempts, and the latest attempts. `utcOffset` is the user's time zone in minutes ahead of UTC.",
				},
			},
		)
		.delete(
			"",
			async ({ request, body: { name, packs }, set }) => {
				const learner = sessions.learner(request);
				if (name !== learner.name) refuse([notTheName(learner.name)]);
				await limit.take(learner._id);
				await deleteAccount(sql, learner._id, packs === "delete");
				set.headers["set-cookie"] = endedCookie;
				set.headers["cache-control"] = "no-store";
				set.status = 204;
			},
			{
				...validate({
					guards,
					body: AccountDeletion,
					successHeaders: ["Set-Cookie"],
				}),
				response: { 204: Type.Void() },
				detail: {
					operationId: "deleteAccount",
					summary: "Delete the account",
					description:
						'Sessions, personal tokens, settings, classes that the user teaches, memberships in others, the link to the identity provider and private packs are deleted at once, for good. Attempts stay for statistics and packs that others can see stay under "A former member", without the person; `packs: "delete"` deletes those too.',
				},
			},
		);
};

const notTheName = (name: string) => ({
	pointer: "#/name",
	code: "not_confirmed",
	detail: `this is not the account's name; send "${name}" to confirm that the account is to be deleted`,
});
