/** A field for code: CodeMirror with its own undo, the page's colours, and marks for what a pattern matches. */
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import {
	defaultKeymap,
	history,
	historyKeymap,
	indentWithTab,
} from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import {
	Compartment,
	EditorState,
	type Range,
	StateEffect,
	StateField,
} from "@codemirror/state";
import {
	Decoration,
	type DecorationSet,
	drawSelection,
	EditorView,
	keymap,
	lineNumbers,
} from "@codemirror/view";
import type { Location } from "@treeline/verify/shapes";
import { useEffect, useRef } from "preact/hooks";
import { editorTheme } from "../challenge/editor/editor-theme.ts";
import { languageOf } from "../challenge/editor/languages.ts";
import { offsetAt } from "../challenge/editor/marks.ts";
import { typedOver } from "../challenge/editor/typed-over.ts";

/** A range to mark: what matches, what a metavariable is bound to, or the place of a miss. */
export interface CodeMark {
	kind: "match" | "bound" | "miss";
	location: Location;
	/** Shown beside a bound variable: its name. */
	label?: string;
}

export interface CodeFieldProps {
	/** Names the language by its ending, and the state: another path is another text with an undo of its own. */
	path: string;
	/** What assistive technology calls the field. */
	label: string;
	value: string;
	onChange(value: string): void;
	marks?: readonly CodeMark[];
	/** Whether it is one line of a form rather than a file: no line numbers, and Tab leaves it. */
	isSmall?: boolean;
	/** Id of an element that explains the field or its fault. */
	describedBy?: string | undefined;
	/** The lines that are selected, from 1; null when nothing is. */
	onSelect?(lines: { from: number; to: number } | null): void;
}

const setMarks = StateEffect.define<readonly CodeMark[]>();

const marksField = StateField.define<DecorationSet>({
	create: () => Decoration.none,
	update(marks, transaction) {
		let next = marks.map(transaction.changes);
		for (const effect of transaction.effects)
			if (effect.is(setMarks))
				next = Decoration.set(
					effect.value.flatMap((mark) => rangeOf(mark, transaction.newDoc)),
					true,
				);
		return next;
	},
	provide: (field) => EditorView.decorations.from(field),
});

/** Of a longer range, only its first line is marked. */
const MOST_LINES = 5;

function rangeOf(
	{ kind, location, label }: CodeMark,
	doc: EditorState["doc"],
): Range<Decoration>[] {
	const from = offsetAt(doc, location.line, location.column);
	// A whole function says where; all of it marked would hide what in it matters.
	const to =
		location.endLine - location.line > MOST_LINES
			? doc.lineAt(from).to
			: offsetAt(doc, location.endLine, location.endColumn);
	if (to <= from) return [];
	const title = label && { attributes: { title: label } };
	return [
		Decoration.mark({ class: `studio-mark-${kind}`, ...title }).range(from, to),
	];
}

export function CodeField(props: CodeFieldProps) {
	const parent = useRef<HTMLDivElement>(null);
	const view = useRef<EditorView | null>(null);
	const now = useRef(props);
	now.current = props;
	const { path, value, marks, isSmall = false, label, describedBy } = props;

	useEffect(() => {
		if (!parent.current) return;
		const language = new Compartment();
		const editor = new EditorView({
			parent: parent.current,
			state: EditorState.create({
				doc: now.current.value,
				extensions: [
					language.of([]),
					editorTheme,
					marksField,
					history(),
					drawSelection(),
					EditorView.lineWrapping,
					bracketMatching(),
					closeBrackets(),
					typedOver,
					indentUnit.of(path.endsWith(".py") ? "    " : "  "),
					isSmall ? [] : lineNumbers(),
					EditorView.contentAttributes.of(() => ({
						"aria-label": now.current.label,
						...(now.current.describedBy && {
							"aria-describedby": now.current.describedBy,
						}),
						tabindex: "0",
					})),
					EditorView.updateListener.of((update) => {
						if (update.docChanged)
							now.current.onChange(update.state.doc.toString());
						if (update.selectionSet || update.docChanged)
							now.current.onSelect?.(selectedLines(update.state));
					}),
					keymap.of([
						...closeBracketsKeymap,
						...defaultKeymap,
						...historyKeymap,
						...(isSmall ? [] : [indentWithTab]),
					]),
				],
			}),
		});
		editor.dom.addEventListener("keydown", ({ key }) => {
			if (key === "Escape") editor.setTabFocusMode(Number.POSITIVE_INFINITY);
		});
		view.current = editor;
		void languageOf(path).then((extension) =>
			editor.dispatch({ effects: language.reconfigure(extension) }),
		);
		return () => {
			view.current = null;
			editor.destroy();
		};
	}, [path, isSmall]);

	// What another field, a reload from disk or a revert changed.
	useEffect(() => {
		const editor = view.current;
		const text = editor?.state.doc.toString();
		if (editor && text !== value)
			editor.dispatch({
				changes: { from: 0, to: editor.state.doc.length, insert: value },
			});
	}, [value]);

	// After the text, since marks are places in it. Label and description are read anew with each update.
	useEffect(() => {
		view.current?.dispatch({ effects: setMarks.of(marks ?? []) });
	}, [marks, path, value, label, describedBy]);

	return (
		<div
			class={isSmall ? "studio-code studio-code-small" : "studio-code"}
			ref={parent}
		/>
	);
}

function selectedLines({ doc, selection }: EditorState) {
	const { main } = selection;
	if (main.empty) return null;
	return { from: doc.lineAt(main.from).number, to: doc.lineAt(main.to).number };
}
