import { expect, test } from "bun:test";
import type { PublicPack } from "@treeline/packs/format";
import { challengesMatching } from "./search.ts";

const challenge = (order: number, title: string, prompt: string) => ({
	order,
	slug: title.toLowerCase().replaceAll(" ", "-"),
	title,
	prompt,
	difficulty: "beginner",
	tags: ["routing"],
});
const packs = [
	{
		manifest: { slug: "express", name: "Express" },
		challenges: [
			challenge(1, "Say Hello", "Answer `GET /hello` with JSON."),
			challenge(2, "Look Up One Book", "Find a book by its id."),
		],
	},
	{
		manifest: { slug: "react", name: "React" },
		challenges: [challenge(1, "A Recipe Card", "Show a recipe.")],
	},
] as PublicPack[];

test.each([
	["", ["say-hello", "look-up-one-book", "a-recipe-card"]],
	["hello", ["say-hello"]],
	["JSON get", ["say-hello"]],
	["express book", ["look-up-one-book"]],
	["2. look", ["look-up-one-book"]],
	["  Routing ", ["say-hello", "look-up-one-book", "a-recipe-card"]],
	["nothing like it", []],
	["(.*", []],
])("%p finds %p", (query, slugs) => {
	const found = challengesMatching(packs, query);
	expect(
		found.flatMap(({ challenges }) => challenges.map(({ slug }) => slug)),
	).toEqual(slugs);
	expect(found.every(({ challenges }) => challenges.length > 0)).toBe(true);
});
