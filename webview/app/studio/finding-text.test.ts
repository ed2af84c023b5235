/** Findings in German: what the tools really say of broken documents is translated as a whole. */
import { expect, test } from "bun:test";
import {
	newChallenge,
	validateDocuments,
} from "@treeline/packs/studio-in-page";
import { createVerifier } from "@treeline/verify/worker";
import german from "../../l10n/findings.de.json";
import { translatorBy } from "./finding-text.ts";

const translate = translatorBy(german);

test.each([
	[
		"`description` still has the text of the template; write your own",
		"`description` hat noch den Text der Vorlage; schreibe deinen eigenen",
	],
	[
		"1 rejected answer; add wrong answers that a learner would write until there are 4",
		"1 abgelehnte Lösung; füge falsche Lösungen hinzu, wie Lernende sie schreiben, bis es 4 sind",
	],
	[
		"`title` is missing; add it (expected: string)",
		"`title` fehlt; ergänze es (erwartet: string)",
	],
	[
		'the accepted answer "a (`b`)" is the same as the reference; keep one',
		"die akzeptierte Lösung „a (`b`)“ ist dasselbe wie deine Lösung; behalte nur eines von beiden",
	],
	["something that no tool says", "something that no tool says"],
])("%s", (english, expected) => {
	expect(translate(english)).toBe(expected);
});

test("the findings of a new pack have no English left", async () => {
	const { challenge, cases } = newChallenge("javascript", "greet-them");
	const verifier = createVerifier();
	const { files } = await validateDocuments(
		{
			name: "Sums",
			slug: "sums",
			description: "Say in one sentence what is learnt here.",
			language: "cobol",
			version: "1.0.0",
			author: "You",
			tags: [],
		},
		[
			{ path: "a", slug: "greet-them", document: { challenge, cases } },
			{
				path: "b",
				slug: "other",
				document: { challenge: { ...challenge, hints: [], title: "" }, cases },
			},
		],
		verifier,
	);
	verifier.close();
	const details = files.flatMap(({ findings }) => findings);
	expect(details.length).toBeGreaterThan(6);
	for (const { detail } of details)
		expect(translate(detail)).not.toMatch(/\b(the|add|write|there|is|use)\b/);
});
