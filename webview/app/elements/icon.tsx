/** Line icons on a 16 × 16 grid, drawn in the colour of their text. Words beside them carry the meaning. */
const SHAPES = {
	check: "M3.5 8.5l3 3 6-7",
	cross: "M4.5 4.5l7 7m0-7l-7 7",
	dash: "M5 8h6",
	dot: "M8 7.5v1",
	alert: "M8 5.2v3.6m0 2.1v.1M8 1.8L14.6 13.5H1.4z",
	next: "M6 3.5l4.5 4.5L6 12.5",
	previous: "M10 3.5L5.5 8l4.5 4.5",
	reset: "M3.2 6.2A5.2 5.2 0 1 1 2.8 9M3 2.8v3.6h3.6",
	restore: "M12.8 6.2A5.2 5.2 0 1 0 13.2 9M13 2.8v3.6H9.4",
	gear: "M8 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM6.9 1.8h2.2l.4 1.8 1.3.7 1.7-.6 1.1 1.9-1.3 1.2v1.5l1.3 1.2-1.1 1.9-1.7-.6-1.3.7-.4 1.8H6.9l-.4-1.8-1.3-.7-1.7.6-1.1-1.9 1.3-1.2V6.8L2.4 5.6l1.1-1.9 1.7.6 1.3-.7z",
	bulb: "M6 12.2h4M6.6 14.2h2.8M8 1.8a4.2 4.2 0 0 0-2.5 7.6c.4.4.5.7.5 1.2v1.6h4v-1.6c0-.5.1-.8.5-1.2A4.2 4.2 0 0 0 8 1.8z",
	clock: "M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4zM8 4.5V8l2.4 1.6",
	sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1v1.6m0 10.8V15M1 8h1.6m10.8 0H15M3 3l1.2 1.2m7.6 7.6L13 13M3 13l1.2-1.2m7.6-7.6L13 3",
	moon: "M13.5 9.5A6 6 0 1 1 6.5 2.5a4.8 4.8 0 0 0 7 7z",
	person: "M8 8.2a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.8 14a5.2 5.2 0 0 1 10.4 0",
	leave: "M9.5 5V2.5H3v11h6.5V11M6.5 8H14m-2.5-2.5L14 8l-2.5 2.5",
	down: "M4.5 6.5L8 10l3.5-3.5",
	more: "M3 8h.1M8 8h.1M13 8h.1",
	download: "M8 2v7.5m-3-3l3 3 3-3M2.5 13.5h11",
	keyboard: "M1.5 4h13v8h-13zM4 6.5h.1m2.6 0h.1m2.5 0h.1m2.6 0h.1M5 9.5h6",
	format: "M2.5 3.5h11m-11 3h7m-7 3h11m-11 3h7",
	compare: "M8 1.8v12.4M2 4h3.6M2 8h3.6M2 12h3.6m4.8-8H14m-3.6 4H14m-3.6 4H14",
	plus: "M8 3v10M3 8h10",
	pencil: "M2.5 13.5l.7-3.2 7.8-7.8 2.5 2.5-7.8 7.8zM9.2 4.3l2.5 2.5",
	bin: "M2.5 4.2h11M6 4V2.3h4V4M4 4.2l.7 9.5h6.6l.7-9.5M6.7 7v4m2.6-4v4",
	screen: "M2 3h12v8H2zM5.5 13.8h5M8 11v2.8",
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name }: { name: IconName }) {
	return (
		<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
			<path d={SHAPES[name]} />
		</svg>
	);
}
