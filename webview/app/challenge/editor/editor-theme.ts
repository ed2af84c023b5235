/** CodeMirror theme: every colour is a token of the page's theme. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags as t } from "@lezer/highlight";
import "./adopted-styles.ts";

const frame = EditorView.theme({
	"&": {
		height: "100%",
		color: "var(--tl-text)",
		backgroundColor: "var(--tl-editor)",
		fontSize: "var(--tl-code-size)",
	},
	"&.cm-focused": { outline: "none" },
	".cm-scroller": { fontFamily: "var(--tl-mono)", lineHeight: "1.65" },
	".cm-content": { caretColor: "var(--tl-accent)", padding: "12px 0 40px" },
	".cm-line": { padding: "0 16px 0 6px" },
	".cm-gutters": {
		color: "var(--tl-faint)",
		backgroundColor: "var(--tl-editor)",
		border: "none",
	},
	".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 14px" },
	".cm-activeLine, .cm-activeLineGutter": {
		backgroundColor: "var(--tl-line)",
	},
	".cm-activeLineGutter": { color: "var(--tl-text)" },
	".cm-cursor": { borderLeftColor: "var(--tl-accent)", borderLeftWidth: "2px" },
	"&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
		{ backgroundColor: "var(--tl-selection)" },
	".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
		backgroundColor: "transparent",
		outline: "1px solid var(--tl-border-strong)",
	},
	".cm-tooltip, .cm-panels": {
		color: "var(--tl-text)",
		backgroundColor: "var(--tl-raised)",
		border: "1px solid var(--tl-border)",
	},
	".cm-tooltip": { borderRadius: "6px" },
	".cm-panels": { borderWidth: "1px 0 0" },
	".cm-tooltip-autocomplete ul li[aria-selected]": {
		color: "var(--tl-on-accent)",
		backgroundColor: "var(--tl-accent)",
	},
	".cm-button": {
		color: "var(--tl-text)",
		background: "var(--tl-raised)",
		border: "1px solid var(--tl-border-strong)",
		borderRadius: "6px",
	},
	".cm-textfield": {
		color: "var(--tl-text)",
		backgroundColor: "var(--tl-editor)",
		border: "1px solid var(--tl-border-strong)",
	},
	".cm-searchMatch": {
		backgroundColor: "var(--tl-selection)",
		outline: "1px solid var(--tl-border-strong)",
	},
	".cm-diagnostic": {
		fontFamily: "var(--tl-sans)",
		padding: "6px 10px",
		borderLeftWidth: "3px",
	},
	".cm-diagnostic-error": { borderLeftColor: "var(--tl-error)" },
	".cm-diagnostic-warning": { borderLeftColor: "var(--tl-open)" },
	".cm-lintRange-error": underline("--tl-error"),
	".cm-lintRange-warning": underline("--tl-open"),
	".cm-gutter-lint": { width: "1.1em" },
});

function underline(token: string) {
	return {
		backgroundImage: "none",
		textDecoration: `underline wavy var(${token}) 1px`,
		textUnderlineOffset: "3px",
	};
}

const colours = HighlightStyle.define([
	{
		tag: [t.keyword, t.modifier, t.operatorKeyword],
		color: "var(--tl-code-keyword)",
	},
	{
		tag: [t.string, t.special(t.string), t.regexp],
		color: "var(--tl-code-string)",
	},
	{ tag: [t.number, t.bool, t.null, t.atom], color: "var(--tl-code-number)" },
	{
		tag: [t.comment, t.docComment],
		color: "var(--tl-code-comment)",
		fontStyle: "italic",
	},
	{
		tag: [t.function(t.variableName), t.function(t.propertyName)],
		color: "var(--tl-code-function)",
	},
	{
		tag: [t.typeName, t.className, t.tagName, t.namespace],
		color: "var(--tl-code-type)",
	},
	{ tag: [t.attributeName, t.propertyName], color: "var(--tl-code-property)" },
	{
		tag: [t.punctuation, t.bracket, t.operator],
		color: "var(--tl-code-punctuation)",
	},
	{ tag: t.invalid, color: "var(--tl-error)" },
]);

export const editorTheme: Extension = [frame, syntaxHighlighting(colours)];
