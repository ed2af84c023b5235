/** Two versions of a file, read-only: side by side where there is room, one below the other elsewhere. Loaded when it is first shown. */
import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { t } from "../../../l10n/l10n.ts";
import { editorTheme } from "./editor-theme.ts";
import { phrases } from "./phrases.ts";

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
	".cm-content": { padding: "8px 0" },
	".cm-deletedChunk": { ...ground("--tl-error"), paddingLeft: "6px" },
	".cm-deletedChunk .cm-deletedText": { background: "none" },
	".cm-deletedLine, .cm-deletedLine del, .cm-insertedLine": {
		textDecoration: "none",
	},
	".cm-deletedChunk .cm-deletedLine::before": sign("−", "--tl-error"),
	"&.cm-merge-a .cm-changedLine": ground("--tl-error"),
	"&.cm-merge-b .cm-changedLine": ground("--tl-passed"),
	"&.cm-merge-a .cm-changedText, &.cm-merge-b .cm-changedText": {
		background: "none",
	},
	"&.cm-merge-a .cm-line.cm-changedLine::before": sign("−", "--tl-error"),
	"&.cm-merge-b .cm-line.cm-changedLine::before": sign("+", "--tl-passed"),
	".cm-collapsedLines": {
		color: "var(--tl-soft)",
		background: "var(--tl-line)",
	},
});

/** A version of a file. */
export interface Version {
	/** Whose it is, in words. */
	name: string;
	path: string;
	text: string;
}

const options = {
	gutter: true,
	collapseUnchanged: { margin: 2, minSize: 6 },
	highlightChanges: false,
};

/** The same width decides how `attempts.css` arranges the names of both. */
const isNarrow = () => window.matchMedia("(max-width: 56rem)").matches;

/** Shows how `now`, on the right, differs from `before`, on the left, in `parent`; the result removes it. */
export function showComparison(
	parent: HTMLElement,
	[before, now]: [before: Version, now: Version],
): () => void {
	const view = isNarrow()
		? new EditorView({
				parent,
				doc: now.text,
				extensions: [
					extensionsFor(t("Changes of {0}", now.path)),
					unifiedMergeView({
						...options,
						original: before.text,
						mergeControls: false,
					}),
				],
			})
		: new MergeView({
				...options,
				parent,
				a: { doc: before.text, extensions: extensionsFor(labelOf(before)) },
				b: { doc: now.text, extensions: extensionsFor(labelOf(now)) },
			});
	return () => view.destroy();
}

const labelOf = ({ name, path }: Version) => `${path}: ${name}`;

function extensionsFor(label: string): Extension {
	return [
		phrases(),
		editorTheme,
		theme,
		lineNumbers(),
		EditorView.lineWrapping,
		EditorState.readOnly.of(true),
		EditorView.contentAttributes.of({
			"aria-label": label,
			"aria-readonly": "true",
			tabindex: "0",
		}),
	];
}
