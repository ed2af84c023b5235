/** Find and replace in the editor: the code arrives when one of its keys is first pressed. */
import { type Extension, StateEffect } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

/** Those of `searchKeymap` that work without its panel. */
const KEYS = ["Mod-f", "F3", "Mod-g", "Mod-Shift-l", "Mod-Alt-g", "Mod-d"];

export const lazySearch: Extension = keymap.of(
	KEYS.map((key) => ({
		key,
		preventDefault: true,
		run(view) {
			void addSearch(view, key);
			return true;
		},
	})),
);

/** Adds the real keys, which come before those above, and runs the one that was pressed. */
async function addSearch(view: EditorView, key: string): Promise<void> {
	const loaded = await import("./search.ts").catch(() => null);
	if (!loaded) return;
	const { searchExtension, searchKeymap } = loaded;
	view.dispatch({ effects: StateEffect.appendConfig.of(searchExtension) });
	searchKeymap.find((binding) => binding.key === key)?.run?.(view);
}
