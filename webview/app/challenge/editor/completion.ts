/** Completion and closing brackets. Loaded after the editor is shown. */
import {
	autocompletion,
	closeBrackets,
	closeBracketsKeymap,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { overtype } from "./overtype.ts";

/** Stands before the editor's own keys: Backspace between two brackets deletes both. */
export const completion: Extension = [
	overtype,
	closeBrackets(),
	autocompletion(),
	keymap.of(closeBracketsKeymap),
];
