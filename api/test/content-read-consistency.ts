/** What readers of content were shown, and whether that fits the order in which the content was changed. */
import type { Told } from "./content-client.ts";

/** Random numbers below `most`, the same for the same seed. */
export function randomBy(seed: number): (most: number) => number {
	let state = seed;
	return (most) => {
		state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
		const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
		return ((mixed ^ (mixed >>> 15)) >>> 0) % most;
	};
}

/** The type of the items that are changed. */
export const TYPE = "history";

/** What is published: each slug with its version. */
export type State = Map<string, number>;

/** What a path shows of a state, as one text. */
const shownOf = (path: string, state: State): string => {
	const slug = path.startsWith(`/${TYPE}/`) ? path.split("/")[2] : null;
	return slug
		? String(state.get(slug) ?? "nothing")
		: [...state].map((pair) => pair.join(":")).join(",");
};

/** The same of an answer; null for one that says nothing of the content. */
function shownBy(path: string, { status, body }: Told): string | null {
	if (path.startsWith(`/${TYPE}/`)) {
		if (status === 404) return "nothing";
		return status === 200 ? String(body.data.version) : null;
	}
	if (status !== 200) return null;
	const items: { slug: string; version: number }[] =
		path === "/bundle" ? (body.data[TYPE] ?? []) : body.data;
	return items
		.map(({ slug, version }) => `${slug}:${version}`)
		.sort()
		.join(",");
}

/** What one reader was shown, in the order in which it was: an item's version, or the items of a list with theirs. */
export interface History {
	reader: string;
	seen: { path: string; shown: string }[];
}

/** Adds an answer, if it says anything of the content. */
export function note({ seen }: History, path: string, told: Told): void {
	const shown = shownBy(path, told);
	if (shown !== null) seen.push({ path, shown });
}

/** Where a history goes back: what was seen after what; null when it fits the order of the states. */
export function wentBack(history: History, states: State[]): string | null {
	let at = 0;
	for (const [index, { path, shown }] of history.seen.entries()) {
		const next = states.findIndex(
			(state, from) => from >= at && shownOf(path, state) === shown,
		);
		if (next < 0)
			return `${textOf({ ...history, seen: history.seen.slice(Math.max(0, index - 3), index + 1) })} (states: ${states.map((state) => shownOf(path, state)).join(" | ")})`;
		at = next;
	}
	return null;
}

/** A history's last answers, as one line. */
export const textOf = ({ reader, seen }: History): string =>
	`${reader}: ${seen
		.slice(-20)
		.map(({ path, shown }) => `${path || "all"} ${shown}`)
		.join(" → ")}`;
