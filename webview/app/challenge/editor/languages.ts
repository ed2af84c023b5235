/** The editor's languages by file extension; each grammar arrives when a file first needs it. A new language is one line. */
import type { Extension } from "@codemirror/state";

const javascript = async (config: { jsx?: boolean; typescript?: boolean }) =>
	(await import("@codemirror/lang-javascript")).javascript(config);

const BY_EXTENSION: Record<string, () => Promise<Extension>> = {
	js: () => javascript({ jsx: true }),
	mjs: () => javascript({}),
	cjs: () => javascript({}),
	jsx: () => javascript({ jsx: true }),
	ts: () => javascript({ typescript: true }),
	mts: () => javascript({ typescript: true }),
	cts: () => javascript({ typescript: true }),
	tsx: () => javascript({ jsx: true, typescript: true }),
	py: async () => (await import("@codemirror/lang-python")).python(),
	html: async () => (await import("@codemirror/lang-html")).html(),
	css: async () => (await import("@codemirror/lang-css")).css(),
	json: async () => (await import("@codemirror/lang-json")).json(),
};

/** The language of `path`; plain text where the extension is unknown or its code does not arrive. */
export async function languageOf(path: string): Promise<Extension> {
	const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
	try {
		return (await BY_EXTENSION[extension]?.()) ?? [];
	} catch {
		return [];
	}
}
