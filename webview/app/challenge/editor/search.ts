/** The find and replace bar: its keys, words and looks. Loaded when one of its keys is first pressed. */
import { search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

export { searchKeymap };

const phrases = EditorState.phrases.of({
	next: "Next",
	previous: "Previous",
	all: "Select all",
	"match case": "Match case",
	regexp: "Regular expression",
	"by word": "Whole words",
	replace: "Replace",
	"replace all": "Replace all",
	close: "Close",
});

const theme = EditorView.theme({
	".cm-panels": {
		borderWidth: "1px 0 0",
		borderRadius: "0",
		fontFamily: "var(--tl-sans)",
	},
	"& .cm-panel.cm-search": {
		display: "flex",
		flexWrap: "wrap",
		alignItems: "center",
		gap: "8px",
		padding: "10px 44px 10px 14px",
		fontSize: "0.875rem",
	},
	"& .cm-panel.cm-search br": {
		display: "block",
		flexBasis: "100%",
		content: '""',
	},
	"& .cm-panel.cm-search :is(input, button, label)": { margin: "0" },
	"& .cm-panel.cm-search .cm-textfield": {
		flex: "0 1 14rem",
		minWidth: "8rem",
		minHeight: "1.9rem",
		padding: "2px 8px",
		borderRadius: "6px",
		fontSize: "0.875rem",
	},
	"& .cm-panel.cm-search .cm-button": {
		minHeight: "1.9rem",
		padding: "2px 10px",
		fontSize: "0.875rem",
	},
	"& .cm-panel.cm-search .cm-button:hover": {
		background: "var(--tl-wash)",
	},
	"& .cm-panel.cm-search label": {
		display: "inline-flex",
		alignItems: "center",
		gap: "6px",
		color: "var(--tl-soft)",
		fontSize: "0.875rem",
	},
	"& .cm-panel.cm-search label input": {
		width: "1rem",
		height: "1rem",
		accentColor: "var(--tl-accent)",
	},
	"& .cm-panel.cm-search [name=close]": {
		top: "8px",
		right: "10px",
		width: "1.9rem",
		height: "1.9rem",
		color: "var(--tl-soft)",
		borderRadius: "6px",
		fontSize: "1.1rem",
	},
	"& .cm-panel.cm-search [name=close]:hover": {
		background: "var(--tl-wash)",
	},
});

/** Its keys come before those that load it. */
export const searchExtension: Extension = [
	search(),
	phrases,
	theme,
	Prec.high(keymap.of(searchKeymap)),
];
