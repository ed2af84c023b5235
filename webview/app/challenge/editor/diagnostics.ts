/** Underlines, gutter marks and messages of what the engine found. Loaded after the editor is shown. */
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import {
	closeHoverTooltips,
	EditorView,
	hasHoverTooltips,
	keymap,
} from "@codemirror/view";

export { setDiagnostics };

/** Hides the message at a mark, which F8 opens for as long as the cursor stays at the mark. */
export function hideMessage(view: EditorView): void {
	if (hasHoverTooltips(view.state))
		view.dispatch({ effects: closeHoverTooltips });
}

export const diagnostics: Extension = [
	lintGutter(),
	keymap.of(lintKeymap),
	EditorView.domEventHandlers({ blur: (_, view) => hideMessage(view) }),
];
