/** The texts of the manifest and of the walkthrough's pictures, in each language. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../package.json";
import german from "../package.nls.de.json";
import english from "../package.nls.json";
import { pictureTexts, type Texts, toolTexts } from "./build.ts";
import pictures from "./pictures.de.json";

/** Of the manifest's texts, what is the same in every language: names of the product. */
const NAMES = ["Treeline"];
/** The fields of the manifest that VS Code shows to people. */
const SHOWN = new Set([
	"altText",
	"category",
	"contents",
	"contextualTitle",
	"description",
	"displayName",
	"fullName",
	"label",
	"markdownDescription",
	"sampleRequest",
	"svg",
	"title",
]);

const texts: Texts = { ...english, ...toolTexts() };
const translations: Texts = german;

/** Each string of `value` with its field. */
function* strings(value: unknown, field = ""): Generator<[string, string]> {
	if (typeof value === "string") yield [field, value];
	else if (Array.isArray(value))
		for (const each of value) yield* strings(each, field);
	else if (value && typeof value === "object")
		for (const [name, each] of Object.entries(value))
			yield* strings(each, name);
}

const shown = [
	["description", manifest.description],
	...[...strings(manifest.contributes)].filter(
		([field, text]) => SHOWN.has(field) || text.startsWith("%"),
	),
]
	.map(([, text = ""]) => text)
	.filter((text) => !NAMES.includes(text));

test("each text of the manifest that people read is in the language files, and nothing else is", () => {
	expect(shown.filter((text) => !/^%[\w.]+%$/.test(text))).toEqual([]);
	const keys = shown.map((text) => text.slice(1, -1));
	expect(Object.keys(english).sort()).toEqual([...new Set(keys)].sort());
});

test("each text of the manifest is there in German, and no other", () => {
	expect(Object.keys(translations).sort()).toEqual(Object.keys(texts).sort());
	expect(
		Object.keys(texts).filter((key) => !translations[key]?.trim()),
	).toEqual([]);
	// The commands that texts run are the same.
	const commandsIn = (text = "") => text.match(/\(command:[\w.]+\)/g) ?? [];
	for (const [key, text] of Object.entries(texts))
		expect(commandsIn(translations[key])).toEqual(commandsIn(text));
});

test("each word of the walkthrough's pictures has a German text, but for titles of challenges and the product's name", () => {
	const folder = join(import.meta.dir, "../media/walkthrough");
	const words = new Set(
		readdirSync(folder).flatMap((name) =>
			pictureTexts(readFileSync(join(folder, name), "utf8")),
		),
	);
	const unknown = [...words].filter(
		(word) =>
			/\w/.test(word) &&
			!(word in pictures) &&
			!Object.values(english).includes(word),
	);
	expect(unknown.sort()).toEqual([
		"Check In a Book",
		"Look Up a Book",
		"Narrow the Shelf",
		"Say Hello",
		"TREELINE",
	]);
	expect(Object.keys(pictures).filter((word) => !words.has(word))).toEqual([]);
});
