/** Formats files with Prettier, and Python with Ruff. The parts of both are loaded when a file first needs them. */

import type { FileEntry } from "@treeline/verify/shapes";
import type { SettingValues } from "../../host/settings.ts";
import { t } from "../../l10n/l10n.ts";

interface Language {
	parser: string;
	plugins(): Promise<unknown>[];
}

const babel = (parser: string): Language => ({
	parser,
	plugins: () => [
		import("prettier/plugins/babel"),
		import("prettier/plugins/estree"),
	],
});
const css: Language = {
	parser: "css",
	plugins: () => [import("prettier/plugins/postcss")],
};
const html: Language = {
	parser: "html",
	plugins: () => [
		import("prettier/plugins/html"),
		...babel("babel").plugins(),
		...css.plugins(),
	],
};

/** What Prettier formats, by file extension. */
const LANGUAGES: Record<string, Language> = {
	...Object.fromEntries(
		["js", "mjs", "cjs", "jsx"].map((each) => [each, babel("babel")]),
	),
	...Object.fromEntries(
		["ts", "mts", "cts", "tsx"].map((each) => [each, babel("babel-ts")]),
	),
	json: babel("json"),
	css,
	html,
};

/**
 * The file's text as the formatter writes it; as it is in a language that has none. Rejects on a syntax error, and where the formatter
 * cannot be loaded.
 */
export async function formatted(
	{ path, content }: FileEntry,
	settings: SettingValues,
): Promise<string> {
	const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
	if (content.trim() === "") return content;
	if (extension === "py") {
		const { formatPython } = await loaded(importRuff());
		return formatPython(content, settings);
	}
	const language = LANGUAGES[extension];
	if (!language) return content;
	const [{ format }, ...plugins] = await loaded(
		Promise.all([import("prettier/standalone"), ...language.plugins()]),
	);
	return format(content, {
		parser: language.parser,
		plugins: plugins as [],
		tabWidth: settings["formatter.tabSize"],
		useTabs: settings["formatter.useTabs"],
		printWidth: settings["formatter.printWidth"],
		semi: settings["formatter.semi"],
		singleQuote: settings["formatter.singleQuote"],
	});
}

async function importRuff() {
	const ruff = await import("./ruff.ts");
	await ruff.loadRuff();
	return ruff;
}

/** What `parts` resolve to. Rejects with what a learner can do, where they do not arrive. */
const loaded = <Parts>(parts: Promise<Parts>): Promise<Parts> =>
	parts.catch(() => {
		throw new Error(
			t(
				"The formatter could not be loaded. Check your connection, then try again.",
			),
		);
	});
