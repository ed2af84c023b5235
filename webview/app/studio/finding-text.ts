/** The findings of a validation in the reader's language. The tools make them in English, also for the command line. */
import { currentLanguage } from "../../l10n/l10n.ts";

type Translate = (detail: string) => string;

/** Loads what translates findings; in English, and where that cannot be loaded, they stay as they are. */
export async function findingTranslator(): Promise<Translate> {
	if (currentLanguage() !== "de") return (detail) => detail;
	const bundle = await import("../../l10n/findings.de.json").catch(() => null);
	return bundle ? translatorBy(bundle.default) : (detail) => detail;
}

/** Translates by templates: those with the most words come first, and what fills their slots may be made of others. */
export function translatorBy(
	bundle: Readonly<Record<string, string>>,
): Translate {
	const rules = Object.entries(bundle)
		.sort(([one], [other]) => wordsOf(other).length - wordsOf(one).length)
		.map(([template, translation]) => ({
			form: new RegExp(`^${formOf(template)}$`),
			translation,
		}));
	const translate: Translate = (detail) => {
		if (detail === "") return detail;
		for (const { form, translation } of rules) {
			const found = form.exec(detail);
			if (!found) continue;
			return translation.replace(/\{(\d)\}/g, (_, index) =>
				translate(found[Number(index) + 1] ?? ""),
			);
		}
		return detail;
	};
	return translate;
}

const wordsOf = (template: string) => template.replace(/\{\d\}/g, "");

const formOf = (template: string) =>
	template
		.replace(/[.*+?^$()|[\]\\/]/g, "\\$&")
		.replace(/\{\d\}/g, "([\\s\\S]*?)");
