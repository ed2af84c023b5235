/** What a version of a content item changed of the one before it, in words. */
import type { ContentVersion } from "../../host/content-admin.ts";
import { memberTexts } from "../../host/json-text.ts";
import { t } from "../../l10n/l10n.ts";
import { statusName } from "./content-state.tsx";

/** Names that a list has at most. */
const MAX_NAMES = 12;

/** Each change with its fields in backticks; of `data`, the members of the object itself. */
export function changesBetween(
	before: ContentVersion,
	after: ContentVersion,
): string[] {
	const old = memberTexts(before.data);
	const now = memberTexts(after.data);
	const changed = [...now.keys()].filter(
		(name) => old.has(name) && old.get(name) !== now.get(name),
	);
	const added = [...now.keys()].filter((name) => !old.has(name));
	const removed = [...old.keys()].filter((name) => !now.has(name));
	return [
		...(changed.length > 0 ? [t("Changed: {0}", listed(changed))] : []),
		...(added.length > 0 ? [t("Added: {0}", listed(added))] : []),
		...(removed.length > 0 ? [t("Removed: {0}", listed(removed))] : []),
		...(before.status === after.status
			? []
			: [
					t(
						"Status: {0} → {1}",
						statusName(before.status),
						statusName(after.status),
					),
				]),
		...(before.slug === after.slug
			? []
			: [t("Slug: {0} → {1}", `\`${before.slug}\``, `\`${after.slug}\``)]),
		...(before.sortOrder === after.sortOrder
			? []
			: [t("Order: {0} → {1}", before.sortOrder, after.sortOrder)]),
		...(before.publishAt === after.publishAt &&
		before.unpublishAt === after.unpublishAt
			? []
			: [t("Dates of publication changed")]),
	];
}

const listed = (names: readonly string[]): string =>
	names
		.slice(0, MAX_NAMES)
		.map((name) => `\`${name}\``)
		.join(", ") + (names.length > MAX_NAMES ? ", …" : "");
