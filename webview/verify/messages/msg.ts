/**
 * Messages as data. `msg` makes the English text of a message or of a part of one; in a process that records, it also keeps the template
 * and the values that a text was made from, so that the text can be shown in another language (`localize.ts`). Nothing in the engine reads
 * what is recorded: results are the same either way.
 */

type Value = string | number | boolean | null | undefined;

/** How a text was made: its template, with `{0}`, `{1}` and so on for the values. A value may be a recorded text itself. */
export interface Recorded {
	template: string;
	values: readonly string[];
}

/** What was recorded, by the English text. */
export type RecordedMessages = ReadonlyMap<string, Recorded>;

/** Most texts that are kept; the half that was not used for longest goes first. */
const mostRecorded = 20_000;
/** How deep the parts of a message nest. */
const mostNested = 8;

let isRecording = false;
const recorded = new Map<string, Recorded>();
const templates = new WeakMap<TemplateStringsArray, string>();

/** Records all messages that this process or worker makes from now on. */
export function recordMessages(): void {
	isRecording = true;
}

/** The English text of a message. The template is a whole sentence or a part that has its own place in a sentence; code stands in backticks. */
export function msg(
	template: TemplateStringsArray,
	...values: readonly Value[]
): string {
	let text = template[0] ?? "";
	for (let index = 0; index < values.length; index++)
		text += `${values[index]}${template[index + 1]}`;
	if (isRecording && values.length > 0)
		record(text, keyOf(template), values.map(String));
	return text;
}

/** The key of a template: its text with numbered placeholders. */
function keyOf(template: TemplateStringsArray): string {
	let key = templates.get(template);
	if (key === undefined) {
		key = keyFrom(template);
		templates.set(template, key);
	}
	return key;
}

/** @param parts the texts between the values. */
export const keyFrom = (parts: readonly string[]): string =>
	parts.reduce((key, part, index) => `${key}{${index - 1}}${part}`);

/** `text`, which is shown in other languages as `source` is: a part of it, or the same with a capital letter (`"capital"`). */
export function inPlaceOf(
	source: string,
	text: string,
	form: "same" | "capital" = "same",
): string {
	if (isRecording) record(text, `{0:${form}}`, [source]);
	return text;
}

/** `change(text)`, with the values of the message changed in the same way. */
export function changed(text: string, change: (text: string) => string) {
	const after = change(text);
	const before = isRecording && after !== text && recorded.get(text);
	if (before)
		record(
			after,
			before.template,
			before.values.map((value) => changed(value, change)),
		);
	return after;
}

function record(text: string, template: string, values: readonly string[]) {
	if (values.includes(text)) return;
	if (recorded.size >= mostRecorded)
		for (const [key] of [...recorded].slice(0, mostRecorded / 2))
			recorded.delete(key);
	// Deleted first, so that the map stays in the order of the last use.
	recorded.delete(text);
	recorded.set(text, { template, values });
}

/** What was recorded of these texts and of their parts; undefined where nothing is recorded. */
export function recordedOf(
	texts: Iterable<string>,
): RecordedMessages | undefined {
	if (!isRecording) return undefined;
	const found = new Map<string, Recorded>();
	const add = (text: string, depth: number) => {
		const one = recorded.get(text);
		if (!one || found.has(text) || depth > mostNested) return;
		found.set(text, one);
		record(text, one.template, one.values);
		for (const value of one.values) add(value, depth + 1);
	};
	for (const text of texts) add(text, 0);
	return found;
}
