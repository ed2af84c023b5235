import { useRef } from "preact/hooks";
import { Icon } from "../elements/icon.tsx";
import type { Workbench } from "./workbench.ts";

const APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

interface ActionsProps {
	bench: Workbench;
	onVerify(): void;
	/** Opens the list of attempts; absent where the editor around the page holds the files, which has its own ways back. */
	onShowAttempts?(): void;
}

/** What one can do with the files: verify them, start over, and restore what was there before. */
export function Actions({ bench, onVerify, onShowAttempts }: ActionsProps) {
	const reset = useRef<HTMLButtonElement>(null);
	const restore = useRef<HTMLButtonElement>(null);
	/** A button that has done its work may be disabled now, which takes the focus from it. */
	const focusAfter = (
		work: () => void,
		next: { current: HTMLElement | null },
	) => {
		work();
		if (onShowAttempts) requestAnimationFrame(() => next.current?.focus());
	};
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
				ref={reset}
				disabled={!bench.changed.value}
				onClick={() => focusAfter(bench.reset, restore)}
			>
				<Icon name="reset" />
				Reset to starter
			</button>
			{onShowAttempts && (
				<>
					<button
						type="button"
						class="button button-quiet"
						ref={restore}
						disabled={!bench.previous.value}
						onClick={() => focusAfter(bench.restore, reset)}
					>
						<Icon name="restore" />
						Restore previous code
					</button>
					<button
						type="button"
						class="button button-quiet"
						aria-haspopup="dialog"
						onClick={onShowAttempts}
					>
						<Icon name="clock" />
						Attempts
					</button>
				</>
			)}
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
