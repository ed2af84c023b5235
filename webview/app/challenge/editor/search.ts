/** The find and replace bar: its keys and looks. Loaded when one of its keys is first pressed. */
import { search, searchKeymap } from "@codemirror/search";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

export { searchKeymap };

const theme = EditorView.theme({
	".cm-panels": { fontFamily: "var(--tl-sans)" },
	".cm-panel.cm-search": {
		padding: "6px 40px 6px 14px",
		fontSize: "0.875rem",
	},
	".cm-panel.cm-search :is(input, button, label)": {
		margin: "4px 8px 4px 0",
		fontSize: "0.875rem",
		verticalAlign: "middle",
	},
	".cm-panel.cm-search .cm-textfield": {
		width: "11rem",
		minHeight: "1.9rem",
		padding: "2px 8px",
		borderRadius: "6px",
	},
	".cm-panel.cm-search .cm-button": {
		minHeight: "1.9rem",
		padding: "2px 10px",
	},
	".cm-panel.cm-search :is(.cm-button, [name=close]):hover": {
		background: "var(--tl-wash)",
	},
	".cm-panel.cm-search label": {
		display: "inline-flex",
		alignItems: "center",
		gap: "6px",
		color: "var(--tl-soft)",
	},
	".cm-panel.cm-search label input[type]": {
		width: "1rem",
		height: "1rem",
		margin: "0",
		accentColor: "var(--tl-accent)",
	},
	".cm-panel.cm-search [name=close]": {
		top: "6px",
		right: "6px",
		width: "1.9rem",
		height: "1.9rem",
		margin: "0",
		color: "var(--tl-soft)",
		borderRadius: "6px",
		fontSize: "1.1rem",
	},
});

/** Its keys come before those that load it. */
export const searchExtension: Extension = [
	search(),
	theme,
	Prec.high(keymap.of(searchKeymap)),
];
