/** Keeps a pack for use without a network, and says how far that is. */
import type { ComponentChildren } from "preact";
import type { OfflinePack, OfflinePacks } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { formatBytes } from "../elements/format.ts";
import { Icon } from "../elements/icon.tsx";
import { type MenuItem, MoreMenu } from "../elements/more-menu.tsx";
import { useSignalValue } from "../screen-hooks.ts";

/** What is kept of the pack, and what keeps and removes it; both say when that is done. */
export function useOfflinePack(packs: OfflinePacks, slug: string) {
	return {
		pack: useSignalValue(packs.of(slug)),
		async keep() {
			await packs.keep(slug);
			if (packs.of(slug).read().state === "kept")
				announce(t("This pack is kept offline."));
		},
		async remove() {
			await packs.remove(slug);
			announce(t("This pack is no longer kept offline."));
		},
	};
}

/** The state and its actions, as the pack's own screen shows them. */
export function KeepOffline({
	packs,
	slug,
}: {
	packs: OfflinePacks;
	slug: string;
}) {
	const { pack, keep, remove } = useOfflinePack(packs, slug);
	switch (pack.state) {
		case "unknown":
			return <p class="keep-offline facts" />;
		case "none":
			return (
				<p class="keep-offline facts">
					<OfflineButton onClick={keep}>{t("Keep offline")}</OfflineButton>
				</p>
			);
		case "kept":
			return (
				<p class="keep-offline facts">
					<Kept bytes={pack.bytes} />
					<OfflineButton onClick={remove}>
						{t("Remove from this browser")}
					</OfflineButton>
				</p>
			);
		default:
			return <Storing pack={pack} onRetry={keep} />;
	}
}

/** The menu of a pack's card, and below the card's text what is kept, once it was asked for. */
export function CardOffline({
	packs,
	slug,
	name,
}: {
	packs: OfflinePacks;
	slug: string;
	name: string;
}) {
	const { pack, keep, remove } = useOfflinePack(packs, slug);
	const item: MenuItem =
		pack.state === "kept"
			? { name: t("Remove from this browser"), icon: "bin", act: remove }
			: { name: t("Keep offline"), icon: "download", act: keep };
	return (
		<>
			<MoreMenu
				items={[item]}
				label={t("Actions for {0}", name)}
				opens="down"
			/>
			{pack.state === "kept" && (
				<p class="keep-offline facts">
					<Kept bytes={pack.bytes} />
				</p>
			)}
			{(pack.state === "saving" || pack.state === "failed") && (
				<Storing pack={pack} onRetry={keep} />
			)}
		</>
	);
}

type Of<State> = Extract<OfflinePack, { state: State }>;

/** On its way, or failed. */
function Storing({
	pack,
	onRetry,
}: {
	pack: Of<"saving"> | Of<"failed">;
	onRetry(): unknown;
}) {
	if (pack.state === "saving")
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
	return (
		<p class="keep-offline facts" role="alert">
			{pack.reason === "full"
				? t(
						"This browser has no room for the pack. Clear the data of other sites, then try again.",
					)
				: t(
						"The pack could not be saved: the service did not answer. Check your connection, then try again.",
					)}
			<OfflineButton onClick={onRetry}>{t("Try again")}</OfflineButton>
		</p>
	);
}

const Kept = ({ bytes }: { bytes: number }) => (
	<>
		<Icon name="check" /> {t("Kept offline, {0}", formatBytes(bytes))}
	</>
);

const OfflineButton = ({
	onClick,
	children,
}: {
	onClick(): unknown;
	children: ComponentChildren;
}) => (
	<button type="button" class="button button-quiet" onClick={onClick}>
		{children}
	</button>
);
