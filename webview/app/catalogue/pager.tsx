import { PAGE_SIZE } from "../../host/pack-list.ts";
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
		<nav class="pager" aria-label="Pages of packs">
			{page > 1 ? (
				<a class="button" href={to(Math.min(page - 1, pages))} rel="prev">
					<Icon name="previous" />
					Previous page
				</a>
			) : (
				<span />
			)}
			<span class="facts" aria-current="page">
				Page {page.toLocaleString("en")} of {pages.toLocaleString("en")}
			</span>
			{page < pages ? (
				<a class="button" href={to(page + 1)} rel="next">
					Next page
					<Icon name="next" />
				</a>
			) : (
				<span />
			)}
		</nav>
	);
}

export const NO_PACKS_ON_PAGE = "No packs on this page";

/** "1–24 of 2,000 packs". */
export function rangeText(page: number, shown: number, total: number): string {
	const packs = total === 1 ? "pack" : "packs";
	const count = total.toLocaleString("en");
	if (shown === total) return `${count} ${packs}`;
	if (shown === 0) return NO_PACKS_ON_PAGE;
	const first = (page - 1) * PAGE_SIZE + 1;
	return `${first.toLocaleString("en")}–${(first + shown - 1).toLocaleString("en")} of ${count} ${packs}`;
}
