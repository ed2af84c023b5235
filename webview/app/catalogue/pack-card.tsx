import type { PackSummary } from "@treeline/api/client-types";
import { t } from "../../l10n/l10n.ts";
import { useApp } from "../app.ts";
import { PACK_LANGUAGE } from "../elements/content-language.ts";
import { challengeCount, displayName } from "../elements/format.ts";
import { Grove } from "../elements/tree-drawings.tsx";
import { CardOffline } from "../pack/keep-offline.tsx";
import { addressOf } from "../router.ts";
import { useSignalValue } from "../screen-hooks.ts";
import { passedCount } from "./pack-results.ts";

/** One pack; the whole card is its link, and the link's name is the pack's. */
export function PackCard({ pack }: { pack: PackSummary }) {
	const { host } = useApp();
	useSignalValue(host.progress);
	const passed = passedCount(host, pack);
	return (
		<li class="card">
			<p class="eyebrow">{stack(pack)}</p>
			<h3 lang={PACK_LANGUAGE}>
				<a href={addressOf.pack(pack.slug)}>{pack.name}</a>
			</h3>
			<p class="card-text" lang={PACK_LANGUAGE}>
				{pack.description}
			</p>
			<ul class="tags" aria-label={t("Tags")}>
				{pack.tags.map((tag) => (
					<li key={tag}>{tag}</li>
				))}
			</ul>
			{host.offlinePacks && (
				<CardOffline
					packs={host.offlinePacks}
					slug={pack.slug}
					name={pack.name}
				/>
			)}
			<div class="card-foot">
				<Grove passed={passed} total={pack.challengeCount} />
				<p class="card-count" aria-hidden="true">
					{passed === 0
						? challengeCount(pack.challengeCount)
						: t("{0} of {1} passed", passed, pack.challengeCount)}
				</p>
			</div>
		</li>
	);
}

/** A pack's language and framework in one line. */
export function stack(pack: PackSummary): string {
	return [pack.framework, pack.language]
		.filter((each) => each !== null)
		.map(displayName)
		.join(" · ");
}

/** The place of a card that is still on its way. */
export function PackCardSkeleton() {
	return (
		<div class="card ghost">
			<span class="ghost-line ghost-short" />
			<span class="ghost-line ghost-title" />
			<span class="ghost-line" />
			<span class="ghost-line" />
			<span class="ghost-line ghost-grove" />
		</div>
	);
}
