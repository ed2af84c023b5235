/** The code editor: CodeMirror with what a challenge needs, one state per file so that each keeps its own cursor and undo. */
import {
	autocompletion,
	closeBrackets,
	closeBracketsKeymap,
	completionKeymap,
} from "@codemirror/autocomplete";
import {
	defaultKeymap,
	history,
	historyKeymap,
	indentWithTab,
} from "@codemirror/commands";
import {
	bracketMatching,
	indentOnInput,
	indentUnit,
} from "@codemirror/language";
import {
	type Diagnostic,
	lintGutter,
	lintKeymap,
	setDiagnostics,
} from "@codemirror/lint";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import {
	drawSelection,
	EditorView,
	highlightActiveLine,
	highlightActiveLineGutter,
	keymap,
	lineNumbers,
} from "@codemirror/view";
import { editorTheme } from "./editor-theme.ts";
import { indentOf, languageOf } from "./languages.ts";
import { lazySearch } from "./lazy-search.ts";
import { type Mark, offsetAt, toDiagnostics } from "./marks.ts";

export interface EditorOptions {
	parent: HTMLElement;
	/** Id of the element that tells how to leave the editor by keyboard. */
	describedBy: string;
	onEdit(path: string, content: string): void;
	onVerify(): void;
}

export interface Editor {
	/** Shows `path`, opening it with `content` the first time. */
	show(path: string, content: string): void;
	/** Brings an open file to `content`, as one step that can be undone. */
	replace(path: string, content: string): void;
	mark(path: string, marks: Mark[]): void;
	/** Puts the cursor at a 1-based place of the file that is shown, and the focus with it. */
	reveal(line: number, column: number): void;
	destroy(): void;
}

export function createEditor(options: EditorOptions): Editor {
	const states = new Map<string, EditorState>();
	const marked = new Map<string, Mark[]>();
	let shown: string | null = null;

	const view = new EditorView({
		parent: options.parent,
		dispatchTransactions(transactions, self) {
			self.update(transactions);
			if (shown !== null && transactions.some((each) => each.docChanged))
				options.onEdit(shown, self.state.doc.toString());
		},
	});
	// After every handler of the key: one that closes a panel or drops a selection would keep the editor from seeing it as the way out.
	view.dom.addEventListener("keydown", ({ key }) => {
		if (key === "Escape") view.setTabFocusMode(Number.POSITIVE_INFINITY);
	});
	const put = () => {
		if (shown !== null) states.set(shown, view.state);
	};
	const paint = () => {
		if (shown === null) return;
		const found: Diagnostic[] = toDiagnostics(
			view.state.doc,
			marked.get(shown) ?? [],
		);
		view.dispatch(setDiagnostics(view.state, found));
	};
	const open = (path: string, content: string) => {
		const language = new Compartment();
		void languageOf(path).then((extension) => {
			const effects = language.reconfigure(extension);
			if (shown === path) view.dispatch({ effects });
			else states.set(path, stateOf(path).update({ effects }).state);
		});
		return EditorState.create({
			doc: content,
			extensions: [language.of([]), extensionsFor(path, options)],
		});
	};
	const stateOf = (path: string) =>
		shown === path ? view.state : (states.get(path) as EditorState);

	return {
		show(path, content) {
			if (shown === path) return;
			put();
			const state = states.get(path) ?? open(path, content);
			states.set(path, state);
			shown = path;
			view.setState(state);
			paint();
		},
		replace(path, content) {
			const state = states.get(path) && stateOf(path);
			if (!state || state.doc.toString() === content) return;
			const changes = { from: 0, to: state.doc.length, insert: content };
			if (shown === path) view.dispatch({ changes });
			else states.set(path, state.update({ changes }).state);
		},
		mark(path, marks) {
			marked.set(path, marks);
			if (shown === path) paint();
		},
		reveal(line, column) {
			const at = offsetAt(view.state.doc, line, column);
			view.dispatch({
				selection: { anchor: at },
				effects: EditorView.scrollIntoView(at, { y: "center" }),
			});
			view.focus();
		},
		destroy: () => view.destroy(),
	};
}

/** Inserts no closing tags: the tag that one types by hand would stand beside the inserted one. */
const plainTags = Prec.highest(
	EditorView.inputHandler.of((view, _from, _to, text, insert) => {
		if (text !== ">" && text !== "/") return false;
		view.dispatch(insert());
		return true;
	}),
);

function extensionsFor(path: string, options: EditorOptions) {
	const verify = {
		key: "Mod-Enter",
		run: () => {
			options.onVerify();
			return true;
		},
	};
	return [
		Prec.highest(keymap.of([verify])),
		editorTheme,
		lineNumbers(),
		lintGutter(),
		history(),
		drawSelection(),
		EditorView.lineWrapping,
		indentOnInput(),
		bracketMatching(),
		closeBrackets(),
		plainTags,
		autocompletion(),
		highlightActiveLine(),
		highlightActiveLineGutter(),
		indentUnit.of(indentOf(path)),
		EditorState.tabSize.of(indentOf(path).length),
		EditorView.contentAttributes.of({
			"aria-label": `Code of ${path}`,
			"aria-describedby": options.describedBy,
			// Editable content takes focus anyway; said aloud for tools that ask whether what scrolls can be reached.
			tabindex: "0",
		}),
		keymap.of([
			...closeBracketsKeymap,
			...completionKeymap,
			...defaultKeymap,
			...historyKeymap,
			...lintKeymap,
			indentWithTab,
		]),
		lazySearch,
	];
}
