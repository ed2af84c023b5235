/** The code editor: CodeMirror with what a challenge needs, one state per file so that each keeps its own cursor and undo. */
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
	Compartment,
	EditorState,
	type Extension,
	Prec,
	type StateEffect,
} from "@codemirror/state";
import {
	drawSelection,
	EditorView,
	gutter,
	highlightActiveLine,
	highlightActiveLineGutter,
	keymap,
	lineNumbers,
} from "@codemirror/view";
import type { SettingValues } from "../../../host/settings.ts";
import { t } from "../../../l10n/l10n.ts";
import { editorTheme } from "./editor-theme.ts";
import { languageOf } from "./languages.ts";
import { lazySearch } from "./lazy-search.ts";
import { type Mark, offsetAt, toDiagnostics } from "./marks.ts";
import { phrases } from "./phrases.ts";
import { typedOver } from "./typed-over.ts";

/** What the learner's settings say about the editor. */
export interface EditorSettings {
	keybindings: SettingValues["keybindings"];
	tabSize: number;
	useTabs: boolean;
	lineWrap: boolean;
}

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
	/** Applies settings to all files, now and those opened later. */
	configure(settings: EditorSettings): void;
	/** Puts the cursor at a 1-based place of the file that is shown, and the focus with it. */
	reveal(line: number, column: number): void;
	destroy(): void;
}

export function createEditor(options: EditorOptions): Editor {
	const states = new Map<string, EditorState>();
	const marked = new Map<string, Mark[]>();
	/** Texts as they were handed to `onEdit`, by path, while they are what is shown. */
	const edited = new Map<string, string>();
	let shown: string | null = null;
	let settings: EditorSettings | null = null;
	let keys: Extension = [];
	let completion: Extension = [];
	let lint: typeof import("./diagnostics.ts") | null = null;

	const view = new EditorView({
		parent: options.parent,
		dispatchTransactions(transactions, self) {
			self.update(transactions);
			if (shown === null || !transactions.some((each) => each.docChanged))
				return;
			const text = self.state.doc.toString();
			edited.set(shown, text);
			options.onEdit(shown, text);
		},
	});
	// After every handler of the key: one that closes a panel or drops a selection would keep the editor from seeing it as the way out.
	view.dom.addEventListener("keydown", ({ key }) => {
		if (key !== "Escape") return;
		view.setTabFocusMode(Number.POSITIVE_INFINITY);
		lint?.hideMessage(view);
	});
	const put = () => {
		if (shown !== null) states.set(shown, view.state);
	};
	const paint = () => {
		if (shown === null || !lint) return;
		const found = toDiagnostics(view.state.doc, marked.get(shown) ?? []);
		view.dispatch(lint.setDiagnostics(view.state, found));
	};
	const open = (path: string, content: string) => {
		void languageOf(path).then((extension) =>
			reconfigure(path, [languagePart.reconfigure(extension)]),
		);
		return EditorState.create({
			doc: content,
			extensions: [
				phrases(),
				keysPart.of(keys),
				languagePart.of([]),
				indentPart.of(indentOf(path, settings)),
				wrapPart.of(wrapOf(settings)),
				completionPart.of(completion),
				extensionsFor(path, options),
				diagnosticsPart.of(lint?.diagnostics ?? emptyGutter),
			],
		});
	};
	const reconfigure = (path: string, effects: StateEffect<unknown>[]) => {
		if (shown === path) view.dispatch({ effects });
		else states.set(path, stateOf(path).update({ effects }).state);
	};
	const reconfigureAll = (part: Compartment, extension: Extension) => {
		for (const path of states.keys())
			reconfigure(path, [part.reconfigure(extension)]);
	};
	const setKeys = (next: Extension) => {
		keys = next;
		reconfigureAll(keysPart, keys);
	};
	const stateOf = (path: string) =>
		shown === path ? view.state : (states.get(path) as EditorState);
	// Without them one types and verifies all the same: the list of checks says what was found.
	void import("./completion.ts")
		.then((loaded) => {
			completion = loaded.completion;
			reconfigureAll(completionPart, completion);
		})
		.catch(() => null);
	void import("./diagnostics.ts")
		.then((loaded) => {
			lint = loaded;
			reconfigureAll(diagnosticsPart, lint.diagnostics);
			paint();
		})
		.catch(() => null);

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
			if (edited.get(path) === content) return;
			const state = states.get(path) && stateOf(path);
			if (!state || state.doc.toString() === content) return;
			const changes = changeTo(state.doc.toString(), content);
			edited.delete(path);
			if (shown === path) view.dispatch({ changes });
			else states.set(path, state.update({ changes }).state);
		},
		mark(path, marks) {
			const hadNone = !marked.get(path)?.length;
			marked.set(path, marks);
			if (shown === path && !(hadNone && marks.length === 0)) paint();
		},
		configure(next) {
			const { keybindings } = next;
			if (keybindings !== (settings?.keybindings ?? "default"))
				void keybindingsOf(keybindings).then((extension) => {
					if (settings?.keybindings === keybindings) setKeys(extension);
				});
			settings = next;
			for (const path of states.keys())
				reconfigure(path, [
					indentPart.reconfigure(indentOf(path, next)),
					wrapPart.reconfigure(wrapOf(next)),
				]);
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

/** The one change from `before` to `after` that leaves their common start and end alone, and with them the cursor. */
function changeTo(before: string, after: string) {
	const shorter = Math.min(before.length, after.length);
	let start = 0;
	while (start < shorter && before[start] === after[start]) start++;
	let end = 0;
	while (
		end < shorter - start &&
		before[before.length - 1 - end] === after[after.length - 1 - end]
	)
		end++;
	return {
		from: start,
		to: before.length - end,
		insert: after.slice(start, after.length - end),
	};
}

const keysPart = new Compartment();
const languagePart = new Compartment();
const indentPart = new Compartment();
const wrapPart = new Compartment();
const completionPart = new Compartment();
const diagnosticsPart = new Compartment();

/** As wide as that of the diagnostics, so that the code does not move when they arrive. */
const emptyGutter = gutter({ class: "cm-gutter-lint" });

/** Keys that stand before the editor's own; nothing where their code does not arrive. */
async function keybindingsOf(
	name: EditorSettings["keybindings"],
): Promise<Extension> {
	try {
		if (name === "vim")
			return (await import("@replit/codemirror-vim")).vim({ status: true });
		if (name === "emacs")
			return (await import("@replit/codemirror-emacs")).emacs();
	} catch {}
	return [];
}

/** One level of indentation: four spaces in Python, as its style guide has it; elsewhere as the learner wants it, two spaces at first. */
function indentOf(path: string, settings: EditorSettings | null): Extension {
	const { tabSize, useTabs } =
		settings && !path.endsWith(".py")
			? settings
			: { tabSize: path.endsWith(".py") ? 4 : 2, useTabs: false };
	return [
		indentUnit.of(useTabs ? "\t" : " ".repeat(tabSize)),
		EditorState.tabSize.of(tabSize),
	];
}

const wrapOf = (settings: EditorSettings | null): Extension =>
	settings?.lineWrap === false ? [] : EditorView.lineWrapping;

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
		history(),
		drawSelection(),
		indentOnInput(),
		bracketMatching(),
		plainTags,
		typedOver,
		highlightActiveLine(),
		highlightActiveLineGutter(),
		EditorView.contentAttributes.of({
			"aria-label": t("Code of {0}", path),
			"aria-describedby": options.describedBy,
			// Editable content takes focus anyway; said aloud for tools that ask whether what scrolls can be reached.
			tabindex: "0",
		}),
		keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
		lazySearch,
	];
}
