/**
 * The interface's language: that of the browser, unless the learner has chosen one in the settings; in an editor's panel, the editor's.
 * A component that shows a text renders again when the language changes.
 */
import { signal } from "@preact/signals";
import type { SettingsStore } from "../../host/settings.ts";
import {
	type Bundle,
	type Language,
	languageOf,
	onLanguageRead,
	setLanguage,
	t,
} from "../../l10n/l10n.ts";
import { inform } from "../notices.ts";

/** The learner's choice, for the next start: the settings are read once the host stands, whose first texts are in a language already. */
const KEY = "treeline:language";

const shown = signal<Language>("en");
onLanguageRead(() => void shown.value);

const BUNDLES: Record<Language, () => Promise<Bundle>> = {
	en: async () => ({}),
	de: async () => (await import("../../l10n/bundle.l10n.de.json")).default,
};

/** Shows the language that the page was left in, or the editor's. Before the host is created. */
export async function startLanguage(): Promise<void> {
	const language = preferred(storedChoice());
	if (language !== "en") await show(language).catch(() => {});
}

/** Shows the language of the settings, now and whenever they or the browser's languages change. */
export function followLanguage(settings: SettingsStore): void {
	const apply = () => {
		const choice = settings.read().language;
		store(choice);
		const language = preferred(choice);
		if (language === shown.peek()) return;
		show(language).catch(() =>
			inform(
				"language-not-loaded",
				t(
					"The language could not be loaded. Check your connection, then try again.",
				),
			),
		);
	};
	apply();
	settings.watch(apply);
	window.addEventListener("languagechange", apply);
}

/** Latest request: an earlier one whose texts arrive later is outdated. */
let requested: Language = "en";

async function show(language: Language): Promise<void> {
	requested = language;
	const bundle = await BUNDLES[language]();
	if (requested !== language) return;
	setLanguage(language, bundle);
	document.documentElement.lang = language;
	shown.value = language;
}

/** `choice` is a setting's value; what names no language stands for the browser's. */
function preferred(choice: string | null): Language {
	const { language } = document.documentElement.dataset;
	if (language) return languageOf([language]);
	return languageOf(
		choice === null || choice === "browser"
			? navigator.languages
			: [choice, ...navigator.languages],
	);
}

function storedChoice(): string | null {
	try {
		return localStorage.getItem(KEY);
	} catch {
		return null;
	}
}

function store(choice: string): void {
	try {
		if (choice === "browser") localStorage.removeItem(KEY);
		else localStorage.setItem(KEY, choice);
	} catch {
		// Not stored: the settings have it once the host stands.
	}
}
