/** Texts in the reader's language, and the check that compares them with their translations. */
import { afterEach, expect, test } from "bun:test";
import german from "./bundle.l10n.de.json";
import { engineFaultsOf, faultsOf } from "./check.ts";
import {
	type Bundle,
	formatNumber,
	languageOf,
	plural,
	setLanguage,
	t,
} from "./l10n.ts";

const bundle: Bundle = german;
const FORMS = { one: "{0} pack", other: "{0} packs" };

afterEach(() => setLanguage("en", {}));

test.each([
	["<p>Save it</p>", 'put "Save it" into t(…)'],
	['<button aria-label="Save it" />', 'put "Save it" into t(…)'],
	['<p title={isOn ? "Save it" : undefined} />', 'put "Save it" into t(…)'],
	["<p>{isOn && `Save ${name}`}</p>", 'put "Save …" into t(…)'],
	['inform({ text: "Save it first." })', 'put "Save it first." into t(…)'],
	["t(text)", "call t in a function, with a literal: the language changes"],
	['t("No")', 'add "No" to webview/l10n/bundle.l10n.de.json'],
	[
		'plural(n, { one: "No", other: "Yes" })',
		'add "No" to webview/l10n/bundle.l10n.de.json',
	],
])("the check finds the fault of %s", (expression, fault) => {
	const source = `const a = () => ${expression};\nt2({ text: () => t("Yes") });`;
	expect(faultsOf(new Map([["a.tsx", source]]), { Yes: "Ja" })).toEqual([
		`a.tsx:1: ${fault}`,
	]);
});

test("the check finds texts that are fixed before a language is set, translations of no text, and other placeholders", () => {
	const sources = new Map([["a.ts", 't("Yes");\nconst b = () => t("{0}");']]);
	const faults = faultsOf(sources, { No: "Nein", "{0}": "{1}" });
	expect(faults.map((fault) => fault.split(": ").at(-1))).toEqual([
		"the language changes",
		'remove "No", which no code has',
		'"{0}" has other placeholders',
	]);
});

test.each([
	[
		"msg`No ${a}`",
		['add "No {0}" to webview/verify/messages/bundle.l10n.de.json'],
	],
	["msg`Yes ${a}`", []],
	["`It is ${a}`", ['put "It is …" into msg`…`']],
	['text === "It is"', []],
	['text.startsWith("It is ")', []],
	['new Error("It is so")', []],
])("the check of the engine's messages says of %s", (expression, expected) => {
	const source = `const a = () => ${expression};\nmsg\`Yes \${b}\`;`;
	const faults = engineFaultsOf(new Map([["a.ts", source]]), {
		"Yes {0}": "Bei {0:dative} ja",
	});
	expect(faults).toEqual(expected.map((fault) => `a.ts:1: ${fault}`));
});

test("the check finds messages that the engine has no more, and other placeholders", () => {
	const sources = new Map([["a.ts", "msg`Yes ${b}`"]]);
	const bundle = { "Yes {0}": "Ja {1}", No: "Nein" };
	expect(
		engineFaultsOf(sources, bundle).map((fault) => fault.split(": ").at(-1)),
	).toEqual([
		'"Yes {0}" has other placeholders',
		'remove "No", which no code has',
	]);
});

test("takes the first language that the interface has", () => {
	expect(languageOf(["fr-FR", "de-AT", "en"])).toBe("de");
	expect(languageOf(["en-GB", "de"])).toBe("en");
	expect(languageOf(["fr", ""])).toBe("en");
	expect(languageOf([])).toBe("en");
});

test("fills in values, counts by the rules of the language, and shows English where there is no translation", () => {
	setLanguage("de", bundle);
	expect([0, 1, 2000].map((count) => plural(count, FORMS))).toEqual([
		"0 Pakete",
		"1 Paket",
		"2.000 Pakete",
	]);
	expect(t("{0}, line {1}", "{1}.js", 3)).toBe("{1}.js, Zeile 3");
	expect(t("No such text {0}", "here")).toBe("No such text here");
	expect(formatNumber(1234.5)).toBe("1.234,5");
	setLanguage("en", {});
	expect(plural(2000, FORMS)).toBe("2,000 packs");
	expect(plural(1, FORMS)).toBe("1 pack");
});
