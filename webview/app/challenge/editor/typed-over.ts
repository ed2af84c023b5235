/**
 * Types over a selection by a transaction. The browser's own editing keeps the colour of what it replaces as an inline style, which the
 * page's policy refuses and reports.
 */
import { EditorView } from "@codemirror/view";

export const typedOver = EditorView.domEventHandlers({
	beforeinput({ data, inputType, isComposing }, view) {
		const { from, to, empty } = view.state.selection.main;
		if (inputType !== "insertText" || !data || empty) return false;
		if (isComposing || view.compositionStarted || view.state.readOnly)
			return false;
		const insert = () =>
			view.state.update(view.state.replaceSelection(data), {
				userEvent: "input.type",
				scrollIntoView: true,
			});
		const handlers = view.state.facet(EditorView.inputHandler);
		if (!handlers.some((handle) => handle(view, from, to, data, insert)))
			view.dispatch(insert());
		return true;
	},
});
