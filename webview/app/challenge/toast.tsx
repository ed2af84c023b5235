import { useEffect } from "preact/hooks";
import type { Workbench } from "./workbench.ts";

const SHOWN_MS = 12_000;

/** Offers for a while to undo a reset that was made just now; the button beside "Reset to starter" stays. */
export function Toast({ bench }: { bench: Workbench }) {
	const shown = bench.justReset.value;
	useEffect(() => {
		if (!shown) return;
		const timer = setTimeout(() => {
			bench.justReset.value = false;
		}, SHOWN_MS);
		return () => clearTimeout(timer);
	}, [shown, bench]);
	return (
		<div class="toast-place" role="status">
			{shown && (
				<div class="toast">
					<span>Starter restored</span>
					<button type="button" class="button" onClick={bench.restore}>
						Undo
					</button>
				</div>
			)}
		</div>
	);
}
