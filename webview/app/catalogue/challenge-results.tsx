import { useEffect, useRef } from "preact/hooks";
import type { ChallengeHit } from "../../host/local-search.ts";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { Failure } from "../elements/failure.tsx";
import {
	challengeCount,
	difficultyName,
	formatMinutes,
} from "../elements/format.ts";
import { Status } from "../elements/status.tsx";
import { addressOf } from "../router.ts";
import { useEntry, useSignalValue } from "../screen-hooks.ts";

/** Challenges that hold the words `q`; while they load, those of the words before. `packs`: what was found beside them, in words. */
export function ChallengeResults({
	q,
	packs,
}: {
	q: string;
	packs: string | null;
}) {
	const { cache } = useApp();
	const entry = cache.challengeHits(q);
	const loaded = useEntry(entry);
	const shown = useRef(loaded);
	const pending = loaded.state === "loading";
	if (!pending || shown.current.state === "failed") shown.current = loaded;
	const load = shown.current;
	const count =
		load.state === "ready"
			? challengeCount(load.value.challenges.length)
			: null;
	useEffect(() => {
		if (packs !== null && !pending)
			announce([packs, count].filter((each) => each).join(", "));
	}, [count, packs, pending]);
	if (load.state === "loading") return null;
	return (
		<section class="hits" aria-labelledby="hits-heading">
			<div class="catalogue-head">
				<h2 id="hits-heading" class="eyebrow">
					{t("Challenges")}
				</h2>
				<p class="facts">{count}</p>
			</div>
			{load.state === "failed" ? (
				<Failure
					title={t("The challenges could not be searched")}
					detail={load.error.detail}
					nextStep={load.error.nextStep}
					onRetry={() => void entry.refresh()}
				/>
			) : load.value.challenges.length === 0 ? (
				<p class="facts">
					{t("No challenge has these words in its title or task.")}
				</p>
			) : (
				<ul class="rows" aria-label={t("Challenges found")} aria-busy={pending}>
					{load.value.challenges.map((hit) => (
						<Hit key={`${hit.packSlug}/${hit.slug}`} hit={hit} />
					))}
				</ul>
			)}
		</section>
	);
}

function Hit({ hit }: { hit: ChallengeHit }) {
	const { progress } = useApp().host;
	useSignalValue(progress);
	const key = { pack: hit.packSlug, challenge: hit.slug };
	return (
		<li class="row hit">
			<span>
				<a href={addressOf.challenge(key)} lang={PACK_LANGUAGE}>
					{hit.title}
				</a>
				<span class="facts" lang={PACK_LANGUAGE}>
					{hit.packName}
				</span>
			</span>
			<span class="row-difficulty">{difficultyName(hit.difficulty)}</span>
			<span class="row-time">{formatMinutes(hit.timeEstimateSeconds)}</span>
			<Status status={progress.of(key).status} />
		</li>
	);
}
