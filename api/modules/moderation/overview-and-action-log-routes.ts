/** What moderators and administrators have done, and what waits for them. */
import { t } from "elysia";
import { USER_LIMITS_PER_MINUTE } from "../../config/rate-limits-quotas-and-timeouts.ts";
import type { AuthorRules, ClassQuotas } from "../../config.ts";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { ListMeta, PageQuery, pageOf } from "../../server/pagination.ts";
import { validate } from "../../server/read-and-validate-request.ts";
import type { ModerationAccess } from "../../server/role-guards.ts";
import { routes } from "../../server/route-definition.ts";
import { ListedAction, ModerationOverview } from "./api-schemas.ts";
import { countWaiting, listActions } from "./audit-queries.ts";

/** What the server allows each account. */
export interface ServerLimits {
	authorRules: AuthorRules;
	classQuotas: ClassQuotas;
	/** Bytes that the files of one account's attempts may take. */
	attemptFileBytes: number;
	/** Whether the chat is set up and its provider answers. */
	checkLanguageModel(): Promise<ModerationOverview["languageModel"]>;
	/** Rights of the database's user that reads on replicas lack. */
	missingRights(): ModerationOverview["missingRights"];
}

export const moderationAudit = (
	sql: Sql,
	{ tag, moderator, operation }: ModerationAccess,
	{
		authorRules: { publishing, ...quotas },
		classQuotas,
		attemptFileBytes,
		checkLanguageModel,
		missingRights,
	}: ServerLimits,
) =>
	routes("/moderation", tag)
		.get(
			"/overview",
			async () => ({
				data: {
					...(await countWaiting(sql)),
					publishing,
					authorQuotas: quotas,
					classQuotas,
					attemptFileBytes,
					languageModel: await checkLanguageModel(),
					missingRights: missingRights(),
					limitsPerMinute: USER_LIMITS_PER_MINUTE,
				},
			}),
			{
				...validate({ guards: [moderator] }),
				response: { 200: t.Object({ data: ModerationOverview }) },
				detail: {
					operationId: operation("getModerationOverview"),
					summary: "Count what waits for moderators, and list the limits",
				},
			},
		)
		.get(
			"/actions",
			async ({ query }) => {
				const page = pageOf(query);
				const { rows, total } = await listActions(sql, page);
				return { data: rows, meta: { total, ...page } };
			},
			{
				...validate({ guards: [moderator], query: PageQuery }),
				response: {
					200: t.Object({ data: t.Array(ListedAction), meta: ListMeta }),
				},
				detail: {
					operationId: operation("listModerationActions"),
					summary: "List moderators' actions, newest first",
				},
			},
		);
