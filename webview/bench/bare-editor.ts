/** CodeMirror with the features that a challenge's editor has, and nothing else of the page: what typing costs in itself. */
import {
	autocompletion,
	closeBrackets,
	closeBracketsKeymap,
} from "@codemirror/autocomplete";
import {
	defaultKeymap,
	history,
	historyKeymap,
	indentWithTab,
} from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import {
	bracketMatching,
	defaultHighlightStyle,
	indentOnInput,
	syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import {
	drawSelection,
	EditorView,
	highlightActiveLine,
	highlightActiveLineGutter,
	keymap,
	lineNumbers,
} from "@codemirror/view";

new EditorView({
	parent: document.body,
	extensions: [
		EditorView.theme({ "&": { height: "440px", width: "768px" } }),
		syntaxHighlighting(defaultHighlightStyle),
		lineNumbers(),
		history(),
		drawSelection(),
		indentOnInput(),
		bracketMatching(),
		closeBrackets(),
		autocompletion(),
		lintGutter(),
		javascript({ jsx: true }),
		EditorView.lineWrapping,
		highlightActiveLine(),
		highlightActiveLineGutter(),
		keymap.of([
			...closeBracketsKeymap,
			...defaultKeymap,
			...historyKeymap,
			...lintKeymap,
			indentWithTab,
		]),
	],
});
