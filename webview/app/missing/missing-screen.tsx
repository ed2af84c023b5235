import { addressOf } from "../router.ts";
import { useScreen } from "../screen.ts";

/** An address that names nothing. */
export function MissingScreen({ path }: { path: string }) {
	const heading = useScreen("Page not found");
	return (
		<div class="column missing">
			<p class="eyebrow">Off the trail</p>
			<h1 ref={heading} tabIndex={-1}>
				There is no page here
			</h1>
			<p class="lead">
				Nothing lives at <code>{path}</code>. The address may be mistyped, or a
				pack may have been renamed.
			</p>
			<p>
				<a class="button button-primary" href={addressOf.catalogue}>
					See all packs
				</a>
			</p>
		</div>
	);
}
