import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";

const MIN_SHARE = 25;
const MAX_SHARE = 65;
const STEP = 3;

interface SplitProps {
	label: string;
	left: ComponentChildren;
	right: ComponentChildren;
}

/** Two panes side by side on a wide screen, their border movable by pointer and by arrow keys; stacked on a narrow one. */
export function Split({ label, left, right }: SplitProps) {
	const [share, setShare] = useState(40);
	const frame = useRef<HTMLDivElement>(null);
	const to = (percent: number) =>
		setShare(Math.round(Math.min(MAX_SHARE, Math.max(MIN_SHARE, percent))));
	const drag = (event: PointerEvent) => {
		const box = frame.current?.getBoundingClientRect();
		const held = (event.currentTarget as Element).hasPointerCapture(
			event.pointerId,
		);
		if (box && held) to(((event.clientX - box.left) / box.width) * 100);
	};
	const onKey = (event: KeyboardEvent) => {
		const next = {
			ArrowLeft: share - STEP,
			ArrowRight: share + STEP,
			Home: MIN_SHARE,
			End: MAX_SHARE,
		}[event.key];
		if (next === undefined) return;
		event.preventDefault();
		to(next);
	};
	return (
		<div class="split" ref={frame} style={{ "--share": `${share}%` }}>
			<div class="split-left">{left}</div>
			{/* biome-ignore lint/a11y/useSemanticElements: a separator that moves is a widget, which hr is not */}
			<div
				class="split-border"
				role="separator"
				aria-label={label}
				aria-orientation="vertical"
				aria-valuemin={MIN_SHARE}
				aria-valuemax={MAX_SHARE}
				aria-valuenow={share}
				tabIndex={0}
				onKeyDown={onKey}
				onPointerDown={(event) =>
					event.currentTarget.setPointerCapture(event.pointerId)
				}
				onPointerMove={drag}
			/>
			<div class="split-right">{right}</div>
		</div>
	);
}
