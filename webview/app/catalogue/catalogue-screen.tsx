/** The first screen: what Treeline is, and its packs. */
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { Horizon } from "../elements/tree-drawings.tsx";
import { notLoaded, useLazy } from "../lazy-screen.tsx";
import { useScreen, useSignalValue } from "../screen-hooks.ts";
import { formatQuery, isFiltered, parseQuery } from "./catalogue-query.ts";
import { ContinueCard } from "./continue-card.tsx";
import { Filters } from "./filters.tsx";
import { LiveDemo } from "./live-demo.tsx";
import { PackCard, PackCardSkeleton } from "./pack-card.tsx";
import { usePackResults } from "./pack-results.ts";
import { noPacksOnPage, Pager, rangeText } from "./pager.tsx";

/** Fewer packs need no filters but words. */
const MANY = 6;

export function CatalogueScreen() {
	const { host, router } = useApp();
	const query = parseQuery(router.search.value);
	const { load, pending, retry } = usePackResults(query);
	const isIn = useSignalValue(host.account.state).state === "in";
	const heading = useScreen(load.state === "loading" ? null : "");
	const results = useRef<HTMLHeadingElement>(null);
	const isSmall = useRef(false);
	const frameworks = useRef(new Set<string>());
	const value = load.state === "ready" ? load.value : null;
	const filtered = isFiltered(query);
	const range = value && rangeText(query.page, value.packs.length, value.total);
	if (value && !filtered) isSmall.current = value.total <= MANY;
	for (const { framework } of value?.packs ?? [])
		if (framework) frameworks.current.add(framework);
	useArrival(results, query.page, pending ? null : range, !query.q);
	const clearFilters = () => {
		router.replaceSearch(formatQuery({ page: 1 }));
		// The button that has the focus goes away, and so may all filters.
		results.current?.focus({ preventScroll: true });
	};
	return (
		<>
			<section class="hero">
				<div class="column hero-columns">
					<div>
						<h1 ref={heading} tabIndex={-1}>
							{t("Write real code.")}
							<br />
							{t("Know in milliseconds.")}
						</h1>
						<p class="lead">
							{t(
								"Challenges open as real files and are checked by the shape of your code, right here in the browser. Nothing is executed, and no account is needed.",
							)}
						</p>
						<ContinueCard />
					</div>
					<LiveDemo />
				</div>
				<Horizon />
			</section>
			<section class="column catalogue" aria-labelledby="packs-heading">
				{(isIn || host.progress.packsBegun().size > 0) && <LazyDueList />}
				<div class="catalogue-head">
					<h2 id="packs-heading" class="eyebrow" ref={results} tabIndex={-1}>
						{t("Packs")}
					</h2>
					{value && value.packs.length > 0 && <p class="facts">{range}</p>}
				</div>
				{(filtered || (value && value.total > 0)) && (
					<Filters
						query={query}
						tags={value?.tags ?? []}
						frameworks={[...frameworks.current].sort()}
						wordsOnly={isSmall.current}
						onChange={(next) => router.replaceSearch(formatQuery(next))}
						onClear={clearFilters}
					/>
				)}
				{value?.fromStored && (
					<p class="facts stored-note">
						{t(
							"The service cannot be reached: these are the packs that are stored in this browser.",
						)}
					</p>
				)}
				{load.state === "loading" && <Loading />}
				{load.state === "failed" && (
					<Failure
						title={
							load.error.code === "offline"
								? t("You are offline")
								: t("The packs could not be loaded")
						}
						detail={load.error.detail}
						nextStep={load.error.nextStep}
						onRetry={retry}
					/>
				)}
				{value?.packs.length === 0 && (
					<Empty filtered={filtered} total={value.total} />
				)}
				{value && value.packs.length > 0 && (
					<ul class="cards" aria-busy={pending}>
						{value.packs.map((pack) => (
							<PackCard key={pack.slug} pack={pack} />
						))}
					</ul>
				)}
				{value && value.total > 0 && (
					<Pager query={query} total={value.total} />
				)}
				{query.q && <LazyResults q={query.q} packs={pending ? null : range} />}
			</section>
		</>
	);
}

/**
 * Once other packs are shown, announces which; on another page, brings the reader to the start of the list, unless a filter has the
 * focus. `range` is null while packs load; `isAlone`: no challenges are announced with them.
 */
function useArrival(
	heading: { current: HTMLElement | null },
	page: number,
	range: string | null,
	isAlone: boolean,
) {
	const shown = useRef<{ page: number; range: string } | null>(null);
	useEffect(() => {
		if (range === null) return;
		const before = shown.current;
		shown.current = { page, range };
		if (!before) return;
		if (before.range !== range && isAlone) announce(range);
		if (before.page === page) return;
		// A filter leads to the first page while its field is still in use.
		if (document.activeElement?.closest("search")) return;
		heading.current?.focus({ preventScroll: true });
		heading.current?.scrollIntoView();
	}, [page, range, heading, isAlone]);
}

/** `total`: number of packs on all pages. */
function Empty({ filtered, total }: { filtered: boolean; total: number }) {
	if (total > 0)
		return (
			<div class="empty">
				<p class="empty-title">{noPacksOnPage()}</p>
				<p>{t("The list ends before this page. Go to the previous page.")}</p>
			</div>
		);
	return filtered ? (
		<div class="empty">
			<p class="empty-title">{t("No packs found")}</p>
			<p>{t("Try other words, or clear the filters.")}</p>
		</div>
	) : (
		<div class="empty">
			<p class="empty-title">{t("No packs yet")}</p>
			<p>
				{t(
					"Packs appear here once they are seeded. Run the service’s seed command, then reload this page.",
				)}
			</p>
		</div>
	);
}

/** Most visits search for nothing. */
const loadResults = async () =>
	(await import("./challenge-results.tsx")).ChallengeResults;

function LazyResults(props: { q: string; packs: string | null }) {
	const { part: Results, failed, retry } = useLazy(loadResults);
	if (Results) return <Results {...props} />;
	if (!failed) return null;
	return (
		<Failure
			title={t("The challenges could not be searched")}
			{...notLoaded()}
			onRetry={retry}
		/>
	);
}

const loadDueList = async () => (await import("./due-list.tsx")).DueLists;

function LazyDueList() {
	const { part: DueList } = useLazy(loadDueList);
	return DueList && <DueList />;
}

function Loading() {
	return (
		<>
			<p class="unseen" role="status">
				{t("Loading packs")}
			</p>
			<div class="cards" aria-hidden="true">
				<PackCardSkeleton />
				<PackCardSkeleton />
				<PackCardSkeleton />
			</div>
		</>
	);
}
