import type { Challenge } from "@treeline/api/shapes";
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
		<nav class="top-bar" aria-label="Place in the pack">
			<a class="crumb" href={addressOf.pack(key.pack)}>
				<Icon name="previous" />
				{packName}
			</a>
			<span class="top-bar-place">
				{total
					? `${challenge.order} of ${total}`
					: `Challenge ${challenge.order}`}
			</span>
			<Status status={bench.status.value} />
			<span class="top-bar-ways">
				<Way to={challenge.previous} pack={key.pack} name="Previous" />
				<Way to={challenge.next} pack={key.pack} name="Next" />
			</span>
		</nav>
	);
}

interface WayProps {
	to: { slug: string; title: string } | null;
	pack: string;
	name: "Previous" | "Next";
}

function Way({ to, pack, name }: WayProps) {
	if (!to) return null;
	return (
		<a
			class="way"
			href={addressOf.challenge({ pack, challenge: to.slug })}
			title={to.title}
		>
			{name === "Previous" && <Icon name="previous" />}
			<span>
				{name}
				<span class="unseen"> challenge: {to.title}</span>
			</span>
			{name === "Next" && <Icon name="next" />}
		</a>
	);
}
