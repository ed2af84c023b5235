import { useEffect } from "preact/hooks";
import type { Workbench } from "./workbench.ts";

const SHOWN_MS = 12_000;

/** After a reset: the way back, for a while. */
export function Toast({ bench }: { bench: Workbench }) {
	const taken = bench.undo.value;
	useEffect(() => {
		if (!taken) return;
		const timer = setTimeout(() => {
			if (bench.undo.peek() === taken) bench.undo.value = null;
		}, SHOWN_MS);
		return () => clearTimeout(timer);
	}, [taken, bench]);
	return (
		<div class="toast-place" role="status">
			{taken && (
				<div class="toast">
					<span>Starter restored</span>
					<button type="button" class="button" onClick={bench.undoReset}>
						Undo
					</button>
				</div>
			)}
		</div>
	);
}
