/** Descriptions and examples for editors, beside those that the shapes have: each field of the schemas has both. */
import { type AssertionType, assertionKinds } from "@treeline/verify/shapes";
import { CONDITION_TEXT, fieldExamples } from "./kinds.ts";

interface Annotation {
	description?: string;
	examples?: unknown[];
}

const files = [{ path: "app.js", content: "export const answer = 42;\n" }];
const check = {
	type: "codePattern",
	description: "`app.js` exports `answer`.",
	pattern: "export const answer = $_",
};

/** By the name of a field, where all fields of that name mean the same. */
const FIELDS: Record<string, Annotation> = {
	$schema: {
		description: "The schema that editors check and complete this file with",
		examples: ["../../schema/challenge.schema.json"],
	},
	path: {
		description: "The file's path in the challenge, with `/`",
		examples: ["app.js", "routes/books.js"],
	},
	content: {
		description: "The file's whole text",
		examples: ["export const answer = 42;\n"],
	},
	description: {
		description: "The whole rule of the check, which every learner reads",
		examples: ["`app.js` exports `answer`."],
	},
	hint: {
		description: "Help for learners who ask for it",
		examples: ["Write `export` in front of `const`."],
	},
	tasks: { examples: [[2], [1, 3]] },
	...Object.fromEntries(
		Object.entries(CONDITION_TEXT).map(([name, description]) => [
			name,
			{ description, examples: ["try { ... } catch { ... }"] },
		]),
	),
	pattern: { examples: ["app.get($path, ...)", ["f($x)", "$x.f()"]] },
	any: { examples: [["if ($x) { ... }", "$x && $_"]] },
	all: { examples: [["await fetch(...)", { not: "alert(...)" }]] },
	where: { examples: [{ $guard: ["requireKey", "requireKey($_)"] }] },
	is: { examples: ["function", "discarded"] },
	regex: { examples: ["/^x-request-id$/i"] },
	count: { examples: [2, { min: 1, max: 3 }] },
	message: {
		examples: ["`$list.pop()` changes the list; write `$list.at(-1)`."],
	},
	instead: { examples: ["$list.at(-1)"] },
	at: { examples: ["$list"] },
	min: { description: "At least so often", examples: [1] },
	max: { description: "At most so often", examples: [3] },
	assertions: {
		description: "The checks, which an answer must all pass",
		examples: [{ perFile: { "app.js": [check] } }],
	},
	perFile: {
		description: "The checks of one file each, by its path",
		examples: [{ "app.js": [check] }],
	},
	crossFile: {
		description: "Checks that any one file may pass",
		examples: [[check]],
	},
	definitions: {
		examples: [{ patterns: { $created: "$_.status(201)" } }],
	},
	imports: { examples: ['import express from "express";'] },
	transparent: { examples: [["memo", "useCallback"]] },
	fluent: { examples: [["status", "set"]] },
	signatures: { examples: [["Depends(dependency)"]] },
	patterns: {
		examples: [{ "$get($path, $handler)": "$_.get($path, $handler)" }],
	},
	title: { examples: ["Total the Cart"] },
	prompt: { examples: ["Write a function `total`.\n\n1. Export it."] },
	difficulty: { examples: ["beginner"] },
	tags: { examples: [["functions", "loops"]] },
	timeEstimateSeconds: { examples: [300] },
	scaffolded: { examples: [true] },
	files: { examples: [files] },
	scaffold: {
		examples: [[{ path: "app.js", content: "// Write answer here.\n" }]],
	},
	hints: { examples: [["What is needed?", "Where is it?", "Nearly there."]] },
	debrief: { examples: ["You have now written a module."] },
	fileOrder: { examples: [["app.js", "books.js"]] },
	name: { examples: ["Shop: Run a Till"] },
	slug: { examples: ["run-a-till"] },
	language: { examples: ["javascript"] },
	framework: { examples: ["Express"] },
	version: { examples: ["1.0.0"] },
	author: { examples: ["Ada Lovelace"] },
	challenges: { examples: [["challenges/01-total-the-cart.json"]] },
	accepted: {
		description: "Other right answers, which must pass every check",
		examples: [[{ name: "with an arrow", files }]],
	},
	rejected: {
		description: "Wrong answers, each with the check that must fail",
		examples: [[{ name: "not exported", caughtBy: "perFile/app.js/0", files }]],
	},
	caughtBy: { examples: ["perFile/app.js/0", "crossFile/1"] },
	behaves: { examples: [true] },
	reason: { examples: ["Requirement 2 asks for a copy."] },
	survivors: {
		description: "The surviving mutants of each challenge",
		examples: [
			{
				"01-total-the-cart": [
					{
						mutant: "dropArgument app.js: no argument 0",
						reason: "0 is the default.",
					},
				],
			},
		],
	},
	mutant: { examples: ["dropArgument app.js: no argument 0 in reduce"] },
};

type Json = Record<string, unknown>;

/** The document with a description and examples on every field; what a shape says itself stays. */
export async function annotated(document: Json): Promise<Json> {
	const byKind = new Map<string, Record<string, unknown[]>>();
	for (const kind of Object.keys(assertionKinds) as AssertionType[])
		byKind.set(kind, await fieldExamples(kind));
	const write = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(write);
		if (typeof value !== "object" || value === null) return value;
		const schema = Object.fromEntries(
			Object.entries(value).map(([key, member]) => [key, write(member)]),
		);
		const properties = schema.properties as Record<string, Json> | undefined;
		// A field may be called `properties`; then it is no list of them.
		if (!properties || schema.type !== "object") return schema;
		const { const: kind } = (properties.type ?? {}) as { const?: string };
		const own = byKind.get(kind ?? "");
		schema.properties = Object.fromEntries(
			Object.entries(properties).map(([name, field]) => {
				if (name === "type") return [name, field];
				const text = FIELDS[name];
				return [
					name,
					{
						...(text?.description && { description: text.description }),
						...(own?.[name] || text?.examples
							? { examples: own?.[name] ?? text?.examples }
							: {}),
						...field,
					},
				];
			}),
		);
		return schema;
	};
	return write(document) as Json;
}
