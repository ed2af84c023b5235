import { expect, test } from "bun:test";
import type { PublicChallenge, PublicPack } from "../format/public.ts";
import { excerptOf, searchChallenges } from "./search.ts";

const challenge = (
	slug: string,
	title: string,
	tags: string[],
	prompt: string,
) => ({ slug, title, tags, prompt }) as PublicChallenge;
const packs = [
	{
		challenges: [
			challenge("params", "Look Up a Book", ["routing"], "Read `req.params`."),
			challenge(
				"hello",
				"Say Hello",
				["http"],
				"Answer GET with a **greeting**.",
			),
		],
	},
	{
		challenges: [
			challenge("greeting", "A Greeting Card", ["props"], "Show a name."),
			challenge("lists", "Lists", ["greeting"], "Show names."),
		],
	},
] as PublicPack[];
const found = (query: string) =>
	searchChallenges(packs, query).map(({ challenge }) => challenge.slug);

test.each([
	["", ["params", "hello", "greeting", "lists"]],
	["greeting", ["greeting", "lists", "hello"]],
	["GREET", ["greeting", "lists", "hello"]],
	["get greeting", ["hello"]],
	["params", ["params"]],
	["show  name", ["greeting", "lists"]],
	["nowhere", []],
	["greeting nowhere", []],
])("%j finds %j", (query, slugs) => {
	expect(found(query)).toEqual(slugs);
});

test.each([
	["short", "any", "short"],
	["# A `title`\n\nwith **marks**", "", "A title with marks"],
	["one two three four five six seven", "", "one two three four f…"],
	["one two three four five six seven", "seven", "…six seven"],
	[
		"one two three four five six seven eight nine",
		"FIVE",
		"…four five six seven…",
	],
])("the excerpt of %j for %j is %j", (prompt, query, excerpt) => {
	expect(excerptOf(challenge("", "", [], prompt), query, 20)).toBe(excerpt);
});
