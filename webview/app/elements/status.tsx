import type { Progress } from "../../host/host.ts";
import { Icon } from "./icon.tsx";

const WORD = {
	not_started: "Not started",
	attempted: "In progress",
	passed: "Passed",
} as const;
const ICON = {
	not_started: "dot",
	attempted: "dash",
	passed: "check",
} as const;

/** How far a challenge is, by icon and by word. */
export function Status({ status }: { status: Progress["status"] }) {
	return (
		<span class={`status status-${status}`}>
			<span class="status-mark">
				<Icon name={ICON[status]} />
			</span>
			{WORD[status]}
		</span>
	);
}
