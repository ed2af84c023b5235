import { Icon } from "../elements/icon.tsx";
import type { Workbench } from "./workbench.ts";

const APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

interface ActionsProps {
	bench: Workbench;
	onVerify(): void;
}

/** What one can do with the files: verify them, or start over. */
export function Actions({ bench, onVerify }: ActionsProps) {
	return (
		<div class="actions work-actions">
			<button
				type="button"
				class="button button-primary"
				aria-keyshortcuts={APPLE ? "Meta+Enter" : "Control+Enter"}
				onClick={onVerify}
			>
				<Icon name="check" />
				Verify
				<span class="keys" data-keys={APPLE ? "⌘ ↵" : "Ctrl ↵"} />
			</button>
			<button
				type="button"
				class="button button-quiet"
				disabled={!bench.changed.value}
				onClick={bench.reset}
			>
				<Icon name="reset" />
				Reset to starter
			</button>
			{bench.slow.value && (
				<p class="waiting" role="status">
					<progress aria-label="Checking" />
					Checking…
					<button
						type="button"
						class="button button-quiet"
						onClick={bench.cancel}
					>
						Cancel
					</button>
				</p>
			)}
		</div>
	);
}
