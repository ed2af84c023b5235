import type { Challenge } from "@treeline/api/client-types";
import { t } from "../../l10n/l10n.ts";
import { Icon } from "../elements/icon.tsx";
import { Status } from "../elements/status.tsx";
import { addressOf } from "../router.ts";
import type { Workbench } from "./workbench.ts";

interface TopBarProps {
	bench: Workbench;
	challenge: Challenge;
	packName: string;
	total: number | undefined;
}

/** Where one is in the pack, and the ways to its neighbours. */
export function TopBar({ bench, challenge, packName, total }: TopBarProps) {
	const { key } = bench;
	return (
		<nav class="top-bar" aria-label={t("Place in the pack")}>
			<a class="crumb" href={addressOf.pack(key.pack)}>
				<Icon name="previous" />
				{packName}
			</a>
			<span class="top-bar-place">
				{total
					? t("{0} of {1}", challenge.order, total)
					: t("Challenge {0}", challenge.order)}
			</span>
			<Status status={bench.status.value} />
			<span class="top-bar-ways">
				<Way to={challenge.previous} pack={key.pack} direction="previous" />
				<Way to={challenge.next} pack={key.pack} direction="next" />
			</span>
		</nav>
	);
}

interface WayProps {
	to: { slug: string; title: string } | null;
	pack: string;
	direction: "previous" | "next";
}

function Way({ to, pack, direction }: WayProps) {
	if (!to) return null;
	return (
		<a
			class="way"
			href={addressOf.challenge({ pack, challenge: to.slug })}
			title={to.title}
		>
			{direction === "previous" && <Icon name="previous" />}
			<span>
				{direction === "previous" ? t("Previous") : t("Next")}
				<span class="unseen"> {t("challenge: {0}", to.title)}</span>
			</span>
			{direction === "next" && <Icon name="next" />}
		</a>
	);
}
