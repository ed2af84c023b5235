/** Words of the editor's own parts: of search, completion, marks and comparison. */
import { EditorState, type Extension } from "@codemirror/state";
import { t } from "../../../l10n/l10n.ts";

/** In the reader's language as it is now. `$` stands for a number. */
export const phrases = (): Extension =>
	EditorState.phrases.of({
		Find: t("Find"),
		Replace: t("Replace"),
		next: t("Next"),
		previous: t("Previous"),
		all: t("All"),
		"match case": t("Match case"),
		regexp: t("Regex"),
		"by word": t("Whole words"),
		replace: t("Replace"),
		"replace all": t("Replace all"),
		close: t("Close"),
		"current match": t("current match"),
		"on line": t("on line"),
		"replaced match on line $": t("replaced match on line $"),
		"replaced $ matches": t("replaced $ matches"),
		"Go to line": t("Go to line"),
		go: t("go"),
		Completions: t("Completions"),
		Diagnostics: t("Diagnostics"),
		"No diagnostics": t("No diagnostics"),
		"Control character": t("Control character"),
		"Selection deleted": t("Selection deleted"),
		"$ unchanged lines": t("$ unchanged lines"),
	});
