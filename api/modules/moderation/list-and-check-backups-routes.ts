/** Which backups there are, and whether one could be restored, for administrators. Nothing here deletes or restores one. */
import { t } from "elysia";
import { ApiError } from "../../server/errors.ts";
import { PageQuery, pageOf } from "../../server/pagination.ts";
import { validate } from "../../server/read-and-validate-request.ts";
import type { ModerationAccess } from "../../server/role-guards.ts";
import { routes } from "../../server/route-definition.ts";
import { Backup, BackupListMeta } from "./api-schemas.ts";
import type { BackupFolder } from "./backup-folder.ts";

export const backups = (
	{ tag, administrator, operation }: ModerationAccess,
	folder: BackupFolder,
) =>
	routes("/moderation", tag)
		.get(
			"/backups",
			async ({ query }) => {
				const page = pageOf(query);
				const { rows, ...meta } = await folder.list(page);
				return { data: rows, meta: { ...meta, ...page } };
			},
			{
				...validate({ guards: [administrator], query: PageQuery }),
				response: {
					200: t.Object({ data: t.Array(Backup), meta: BackupListMeta }),
				},
				detail: {
					operationId: operation("listBackups"),
					summary: "List backups, newest first",
					description:
						"The files in the folder that `BACKUP_DIR` names. `npm run restore` restores one; the API neither restores nor deletes any.",
				},
			},
		)
		.get(
			"/backups/:name",
			async ({ params: { name } }) => {
				const backup = await folder.check(name);
				if (!backup)
					throw new ApiError(
						"not_found",
						`There is no backup "${name}". The list of backups has the existing ones.`,
					);
				return { data: backup };
			},
			{
				...validate({ guards: [administrator] }),
				response: { 200: t.Object({ data: Backup }) },
				detail: {
					operationId: operation("checkBackup"),
					summary: "Check a backup",
					description:
						"Reads the whole file, and compares every table with its checksum. What was found is kept by the process that answered until it stops. When a large file takes longer than a request may, the check goes on, and a later request is answered from it.",
				},
			},
		);
