/** Texts that count something, in VS Code's language. */
import { env, l10n } from "vscode";

/** English forms of a text that counts something; `{0}` is the number. */
export interface PluralForms {
	one: string;
	other: string;
}

/** The form for `count`; `values` are `{1}`, `{2}` and so on. */
export function plural(
	count: number,
	forms: PluralForms,
	...values: string[]
): string {
	// A language without a bundle gets the English texts.
	const rules = new Intl.PluralRules(l10n.bundle ? env.language : "en");
	const form = rules.select(count) === "one" ? forms.one : forms.other;
	return l10n.t(form, count, ...values);
}
