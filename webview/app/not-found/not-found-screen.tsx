import { t } from "../../l10n/l10n.ts";
import { fillIn } from "../elements/fill-in.tsx";
import { addressOf } from "../router.ts";
import { useScreen } from "../screen-hooks.ts";

/** An address that names nothing. */
export function NotFoundScreen({ path }: { path: string }) {
	const heading = useScreen(t("Page not found"));
	return (
		<div class="column not-found">
			<h1 ref={heading} tabIndex={-1}>
				{t("Page not found")}
			</h1>
			<p class="lead">
				{fillIn(
					t(
						"There is no page at {path}. Check the address, or choose from the list of packs.",
					),
					{ path: <code>{path}</code> },
				)}
			</p>
			<p>
				<a class="button button-primary" href={addressOf.catalogue}>
					{t("See all packs")}
				</a>
			</p>
		</div>
	);
}
