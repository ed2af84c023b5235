/**
 * Typing closing brackets over those that the editor has inserted on the line below: after `{` and Enter, whoever types the `}` by hand
 * would have it twice. Brackets in the same line are the business of `closeBrackets`, which forgets them once the cursor leaves the line.
 */
import { matchBrackets } from "@codemirror/language";
import {
	type EditorState,
	Prec,
	StateEffect,
	StateField,
} from "@codemirror/state";
import { EditorView } from "@codemirror/view";

const overtyped = StateEffect.define<number>();
/** Where the cursor stands after a bracket was typed over: those that follow were inserted with it. */
const afterOvertyped = StateField.define<number | null>({
	create: () => null,
	update(at, { effects, docChanged, selection }) {
		for (const effect of effects) if (effect.is(overtyped)) return effect.value;
		return docChanged || selection ? null : at;
	},
});

const handler = EditorView.inputHandler.of((view, from, to, text) => {
	if (from !== to || !/^[)\]}]$/.test(text)) return false;
	const { state } = view;
	if (state.selection.ranges.length > 1 || state.readOnly) return false;
	const isNext =
		state.field(afterOvertyped) === from &&
		state.sliceDoc(from, from + 1) === text;
	const blank = isNext ? { from, to: from } : blankBefore(state, from, text);
	if (!blank) return false;
	const kept = state.sliceDoc(blank.to).search(/[)\]}]/);
	const anchor = blank.from + kept + 1;
	view.dispatch({
		changes: blank,
		selection: { anchor },
		effects: overtyped.of(anchor),
		userEvent: "input.type",
		scrollIntoView: true,
	});
	return true;
});

/** The empty line of the cursor, if the next one begins with `bracket`, whose counterpart begins a block in a line of the same indentation. */
function blankBefore(
	state: EditorState,
	cursor: number,
	bracket: string,
): { from: number; to: number } | null {
	const { doc } = state;
	const line = doc.lineAt(cursor);
	if (line.text.trim() !== "" || line.number === doc.lines) return null;
	const next = doc.line(line.number + 1);
	const indent = indentOf(next.text);
	if (next.text[indent.length] !== bracket) return null;
	const match = matchBrackets(state, next.from + indent.length + 1, -1);
	const opening = match?.matched && match.end;
	if (!opening || indentOf(doc.lineAt(opening.from).text) !== indent)
		return null;
	return { from: line.from, to: next.from };
}

const indentOf = (text: string) => /^\s*/.exec(text)?.[0] ?? "";

/** Before `closeBrackets`, which would insert another. */
export const overtype = [afterOvertyped, Prec.high(handler)];
