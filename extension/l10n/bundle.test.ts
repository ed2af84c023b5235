/** The texts of the extension's code: each is translated, and none is shown that is not. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import page from "@treeline/webview/l10n/german";
import german from "./bundle.l10n.de.json";
import { placeholdersOf, textsOf } from "./texts.ts";

const HERE = join(import.meta.dir, "..");

/** Not for people: what builds and tests, and the module that chooses among forms that others give it. */
const EXCEPT =
	/^(node_modules|bench|test|l10n)\/|\.test\.ts$|^(build|vscode-module|vsix|plural)\.ts$/;
/** For language models, for browsers, a state, and faults of packs, which authors read in English everywhere. */
const NOT_FOR_PEOPLE =
	/^authoring\/pack-files\.ts:|^models\/participant\.ts:.*"You help|^panel\/document\.ts:|"not asked"$/;
const modules = [...new Bun.Glob("**/*.ts").scanSync({ cwd: HERE })]
	.filter((path) => !EXCEPT.test(path))
	.map((path) => textsOf(path, readFileSync(join(HERE, path), "utf8")));
const texts = [...new Set(modules.flatMap((each) => each.texts))].sort();
const translations: Record<string, string> = german;

test("every text that people read can be translated", () => {
	const faults = modules.flatMap((each) => each.faults);
	expect(faults.filter((fault) => !NOT_FOR_PEOPLE.test(fault))).toEqual([]);
});

test("every text is there in German, and no other", () => {
	expect(Object.keys(translations).sort()).toEqual(texts);
	expect(texts.filter((text) => translations[text] === text)).toEqual([]);
	for (const text of texts)
		expect(placeholdersOf(translations[text] ?? "")).toEqual(
			placeholdersOf(text),
		);
});

test("a text that the page has, too, is the same in German", () => {
	const shared = Object.entries<string>(page).filter(
		([text]) => text in translations,
	);
	expect(shared.length).toBeGreaterThan(0);
	for (const [text, translation] of shared)
		expect(translations[text]).toBe(translation);
});

test.each([
	['showErrorMessage("It did not work.")', "not translated"],
	["showErrorMessage(`It did not work: $" + "{why}`)", "not translated"],
	['item.name = "Checks";', "not translated"],
	["vscode.l10n.t(text)", "not a literal"],
	['vscode.l10n.t("{0} of {1}", count)', "placeholders"],
	['vscode.l10n.t("All", count)', "placeholders"],
	['plural(count, { one: "one", other: many })', "not a literal"],
])("%s is a fault", (source, what) => {
	expect(textsOf("it.ts", source).faults.join()).toContain(what);
});
