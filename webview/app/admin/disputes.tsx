/** Learners' disputes at all packs, those that come with the server too. */
import type { ModeratedDispute } from "@treeline/api/client-types";
import { useCallback } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { DisputeRow } from "../account/pack-disputes.tsx";
import { addressOf } from "../router.ts";
import type { PartProps } from "./part.ts";
import { type ListQuery, RowList } from "./row-list.tsx";

export function Disputes({ moderation }: PartProps) {
	const read = useCallback(
		({ q, show, page }: ListQuery) =>
			moderation.disputes(
				{
					...(show !== "all" && {
						status: show === "closed" ? ("closed" as const) : ("open" as const),
					}),
					...(q && { pack: q }),
				},
				page,
			),
		[moderation],
	);
	return (
		<>
			<h2 class="unseen">{t("Disputes")}</h2>
			<RowList<ModeratedDispute>
				searchLabel={t("Address of a pack, as in “express”")}
				choices={[
					["", t("Not answered yet")],
					["closed", t("Closed")],
					["all", t("All")],
				]}
				keyOf={({ _id }) => _id}
				read={read}
				empty={t("There is no such dispute.")}
				none={t("No disputes wait for an answer.")}
				row={(dispute, list) => (
					<div class="pack-dispute">
						<DisputeRow
							dispute={dispute}
							onDecide={async ({ _id }, reason) => {
								await moderation.decide(_id, reason);
								await list.done(
									reason === null
										? t("The dispute is open again.")
										: t("The dispute is closed."),
								);
							}}
						/>
						<p>
							<a href={`${addressOf.admin}/users?q=${dispute.userId}`}>
								{t("Who sent it")}
							</a>
						</p>
					</div>
				)}
			/>
		</>
	);
}
