/**
 * Texts of the service's own HTML pages in the reader's language, by `Accept-Language` (RFC 9110, section 12.5.4). English stands in the code;
 * `page-texts.de.json` has the translations. What programs are answered stays English.
 */
import german from "./page-texts.de.json";

export type PageLanguage = "en" | "de";

/** A text with what stands for its `{0}`, `{1}` and so on. */
export interface Text {
	text: string;
	values: readonly string[];
}

/** A text that is shown later, in a language that is known then. */
export const pageText = (text: string, ...values: string[]): Text => ({
	text,
	values,
});

const TRANSLATIONS = new Map(Object.entries(german));

export const SLOT = /\{(\d)\}/g;

/** Its text with the values. */
export const filled = ({ text, values }: Text): string =>
	text.replace(SLOT, (slot, index) => values[Number(index)] ?? slot);

/** The language of pages for `request`: the one that it prefers of those that there are; English without one. */
export function pageLanguage(request: Request): PageLanguage {
	const accepted = (request.headers.get("accept-language") ?? "")
		.split(",")
		.map((part) => {
			const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
			const [, quality = "1"] =
				/^q=(\d(?:\.\d{0,3})?)$/.exec(parameters.join("").trim()) ?? [];
			return { primary: tag.trim().split("-")[0], quality: Number(quality) };
		})
		.filter(({ quality }) => quality > 0)
		.sort((one, other) => other.quality - one.quality);
	const first = accepted.find(
		({ primary }) => primary === "de" || primary === "en" || primary === "*",
	);
	return first?.primary === "de" ? "de" : "en";
}

/** `text` in `language`, with its slots; as it is where it has no translation. */
export const translated = (language: PageLanguage, text: string): string =>
	(language === "de" && TRANSLATIONS.get(text)) || text;
