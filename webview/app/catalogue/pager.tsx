import { PAGE_SIZE } from "../../host/pack-list.ts";
import { formatNumber, plural, t } from "../../l10n/l10n.ts";
import { Icon } from "../elements/icon.tsx";
import { addressOf } from "../router.ts";
import { type CatalogueQuery, formatQuery } from "./catalogue-query.ts";

interface PagerProps {
	query: CatalogueQuery;
	/** Number of packs on all pages. */
	total: number;
}

/** Links to the pages before and after the one that is shown. Nothing where the only page is shown. */
export function Pager({ query, total }: PagerProps) {
	const { page } = query;
	const pages = Math.ceil(total / PAGE_SIZE);
	if (pages <= 1 && page <= pages) return null;
	const to = (target: number) =>
		addressOf.catalogue + formatQuery({ ...query, page: target });
	return (
		<nav class="pager" aria-label={t("Pages of packs")}>
			{page > 1 ? (
				<a class="button" href={to(Math.min(page - 1, pages))} rel="prev">
					<Icon name="previous" />
					{t("Previous page")}
				</a>
			) : (
				<span />
			)}
			<span class="facts" aria-current="page">
				{t("Page {0} of {1}", formatNumber(page), formatNumber(pages))}
			</span>
			{page < pages ? (
				<a class="button" href={to(page + 1)} rel="next">
					{t("Next page")}
					<Icon name="next" />
				</a>
			) : (
				<span />
			)}
		</nav>
	);
}

export const noPacksOnPage = () => t("No packs on this page");

/** "1–24 of 2,000 packs". */
export function rangeText(page: number, shown: number, total: number): string {
	if (shown === total)
		return plural(total, { one: "{0} pack", other: "{0} packs" });
	if (shown === 0) return noPacksOnPage();
	const first = (page - 1) * PAGE_SIZE + 1;
	return plural(
		total,
		{ one: "{1}–{2} of {0} pack", other: "{1}–{2} of {0} packs" },
		formatNumber(first),
		formatNumber(first + shown - 1),
	);
}
