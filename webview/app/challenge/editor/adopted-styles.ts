/**
 * Makes CodeMirror adopt its style sheet, as it does in a shadow root: the `<style>` element that it writes into a document otherwise
 * needs a policy that allows inline styles.
 */
import { StyleModule } from "style-mod";

const mount = StyleModule.mount;

/** The document, with what style-mod reads of a shadow root. */
const adopting = {
	ownerDocument: document,
	get adoptedStyleSheets() {
		return document.adoptedStyleSheets;
	},
	set adoptedStyleSheets(sheets) {
		document.adoptedStyleSheets = sheets;
	},
} as unknown as ShadowRoot;

StyleModule.mount = (root, modules) =>
	mount(root === document ? adopting : root, modules);
