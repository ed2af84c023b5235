/** Who sees an author's pack, and whether a moderator has to decide. */
import type { ModeratedPack } from "@treeline/api/client-types";
import { t } from "../../l10n/l10n.ts";

/** Whether a moderator has to decide. */
export const isWaiting = ({
	requestedAt,
	refusedReason,
	takenDownAt,
}: ModeratedPack) =>
	requestedAt !== null && refusedReason === null && takenDownAt === null;

export function PackState({ pack }: { pack: ModeratedPack }) {
	if (pack.takenDownAt !== null)
		return <span class="admin-state admin-bad">{t("Taken down")}</span>;
	if (isWaiting(pack))
		return (
			<span class="admin-state admin-open">{t("Waiting for approval")}</span>
		);
	return <span class="admin-state">{visibilityName(pack.visibility)}</span>;
}

export function visibilityName(visibility: ModeratedPack["visibility"]) {
	switch (visibility) {
		case "public":
			return t("Public");
		case "unlisted":
			return t("Unlisted");
		case "private":
			return t("Private");
	}
}
