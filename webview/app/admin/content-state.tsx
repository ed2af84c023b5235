/** States of content items, in words. */
import type { ContentStatus } from "@treeline/api/client-types";
import type { ContentRow } from "../../host/content-admin.ts";
import { t } from "../../l10n/l10n.ts";
import { formatMoment } from "../elements/format.ts";

export const STATUSES: readonly ContentStatus[] = [
	"draft",
	"published",
	"archived",
];

export function statusName(status: ContentStatus): string {
	switch (status) {
		case "draft":
			return t("Draft");
		case "published":
			return t("Published");
		case "archived":
			return t("Archived");
	}
}

/** A published item is shown between its two dates. */
function shownName({
	status,
	publishAt,
	unpublishAt,
}: Pick<ContentRow, "status" | "publishAt" | "unpublishAt">): string {
	if (status !== "published") return statusName(status);
	const now = Date.now();
	if (unpublishAt !== null && Date.parse(unpublishAt) <= now)
		return t("No longer shown since {0}", formatMoment(unpublishAt));
	if (publishAt !== null && Date.parse(publishAt) > now)
		return t("Shown from {0}", formatMoment(publishAt));
	if (unpublishAt !== null)
		return t("Shown until {0}", formatMoment(unpublishAt));
	return statusName(status);
}

export const ItemState = ({ item }: { item: ContentRow }) =>
	item.deletedAt === null ? (
		<span class="admin-state">{shownName(item)}</span>
	) : (
		<span class="admin-state admin-bad">{t("Deleted")}</span>
	);
