import type { Challenge } from "@treeline/api/shapes";
import { Icon } from "../elements/icon.tsx";
import { Prose } from "../elements/prose.tsx";
import { addressOf } from "../router.ts";

/** A pass, calmly: what comes next, and what there is to take along. */
export function Passed({ challenge }: { challenge: Challenge }) {
	const { next, packSlug, debrief } = challenge;
	return (
		<div class="passed">
			{next ? (
				<a
					class="button button-primary"
					href={addressOf.challenge({ pack: packSlug, challenge: next.slug })}
				>
					Next challenge
					<span class="button-detail">{next.title}</span>
					<Icon name="next" />
				</a>
			) : (
				<a class="button button-primary" href={addressOf.pack(packSlug)}>
					That was the last one: back to the pack
				</a>
			)}
			{debrief && (
				<div class="debrief">
					<h3 class="eyebrow">What you have learnt</h3>
					<Prose markdown={debrief} below={3} />
				</div>
			)}
		</div>
	);
}
