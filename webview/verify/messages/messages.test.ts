/** Messages as data: English as ever, and other languages by what was recorded of them. */
import { expect, test } from "bun:test";
import { verify } from "../index.ts";
import { inGerman } from "../test/german.ts";
import type { Check, Verifier } from "../worker/verifier.ts";
import {
	localizeCheck,
	localizeMessage,
	localizeVerifier,
} from "./localize.ts";
import { changed, inPlaceOf, msg, recordedOf, recordMessages } from "./msg.ts";

recordMessages();

const BUNDLE = {
	"the {0} argument of {1}": "[das|dem] {0:same} Argument von {1:dative}",
	first: "erste[|n]",
	"this function": "diese[|r] Funktion",
	"{0} ({1}) never has `{2}`": "In {0:dative} ({1}) fehlt `{2}`",
	"{0} must not be `{1}`": "{0} darf nicht `{1}` sein",
	"line {0}": "Zeile {0}",
};
const show = (text: string, bundle: Record<string, string> = BUNDLE) =>
	localizeMessage(text, recordedOf([text]), bundle);
const role = () => msg`the ${msg`first`} argument of ${msg`this function`}`;

test("chooses the case that the sentence asks for, of a part and of its parts", () => {
	expect(show(role())).toBe("das erste Argument von dieser Funktion");
	const never = msg`${role()} (${msg`line ${3}`}) never has \`${"first"}\``;
	expect(never).toBe(
		"the first argument of this function (line 3) never has `first`",
	);
	expect(show(never)).toBe(
		"In dem ersten Argument von dieser Funktion (Zeile 3) fehlt `first`",
	);
});

test("begins a sentence with a capital letter, in the middle of one as it is", () => {
	const start = inPlaceOf("this function", "This function", "capital");
	expect(show(msg`${start} must not be \`${1}\``)).toBe(
		"Diese Funktion darf nicht `1` sein",
	);
	expect(show(msg`${start} (${msg`line ${1}`}) never has \`${"a"}\``)).toBe(
		"In dieser Funktion (Zeile 1) fehlt `a`",
	);
});

test("follows a message whose values were changed", () => {
	const marked = msg`${msg`this function`} must not be \`${"µ1"}\``;
	const text = changed(marked, (one) => one.replaceAll("µ1", "…"));
	expect(show(text)).toBe("diese Funktion darf nicht `…` sein");
});

test("shows English whole: without a translation, of what was not recorded, of code", () => {
	expect(show(msg`No such ${"thing"}`)).toBe("No such thing");
	expect(show("line 4 of something stored")).toBe("line 4 of something stored");
	expect(show("__proto__")).toBe("__proto__");
	const code = msg`${msg`this function`} must not be \`${"{0} line 3 [a|b] $&"}\``;
	expect(show(code)).toBe(
		"diese Funktion darf nicht `{0} line 3 [a|b] $&` sein",
	);
});

const MISS = {
	passed: false,
	message: "",
	nearMiss: { facet: "name", expected: "first", actual: "" },
};

test("a verifier shows the language of each call, and English where its texts cannot be loaded", async () => {
	const message = msg`${msg`this function`} must not be \`${2}\``;
	const results = [{ ...MISS, message }];
	const check = {
		result: { fileResults: [{ file: "a.js", results }], crossFileResults: [] },
		diagnostics: {},
		messages: recordedOf([message]),
	} as unknown as Check;
	let load = async (): Promise<Record<string, string> | null> => BUNDLE;
	const verifier = localizeVerifier(
		{ check: async () => check } as unknown as Verifier,
		() => load(),
	);
	const first = async (): Promise<unknown> => {
		const { result, english } = await verifier.check({}, []);
		return [result.fileResults[0]?.results[0], english?.size];
	};
	const german = "diese Funktion darf nicht `2` sein";
	expect(await first()).toEqual([{ ...MISS, message: german }, 1]);
	expect(localizeCheck(check, BUNDLE).english?.get(german)).toBe(message);
	load = async () => null;
	expect(await first()).toEqual([{ ...MISS, message }, undefined]);
	load = () => Promise.reject(new Error("offline"));
	expect(await first()).toEqual([{ ...MISS, message }, undefined]);
});

test.each([
	[
		"const app = expres();",
		{ pattern: "const app = express()" },
		"Erwartet: `express`, gefunden: `expres` (Zeile 1)",
	],
	[
		"function f() {}",
		{ pattern: "function f() { return 1 }" },
		"In `f` (Zeile 1) fehlt `return 1`; ergänze es",
	],
	[
		"f();",
		{ pattern: "f(" },
		"Der Fehler liegt nicht in deinem Code, sondern in dieser Prüfung: Ihr Muster ist kein gültiger Code (Zeile 1, Spalte 1): ab `f(` ist es nicht lesbar; wer sie geschrieben hat, sollte es korrigieren",
	],
])(
	"says of %s in German what is wrong",
	async (content, condition, expected) => {
		const assertion = { type: "codePattern", description: "d", ...condition };
		const { fileResults } = await verify(
			{ perFile: { "a.js": [assertion as never] } },
			[{ path: "a.js", content }],
		);
		expect(inGerman(fileResults[0]?.results[0]?.message ?? "")).toBe(expected);
	},
);
