import { addressOf } from "../router.ts";
import { useScreen } from "../screen-hooks.ts";

/** An address that names nothing. */
export function NotFoundScreen({ path }: { path: string }) {
	const heading = useScreen("Page not found");
	return (
		<div class="column not-found">
			<h1 ref={heading} tabIndex={-1}>
				Page not found
			</h1>
			<p class="lead">
				There is no page at <code>{path}</code>. Check the address, or choose
				from the list of packs.
			</p>
			<p>
				<a class="button button-primary" href={addressOf.catalogue}>
					See all packs
				</a>
			</p>
		</div>
	);
}
