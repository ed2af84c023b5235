/** The texts that the extension shares with the page, such as the summary of a verdict: they follow VS Code's language, too. */
import { languageOf, setLanguage } from "@treeline/webview/l10n";
import { env, l10n } from "vscode";

/** Sets the language of the shared texts. To be called first in each bundle, which has a copy of the page's modules of its own. */
export const useEditorLanguage = (): void =>
	setLanguage(languageOf([env.language]), l10n.bundle ?? {});
