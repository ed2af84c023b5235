import { useEffect } from "preact/hooks";
import type { Workbench } from "./workbench.ts";

const SHOWN_MS = 12_000;

/** Says for a while what has replaced the learner's files. */
export function Toast({ bench }: { bench: Workbench }) {
	const shown = bench.replacement.value;
	useEffect(() => {
		if (!shown) return;
		const timer = setTimeout(() => {
			bench.replacement.value = null;
		}, SHOWN_MS);
		return () => clearTimeout(timer);
	}, [shown, bench]);
	return (
		<div class="toast-place" role="status">
			{shown && <p class="toast">{shown}</p>}
		</div>
	);
}
