/** Prints JSON in the layout of this repository, or in that of a given text: which objects and arrays stand on one line. */
import type { Container } from "@treeline/packs/reader";

const WIDTH = 80;
const TAB = 2;

export interface JsonLayout {
	/** How a given text writes its objects and arrays, by pointer. */
	containers?: ReadonlyMap<string, Container>;
	/** Pointers of objects and arrays that are written in the other way than by default. */
	flipped?: ReadonlySet<string>;
}

/** The text of `value` with a newline at its end. By default, an array of plain values stands on one line when it fits. */
export function jsonText(value: unknown, layout: JsonLayout = {}): string {
	return `${print(value, "#", 0, 0, layout)}\n`;
}

/** The pointers at which `text` is written in another way than `jsonText` writes its value. */
export function flippedIn(
	containers: ReadonlyMap<string, Container>,
	byDefault: ReadonlyMap<string, Container>,
): string[] {
	return [...containers]
		.filter(
			([pointer, { isInline }]) =>
				byDefault.has(pointer) && byDefault.get(pointer)?.isInline !== isInline,
		)
		.map(([pointer]) => pointer);
}

function print(
	value: unknown,
	pointer: string,
	depth: number,
	/** The width of what stands before the value and behind it, without the indent. */
	around: number,
	layout: JsonLayout,
): string {
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const isArray = Array.isArray(value);
	const entries = Object.entries(value);
	if (entries.length === 0) return isArray ? "[]" : "{}";
	const [open, close] = isArray ? "[]" : "{}";
	const key = (name: string) => (isArray ? "" : `${JSON.stringify(name)}: `);
	const at = (name: string) =>
		`${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
	const oneLine = () => {
		const parts = entries.map(
			([name, one]) => key(name) + print(one, at(name), depth, 0, layout),
		);
		const space = isArray ? "" : " ";
		return `${open}${space}${parts.join(", ")}${space}${close}`;
	};
	const isPlain = entries.every(
		([, one]) => typeof one !== "object" || one === null,
	);
	const fits = () => depth * TAB + around + oneLine().length <= WIDTH;
	const usual = isArray && isPlain && fits();
	const isInline =
		layout.containers?.get(pointer)?.isInline ??
		(layout.flipped?.has(pointer) ? !usual : usual);
	if (isInline) return oneLine();
	const indent = "\t".repeat(depth + 1);
	const lines = entries.map(([name, one], index) => {
		const comma = index < entries.length - 1 ? "," : "";
		const width = key(name).length + comma.length;
		return `${indent}${key(name)}${print(one, at(name), depth + 1, width, layout)}${comma}`;
	});
	return `${open}\n${lines.join("\n")}\n${"\t".repeat(depth)}${close}`;
}
