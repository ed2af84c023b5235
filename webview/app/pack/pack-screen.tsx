import type { ChallengeRow, PackDetail } from "@treeline/api/client-types";
import { useEffect } from "preact/hooks";
import type { Host, Progress } from "../../host/host.ts";
import { furthest } from "../../host/progress.ts";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { stack } from "../catalogue/pack-card.tsx";
import { preloadChallengeScreen } from "../challenge/lazy-route.tsx";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { Failure } from "../elements/failure.tsx";
import {
	authorName,
	challengeCount,
	difficultyName,
	formatMinutes,
} from "../elements/format.ts";
import { Icon } from "../elements/icon.tsx";
import { Status } from "../elements/status.tsx";
import { Grove } from "../elements/tree-drawings.tsx";
import { useLazy } from "../lazy-screen.tsx";
import { addressOf } from "../router.ts";
import { useEntry, useScreen, useSignalValue } from "../screen-hooks.ts";
import { KeepOffline } from "./keep-offline.tsx";

/** One pack: what it is about, how far one is, and its challenges in order. */
export function PackScreen({ slug }: { slug: string }) {
	const { host, cache } = useApp();
	useEffect(() => preloadChallengeScreen(host), [host]);
	const entry = cache.pack(slug);
	const load = useEntry(entry);
	const title =
		load.state === "ready"
			? load.value.name
			: load.state === "failed"
				? load.error.status === 404
					? t("Pack not found")
					: t("This pack could not be loaded")
				: null;
	const heading = useScreen(title);
	return (
		<div class="column pack">
			<nav aria-label={t("Breadcrumb")}>
				<a class="crumb" href={addressOf.catalogue}>
					<Icon name="previous" />
					{t("All packs")}
				</a>
			</nav>
			<h1
				ref={heading}
				tabIndex={-1}
				class={load.state === "ready" ? "" : "quiet"}
				lang={load.state === "ready" ? PACK_LANGUAGE : undefined}
			>
				{title ?? t("Loading…")}
			</h1>
			{load.state === "ready" && <Detail pack={load.value} />}
			{load.state === "failed" && (
				<Failure
					detail={load.error.detail}
					nextStep={load.error.nextStep}
					onRetry={
						load.error.status === 404 ? undefined : () => void entry.refresh()
					}
				>
					<a class="button" href={addressOf.catalogue}>
						{t("See all packs")}
					</a>
				</Failure>
			)}
		</div>
	);
}

function Detail({ pack }: { pack: PackDetail }) {
	const { host } = useApp();
	useSignalValue(host.progress);
	const isIn = useSignalValue(host.account.state).state === "in";
	const rows = pack.challenges.map((row) => ({
		row,
		status: statusOf(host, pack.slug, row),
	}));
	const passed = rows.filter(({ status }) => status === "passed").length;
	const next = rows.find(({ status }) => status !== "passed");
	return (
		<>
			<p class="lead" lang={PACK_LANGUAGE}>
				{pack.description}
			</p>
			<p class="facts">
				{stack(pack)} · {challengeCount(pack.challenges.length)} ·{" "}
				{t("by {0}", authorName(pack.author))}
			</p>
			{isIn && <LazyAssigned slug={pack.slug} />}
			<div class="pack-progress">
				<div class="pack-grove">
					<Grove passed={passed} total={pack.challenges.length} />
					<p class="facts" aria-hidden="true">
						{t("{0} of {1} passed", passed, pack.challenges.length)}
					</p>
				</div>
				{next ? (
					<a
						class="button button-primary"
						href={addressOf.challenge({
							pack: pack.slug,
							challenge: next.row.slug,
						})}
					>
						{passed === 0 && next.status === "not_started"
							? t("Start")
							: t("Continue")}
						<span class="button-detail">{next.row.title}</span>
						<Icon name="next" />
					</a>
				) : (
					<p class="all-passed">
						<Icon name="check" /> {t("All challenges passed")}
					</p>
				)}
			</div>
			{host.offlinePacks && (
				<KeepOffline packs={host.offlinePacks} slug={pack.slug} />
			)}
			<ol class="rows" aria-label={t("Challenges")}>
				{rows.map(({ row, status }) => (
					<Row key={row.slug} pack={pack.slug} row={row} status={status} />
				))}
			</ol>
		</>
	);
}

const loadAssigned = async () =>
	(await import("../catalogue/due-list.tsx")).AssignedNote;

function LazyAssigned({ slug }: { slug: string }) {
	const { part: Note } = useLazy(loadAssigned);
	return Note && <Note slug={slug} />;
}

interface RowProps {
	pack: string;
	row: ChallengeRow;
	status: Progress["status"];
}

function Row({ pack, row, status }: RowProps) {
	return (
		<li class={`row row-${status}`}>
			<span class="row-number" aria-hidden="true">
				{row.order}
			</span>
			<a
				href={addressOf.challenge({ pack, challenge: row.slug })}
				lang={PACK_LANGUAGE}
			>
				{row.title}
			</a>
			<span class="row-difficulty">{difficultyName(row.difficulty)}</span>
			<span class="row-time">{formatMinutes(row.timeEstimateSeconds)}</span>
			<Status status={status} />
		</li>
	);
}

/** The further of what the service and this browser know. */
function statusOf(host: Host, pack: string, row: ChallengeRow) {
	const here = host.progress.of({ pack, challenge: row.slug }).status;
	return furthest(here, row.status);
}
