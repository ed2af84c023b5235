import { useRef } from "preact/hooks";
import { Icon } from "../elements/icon.tsx";
import type { Workbench } from "./workbench.ts";

const APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

interface ActionsProps {
	bench: Workbench;
	onVerify(): void;
	/** Opens the list of attempts; absent where the editor around the page holds the files. */
	onShowAttempts?(): void;
	/** Switches checking while typing; absent where the editor around the page decides. */
	onCheckOnType?(on: boolean): void;
}

/** What one can do with the files: verify them, start over, and restore what was there before. */
export function Actions({
	bench,
	onVerify,
	onShowAttempts,
	onCheckOnType,
}: ActionsProps) {
	const reset = useRef<HTMLButtonElement>(null);
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
				onClick={bench.reset}
			>
				<Icon name="reset" />
				Reset to starter
			</button>
			{bench.previous.value && (
				<button
					type="button"
					class="button button-quiet"
					onClick={() => {
						bench.restore();
						// This button may be gone now; the reset is possible again.
						requestAnimationFrame(() => reset.current?.focus());
					}}
				>
					<Icon name="reset" />
					Restore previous code
				</button>
			)}
			{onShowAttempts && (
				<button
					type="button"
					class="button button-quiet"
					aria-haspopup="dialog"
					onClick={onShowAttempts}
				>
					<Icon name="clock" />
					Attempts
				</button>
			)}
			{onCheckOnType && (
				<label class="check-on-type">
					<input
						type="checkbox"
						checked={bench.checkOnType.value}
						onChange={({ currentTarget }) =>
							onCheckOnType(currentTarget.checked)
						}
					/>
					Check as I type
				</label>
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
