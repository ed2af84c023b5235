/** Keeps a pack for use without a network, and says how far that is. */
import type { OfflinePacks } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { formatBytes } from "../elements/format.ts";
import { Icon } from "../elements/icon.tsx";
import { useSignalValue } from "../screen-hooks.ts";

export function KeepOffline({
	packs,
	slug,
}: {
	packs: OfflinePacks;
	slug: string;
}) {
	const pack = useSignalValue(packs.of(slug));
	const keep = async () => {
		await packs.keep(slug);
		if (packs.of(slug).read().state === "kept")
			announce(t("This pack is kept offline."));
	};
	const remove = async () => {
		await packs.remove(slug);
		announce(t("This pack is no longer kept offline."));
	};
	switch (pack.state) {
		case "unknown":
			return <p class="keep-offline facts" />;
		case "none":
			return (
				<p class="keep-offline facts">
					<button type="button" class="button button-quiet" onClick={keep}>
						{t("Keep offline")}
					</button>
				</p>
			);
		case "saving":
			return (
				<p class="keep-offline facts">
					<label>
						{t("Saving for offline use")}{" "}
						<progress
							max={pack.total || 1}
							value={pack.total ? pack.done : undefined}
						/>
					</label>
				</p>
			);
		case "kept":
			return (
				<p class="keep-offline facts">
					<Icon name="check" />{" "}
					{t("Kept offline, {0}", formatBytes(pack.bytes))}
					<button type="button" class="button button-quiet" onClick={remove}>
						{t("Remove from this browser")}
					</button>
				</p>
			);
		case "failed":
			return (
				<p class="keep-offline facts" role="alert">
					{pack.reason === "full"
						? t(
								"This browser has no room for the pack. Clear the data of other sites, then try again.",
							)
						: t(
								"The pack could not be saved: the service did not answer. Check your connection, then try again.",
							)}
					<button type="button" class="button button-quiet" onClick={keep}>
						{t("Try again")}
					</button>
				</p>
			);
	}
}
