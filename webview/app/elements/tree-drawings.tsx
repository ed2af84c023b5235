/** Generated tree drawings: progress of a pack, hero background, logo. */
import { t } from "../../l10n/l10n.ts";

/** A deterministic pseudo-random number in [0, 1) for an index. */
function pseudoRandom(index: number): number {
	const value = Math.sin((index + 1) * 12.9898) * 43758.5453;
	return value - Math.floor(value);
}

/** Of a fir's height and half width: where each tier ends, and how far it is drawn in before the next begins. */
const TIERS = [
	[0.6, 0.56, 0.26],
	[0.3, 0.8, 0.42],
	[0.06, 1, 0.14],
] as const;

/** One fir as a path: its outline, standing at `x` on the line `ground`. */
function fir(x: number, ground: number, height: number, width: number): string {
	const side = TIERS.flatMap(([foot, out, drawn]) => [
		[out, foot],
		[drawn, foot],
	]);
	const right = [...side, [0.14, 0]];
	const at = ([across = 0, up = 0]: number[], sign: 1 | -1) =>
		`${round(x + (sign * across * width) / 2)} ${round(ground - up * height)}`;
	const points = [
		at([0, 1], 1),
		...right.map((point) => at(point, 1)),
		...right.map((point) => at(point, -1)).reverse(),
	];
	return `M${points.join("L")}z`;
}

const round = (value: number) => Math.round(value * 10) / 10;

const MAX_TREES = 30;

/** A pack's progress as a row of trees, one per challenge: grown when passed, an outline until then. */
export function Grove({ passed, total }: { passed: number; total: number }) {
	const label = t("{0} of {1} passed", passed, total);
	const shown = Math.min(total, MAX_TREES);
	const grown =
		total > MAX_TREES ? Math.floor((passed / total) * MAX_TREES) : passed;
	const trees = Array.from({ length: shown }, (_, index) => ({
		path: fir(9 + index * 17, 33.5, 21 + pseudoRandom(index) * 11, 14),
		grown: index < grown,
	}));
	return (
		<svg
			class="grove"
			role="img"
			aria-label={label}
			viewBox={`0 0 ${shown * 17 + 1} 36`}
			style={{ "--trees": shown }}
		>
			{trees.map((tree) => (
				<path
					key={tree.path}
					d={tree.path}
					class={tree.grown ? "tree-grown" : "tree-open"}
				/>
			))}
			<path class="ground" d={`M0 34.5h${shown * 17 + 1}`} />
		</svg>
	);
}

const SPAN = 1600;

/** The wood on the horizon: two rows of firs, the far one paler. Only decoration. */
export function Horizon() {
	return (
		<svg
			class="horizon"
			viewBox={`0 0 ${SPAN} 120`}
			preserveAspectRatio="xMidYMax slice"
			aria-hidden="true"
		>
			<path class="horizon-far" d={row(64, 122, 46, 40)} />
			<path
				class="horizon-near"
				d={`${row(118, 121, 30, 34)}M0 112h${SPAN}v8H0z`}
			/>
		</svg>
	);
}

function row(count: number, ground: number, tall: number, seed: number) {
	const step = SPAN / count;
	return Array.from({ length: count + 1 }, (_, index) => {
		const height = tall + pseudoRandom(index + seed) * tall * 1.1;
		const x =
			index * step + (pseudoRandom(index * 3 + seed) - 0.5) * step * 0.8;
		return fir(x, ground, height, height * 0.5);
	}).join("");
}

export function Logo() {
	return (
		<svg class="logo" viewBox="0 0 32 28" aria-hidden="true">
			<path class="logo-side" d="M1 26l6.5-13L14 26zM18 26l6.5-11L31 26z" />
			<path class="logo-tree" d="M7.5 26L16 2l8.5 24z" />
		</svg>
	);
}
