/** What a view of the screen is, and a list or text that scrolls in it. */
import { fit, type Row } from "../text.ts";
import type { Key } from "./terminal.ts";

export interface Size {
	columns: number;
	rows: number;
}

export interface View {
	/** All rows of the screen, at most as many as it has. */
	rows(size: Size): Row[];
	/** Returns whether the key means something here. */
	onKey(key: Key): boolean;
}

/** A pane of `height` rows over more of them. */
export interface Pane {
	/** The part that is seen, filled up to `height` rows of `width` columns. */
	show(rows: readonly Row[], width: number, height: number): Row[];
	/** Moves by rows, or by pages of the height that was shown last. */
	scroll(by: number, unit?: "rows" | "pages"): void;
	/** Moves as little as is needed to see the row. */
	reveal(row: number): void;
	toTop(): void;
	/** Which part is seen, such as `1–20/53`; empty when all of it is. */
	position(): string;
}

export function createPane(): Pane {
	let top = 0;
	let height = 1;
	let total = 0;
	const limit = () => Math.max(0, total - height);
	const moveTo = (row: number) => {
		top = Math.max(0, row);
	};
	return {
		show(rows, width, most) {
			height = Math.max(1, most);
			total = rows.length;
			top = Math.min(top, limit());
			const seen = rows.slice(top, top + height);
			while (seen.length < most) seen.push([]);
			return seen.map((row) => fit(row, width));
		},
		scroll(by, unit = "rows") {
			const step = unit === "pages" ? Math.max(1, height - 1) : 1;
			moveTo(Math.min(top + by * step, limit()));
		},
		reveal(row) {
			if (row < top) moveTo(row);
			else if (row >= top + height) moveTo(row - height + 1);
		},
		toTop: () => moveTo(0),
		position: () =>
			total > height
				? `${top + 1}–${Math.min(total, top + height)}/${total}`
				: "",
	};
}

/** A key's help: `e` → `edit`. */
export type KeyHelp = readonly [key: string, what: string];

/** The last row of the screen: keys, as many as there is room for. */
export function keyRow(keys: readonly KeyHelp[], width: number): Row {
	const row: Row = [];
	let used = 0;
	for (const [key, what] of keys) {
		const text = `${key} ${what}`;
		if (used + text.length + 3 > width) break;
		if (row.length > 0) row.push({ text: " · ", style: "dim" });
		row.push({ text: key, style: "bold" }, { text: ` ${what}`, style: "dim" });
		used += text.length + 3;
	}
	return row;
}

/** A heading with something at its right end. */
export function headRow(left: Row, right: string, width: number): Row {
	const end = right ? ` ${right}` : "";
	const room = Math.max(0, width - Bun.stringWidth(end));
	return [...fit(left, room), { text: end, style: "dim" }];
}
