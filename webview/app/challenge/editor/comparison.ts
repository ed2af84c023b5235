/** Two versions of a file in one read-only view: what was removed and what was added. Loaded when it is first shown. */
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { editorTheme } from "./editor-theme.ts";

const ground = (token: string) => ({
	background: `color-mix(in srgb, var(${token}) 12%, var(--tl-editor))`,
});
/** In front of a line, so that its colour is not all that tells. */
const sign = (content: string, token: string) => ({
	content: `"${content}"`,
	display: "inline-block",
	width: "1.25em",
	color: `var(${token})`,
});

const theme = EditorView.theme({
	"&": { maxHeight: "20rem" },
	".cm-deletedChunk": { ...ground("--tl-error"), paddingLeft: "6px" },
	".cm-deletedChunk .cm-deletedText": { background: "none" },
	".cm-deletedLine, .cm-deletedLine del, .cm-insertedLine": {
		textDecoration: "none",
	},
	".cm-deletedLine::before": sign("−", "--tl-error"),
	"&.cm-merge-b .cm-changedLine": ground("--tl-passed"),
	"&.cm-merge-b .cm-changedText": { background: "none" },
	".cm-line.cm-changedLine::before": sign("+", "--tl-passed"),
	".cm-collapsedLines": {
		color: "var(--tl-soft)",
		background: "var(--tl-line)",
	},
});

/** Shows how `now` differs from `before` in `parent`; the result removes it. */
export function showComparison(
	parent: HTMLElement,
	path: string,
	before: string,
	now: string,
): () => void {
	const view = new EditorView({
		parent,
		doc: now,
		extensions: [
			editorTheme,
			theme,
			lineNumbers(),
			EditorView.lineWrapping,
			EditorState.readOnly.of(true),
			EditorView.contentAttributes.of({
				"aria-label": `Changes of ${path}`,
				"aria-readonly": "true",
				tabindex: "0",
			}),
			unifiedMergeView({
				original: before,
				mergeControls: false,
				gutter: true,
				collapseUnchanged: { margin: 2, minSize: 6 },
				highlightChanges: false,
			}),
		],
	});
	return () => view.destroy();
}
