/** Formats Python with Ruff, whose WebAssembly is loaded when a file first needs it. */
import init, { PositionEncoding, Workspace } from "@astral-sh/ruff-wasm-web";
import wasm from "@astral-sh/ruff-wasm-web/ruff_wasm_bg.wasm";
import type { SettingValues } from "../../host/settings.ts";

/** Spaces of a level of indentation, as Python's style guide and the editor have it. */
const INDENT = 4;

/** Rejects when the WebAssembly does not arrive; the next call tries again. */
export async function loadRuff(): Promise<void> {
	await init({ module_or_path: new URL(wasm, import.meta.url) });
}

/** `code` as Ruff writes it, once it is loaded. Throws a SyntaxError with the place of a syntax error. */
export function formatPython(code: string, settings: SettingValues): string {
	const workspace = new Workspace(
		{
			"line-length": settings["formatter.printWidth"],
			"indent-width": INDENT,
			format: {
				"indent-style": "space",
				"quote-style": settings["formatter.singleQuote"] ? "single" : "double",
			},
		},
		PositionEncoding.Utf16,
	);
	try {
		return workspace.format(code);
	} catch (error) {
		throw new SyntaxError(withPlace(String(error), code));
	} finally {
		workspace.free();
	}
}

/** Ruff's message with line and column, from 1, in place of a range of bytes. */
const withPlace = (message: string, code: string) =>
	message
		.replace(/^Error: /, "")
		.replace(/ at byte range (\d+)\.\.\d+$/, (_, offset: string) => {
			const bytes = new TextEncoder().encode(code).slice(0, Number(offset));
			const lines = new TextDecoder().decode(bytes).split("\n");
			return ` (${lines.length}:${(lines.at(-1) ?? "").length + 1})`;
		});
