/** Buttons for the previous and the next page of a list; nothing where there is one page only. */
import { formatNumber, t } from "../../l10n/l10n.ts";
import { Icon } from "../elements/icon.tsx";

export function Pager({
	page,
	pages,
	label = t("Pages of the list"),
	onPage,
}: {
	/** From 1. */
	page: number;
	pages: number;
	label?: string;
	onPage(page: number): void;
}) {
	if (pages <= 1 && page <= 1) return null;
	const last = Math.max(1, pages);
	// A button that is disabled would lose the focus.
	const [isFirst, isLast] = [page <= 1, page >= last];
	return (
		<nav class="pager" aria-label={label}>
			<button
				type="button"
				class="button"
				aria-disabled={isFirst}
				onClick={() => !isFirst && onPage(Math.min(page - 1, last))}
			>
				<Icon name="previous" />
				{t("Previous page")}
			</button>
			<span class="facts" role="status">
				{t("Page {0} of {1}", formatNumber(page), formatNumber(last))}
			</span>
			<button
				type="button"
				class="button"
				aria-disabled={isLast}
				onClick={() => !isLast && onPage(page + 1)}
			>
				{t("Next page")}
				<Icon name="next" />
			</button>
		</nav>
	);
}
