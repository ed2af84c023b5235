import type { Progress } from "../../host/host.ts";
import { t } from "../../l10n/l10n.ts";
import { Icon } from "./icon.tsx";

function statusName(status: Progress["status"]): string {
	switch (status) {
		case "not_started":
			return t("Not started");
		case "attempted":
			return t("In progress");
		case "passed":
			return t("Passed");
	}
}
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
			{statusName(status)}
		</span>
	);
}
