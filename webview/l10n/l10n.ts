/**
 * Texts in the reader's language: those of the page, and those that the extension shares with it. English stands in the code;
 * `bundle.l10n.<language>.json` has the translations, in the format of VS Code's l10n bundles.
 */
import { config, t as translate } from "@vscode/l10n";

/** Languages of the interface. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** English text → its translation. */
export type Bundle = Record<string, string>;

/** What stands for a `{0}` or `{name}`. */
type Value = string | number;

let language: Language = "en";
let onRead = () => {};

/** Sets the language that texts, numbers and dates are in from now on. */
export function setLanguage(next: Language, bundle: Bundle): void {
	language = next;
	config({ contents: bundle });
}

/** Calls `listener` whenever a text or the language is read, so that the reader can be told of a change. */
export function onLanguageRead(listener: () => void): void {
	onRead = listener;
}

export function currentLanguage(): Language {
	onRead();
	return language;
}

/** The first of `tags` (BCP 47, in the order of preference) that the interface has; English without one. */
export function languageOf(tags: readonly string[]): Language {
	for (const tag of tags) {
		const [primary] = tag.toLowerCase().split("-");
		const found = LANGUAGES.find((each) => each === primary);
		if (found) return found;
	}
	return "en";
}

/**
 * `text` in the reader's language, with `values` in place of `{0}`, `{1}` and so on, or of `{name}`s where they are an object. The text
 * is a literal: a test compares all of them with the translations.
 */
export function t(
	text: string,
	...values: Value[] | [Record<string, Value>]
): string {
	onRead();
	return translate(text, ...(values as Value[]));
}

/** English forms of a text that counts something; `{0}` is the number. */
export interface PluralForms {
	one: string;
	other: string;
}

/** The form for `count` in the reader's language; `values` are `{1}`, `{2}` and so on. */
export function plural(
	count: number,
	forms: PluralForms,
	...values: Value[]
): string {
	const rule = new Intl.PluralRules(currentLanguage()).select(count);
	return t(
		rule === "one" ? forms.one : forms.other,
		formatNumber(count),
		...values,
	);
}

/** With the language's separators. */
export function formatNumber(
	value: number,
	options?: Intl.NumberFormatOptions,
): string {
	return new Intl.NumberFormat(currentLanguage(), options).format(value);
}
