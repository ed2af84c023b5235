import type { ComponentChildren } from "preact";
import { t } from "../../l10n/l10n.ts";
import { Icon } from "./icon.tsx";

interface FailureProps {
	/** Absent where the screen's heading says it. */
	title?: string;
	/** What happened and where. */
	detail: string;
	nextStep: string;
	onRetry?: () => void;
	children?: ComponentChildren;
}

/** Something could not be shown: what, why, and the way on. */
export function Failure(props: FailureProps) {
	return (
		<div class="failure" role="alert">
			<Icon name="alert" />
			<div>
				{props.title && <p class="failure-title">{props.title}</p>}
				<p>
					{props.detail} {props.nextStep}
				</p>
				<div class="actions">
					{props.onRetry && (
						<button type="button" class="button" onClick={props.onRetry}>
							{t("Try again")}
						</button>
					)}
					{props.children}
				</div>
			</div>
		</div>
	);
}
