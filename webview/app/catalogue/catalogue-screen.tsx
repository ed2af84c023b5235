import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { Horizon } from "../elements/tree-drawings.tsx";
import { useEntry, useScreen } from "../screen-hooks.ts";
import { LiveDemo } from "./live-demo.tsx";
import { PackCard, PackCardSkeleton } from "./pack-card.tsx";

/** Every pack there is, as cards. */
export function CatalogueScreen() {
	const { cache } = useApp();
	const entry = cache.packs();
	const load = useEntry(entry);
	const heading = useScreen(load.state === "loading" ? null : "");
	return (
		<>
			<section class="hero">
				<div class="column hero-columns">
					<div>
						<h1 ref={heading} tabIndex={-1}>
							Write real code.
							<br />
							Know in milliseconds.
						</h1>
						<p class="lead">
							Challenges open as real files and are checked by the shape of your
							code, right here in the browser. Nothing is executed, and no
							account is needed.
						</p>
					</div>
					<LiveDemo />
				</div>
				<Horizon />
			</section>
			<section class="column catalogue" aria-labelledby="packs-heading">
				<h2 id="packs-heading" class="eyebrow">
					Packs
				</h2>
				{load.state === "loading" && <Loading />}
				{load.state === "failed" && (
					<Failure
						title={
							load.error.code === "offline"
								? "You are offline"
								: "The packs could not be loaded"
						}
						detail={load.error.detail}
						nextStep={load.error.nextStep}
						onRetry={() => void entry.refresh()}
					/>
				)}
				{load.state === "ready" && load.value.length === 0 && (
					<div class="empty">
						<p class="empty-title">No packs yet</p>
						<p>
							Packs appear here once they are seeded. Run the service’s seed
							command, then reload this page.
						</p>
					</div>
				)}
				{load.state === "ready" && load.value.length > 0 && (
					<ul class="cards">
						{load.value.map((pack) => (
							<PackCard key={pack.slug} pack={pack} />
						))}
					</ul>
				)}
			</section>
		</>
	);
}

function Loading() {
	return (
		<>
			<p class="unseen" role="status">
				Loading packs
			</p>
			<div class="cards" aria-hidden="true">
				<PackCardSkeleton />
				<PackCardSkeleton />
				<PackCardSkeleton />
			</div>
		</>
	);
}
