/** States of content items, in words. */
import type { ContentStatus } from "@treeline/api/client-types";
import type { ContentRow } from "../../host/content-admin.ts";
import { t } from "../../l10n/l10n.ts";

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

export const ItemState = ({
	item: { status, deletedAt },
}: {
	item: ContentRow;
}) => (
	<>
		<span class="admin-state">{statusName(status)}</span>
		{deletedAt !== null && (
			<span class="admin-state admin-bad">{t("Deleted")}</span>
		)}
	</>
);
