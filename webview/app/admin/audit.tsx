/** What moderators and administrators have done, newest first. */
import type { ListedAction } from "@treeline/api/client-types";
import { useCallback } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { formatMoment } from "../elements/format.ts";
import type { PartProps } from "./part.ts";
import { type ListQuery, RowList } from "./row-list.tsx";
import { roleName } from "./users.tsx";

export function Audit({ moderation }: PartProps) {
	const read = useCallback(
		({ page }: ListQuery) => moderation.actions(page),
		[moderation],
	);
	return (
		<RowList
			keyOf={({ _id }) => _id}
			read={read}
			empty={t("Nobody has done anything here yet.")}
			row={(action) => (
				<div class="admin-row">
					<div class="admin-facts">
						<h2>{whatWasDone(action)}</h2>
						{action.reason !== null && <p>{t("Reason: {0}", action.reason)}</p>}
						<p class="facts">
							{formatMoment(action.createdAt)}
							{" · "}
							{action.keyFingerprint === null
								? t("by {0}", action.actorName ?? t("a deleted account"))
								: t("with the admin secret {0}", action.keyFingerprint)}
							{" · "}
							<code>{action.requestId}</code>
						</p>
					</div>
				</div>
			)}
		/>
	);
}

function whatWasDone({
	action,
	packSlug,
	userName,
	role,
}: ListedAction): string {
	const pack = packSlug ?? "";
	const user = userName ?? t("a deleted account");
	switch (action) {
		case "pack_taken_down":
			return t("Pack “{0}” taken down", pack);
		case "pack_restored":
			return t("Pack “{0}” restored", pack);
		case "pack_approved":
			return t("Pack “{0}” approved", pack);
		case "pack_refused":
			return t("Pack “{0}” refused", pack);
		case "user_blocked":
			return t("{0} blocked", user);
		case "user_unblocked":
			return t("{0} unblocked", user);
		case "dispute_closed":
			return t("Dispute at “{0}” closed", pack);
		case "dispute_reopened":
			return t("Dispute at “{0}” opened again", pack);
		case "role_changed":
			return t("Role of {0}: {1}", user, roleName(role ?? "learner"));
		default:
			return action;
	}
}
