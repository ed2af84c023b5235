/** Texts in the learner's language. English stands in the code; `bundle.l10n.de.json` has the German ones. */
import german from "./bundle.l10n.de.json";

type Language = "en" | "de";

let bundle: Record<string, string> = {};
let language: Language = "en";

/** Sets the language by `tags`, in the order of preference, such as `de_DE.UTF-8`; English where none is known. */
export function setLanguage(tags: readonly string[]): void {
	const known = tags
		.map((tag) => tag.toLowerCase().split(/[-_.]/)[0])
		.find((tag) => tag === "de" || tag === "en");
	language = known === "de" ? "de" : "en";
	bundle = language === "de" ? german : {};
}

export const currentLanguage = (): Language => language;

/** `text` in the learner's language, with `values` in place of `{0}`, `{1}` and so on. The text is a literal: a check compares all of them with the translations. */
export function t(text: string, ...values: (string | number)[]): string {
	const template = Object.hasOwn(bundle, text) ? bundle[text] : text;
	return (template ?? text).replace(/\{(\d)\}/g, (slot, index) =>
		String(values[Number(index)] ?? slot),
	);
}

/** The form for `count`, which is its `{0}`; `values` are `{1}`, `{2}` and so on. */
export function plural(
	count: number,
	forms: { one: string; other: string },
	...values: (string | number)[]
): string {
	return t(count === 1 ? forms.one : forms.other, count, ...values);
}
