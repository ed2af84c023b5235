/**
 * Compares the texts of the page with their translations, and finds those that have none: `bun webview/l10n/check.ts`, part of
 * `npm run check`.
 */
import { join } from "node:path";
import { Glob } from "bun";
import german from "./bundle.l10n.de.json";
import { extract } from "./extract.ts";
import type { Bundle } from "./l10n.ts";

const BUNDLE = "webview/l10n/bundle.l10n.de.json";
/** What is the same in every language: names, code, and shortcuts, whose keys are translated one by one. */
const FREE = /^(Treeline|\$name|name\.js|(Mod|Ctrl|Shift|Escape) [\S ]*)$/;

/** Every fault of `sources` (path → source) and `bundle`, as `path:line: what to do`. */
export function faultsOf(
	sources: ReadonlyMap<string, string>,
	bundle: Bundle,
): string[] {
	const faults: string[] = [];
	const known = new Set<string>();
	for (const [path, source] of sources) {
		const { texts, misuses, bare } = extract(path, source);
		const tell = (line: number, fault: string) =>
			faults.push(`${path}:${line}: ${fault}`);
		for (const { line, text } of texts) {
			known.add(text);
			if (!bundle[text]) tell(line, `add "${text}" to ${BUNDLE}`);
		}
		for (const { line } of misuses)
			tell(line, "call t in a function, with a literal: the language changes");
		for (const { line, text } of bare)
			if (!FREE.test(text)) tell(line, `put "${text}" into t(…)`);
	}
	for (const [english, translation] of Object.entries(bundle)) {
		if (!known.has(english))
			faults.push(`${BUNDLE}: remove "${english}", which no code has`);
		if (placeholders(english) !== placeholders(translation))
			faults.push(`${BUNDLE}: "${english}" has other placeholders`);
	}
	return faults;
}

const placeholders = (text: string) =>
	[...new Set(text.match(/\{\w+\}|\$/g))].sort().join();

async function pageSources(): Promise<Map<string, string>> {
	const root = join(import.meta.dir, "../..");
	const paths = [...new Glob("webview/{app,host}/**/*.{ts,tsx}").scanSync(root)]
		.filter((path) => !path.includes(".test."))
		.sort();
	const sources = await Promise.all(
		paths.map((path) => Bun.file(join(root, path)).text()),
	);
	return new Map(paths.map((path, index) => [path, sources[index] ?? ""]));
}

if (import.meta.main) {
	const faults = faultsOf(await pageSources(), german);
	for (const fault of faults) console.log(fault);
	process.exitCode = faults.length > 0 ? 1 : 0;
}
