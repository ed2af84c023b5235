/**
 * `new pack` and `new challenge`: write a small valid challenge from a template, validate it, and list what
 * strict validation still asks for.
 */
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Manifest, SLUG } from "@treeline/packs/format";
import { createVerifier } from "@treeline/verify/worker";
import type { Command } from "../main.ts";
import { findPacks, PACKS } from "../packs.ts";
import { isThere } from "../paths.ts";
import { formatValidations } from "../validate.ts";
import { validatePacks } from "../validation.ts";
import {
	addChallenge,
	appendChallenge,
	languageOf,
	type Wanted,
} from "./add-challenge.ts";
import { PLACEHOLDERS, titleOf } from "./templates.ts";

/** The JSON Schemas that editors read. */
export const SCHEMAS = join(PACKS, "schema");

export const create: Command = {
	usage: "new pack <slug> [challenge] | new challenge <pack> <slug>",
	summary:
		"create a pack or a challenge; --file, --name (of its function), --language, --in <folder>, --difficulty, --json",
	async run(args) {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: {
				language: { type: "string" },
				in: { type: "string", default: PACKS },
				difficulty: { type: "string" },
				json: { type: "boolean", default: false },
				file: { type: "string" },
				name: { type: "string" },
			},
		});
		const [what, first = "", second = ""] = positionals;
		const { json, file: path, name } = values;
		if (what === "pack" && first) {
			const folder = join(resolve(values.in), slugOf(first));
			await newPack(folder, {
				slug: first,
				challenge: slugOf(second || "first-steps"),
				language: languageOf(values.language ?? "javascript"),
				json,
				names: { path, name },
				schemas: SCHEMAS,
			});
			return report(folder);
		}
		if (what === "challenge" && first && second) {
			const [pack] = await findPacks([first]);
			if (!pack) throw new Error(`There is no pack in ${first}.`);
			await appendChallenge(pack, slugOf(second), {
				...values,
				names: { path, name },
				schemas: SCHEMAS,
			});
			return report(pack.folder);
		}
		throw new Error(
			"Say what is new: `new pack <slug>`, or `new challenge <pack> <slug>`.",
		);
	},
};

async function newPack(
	folder: string,
	{
		slug,
		challenge,
		...wanted
	}: Omit<Wanted, "difficulty"> & { challenge: string },
): Promise<void> {
	if (await isThere(folder))
		throw new Error(`${folder} is there already; choose another slug.`);
	const manifest: Manifest = {
		name: titleOf(slug),
		slug,
		description: PLACEHOLDERS.description,
		language: wanted.language,
		version: "0.1.0",
		author: PLACEHOLDERS.author,
		tags: [wanted.language],
		challenges: [],
	};
	await mkdir(folder, { recursive: true });
	await addChallenge(folder, manifest, {
		...wanted,
		...{ slug: challenge, difficulty: "beginner" },
	});
}

/** Validates what was made, and tells what is left to do. */
async function report(folder: string): Promise<number> {
	const verifier = createVerifier();
	try {
		const validations = await validatePacks(folder, verifier, false);
		console.log(`\n${formatValidations(validations)}`);
		const [strict] = await validatePacks(folder, verifier, true);
		const left = strict?.files.flatMap(({ findings }) => findings) ?? [];
		if (left.length > 0) console.log("\nLeft to do:");
		for (const { file, line, column, detail } of left)
			console.log(
				line === null
					? `  ${file}: ${detail}`
					: `  ${file}:${line}:${column}: ${detail}`,
			);
		return validations.some((validation) => validation.errors > 0) ? 1 : 0;
	} finally {
		verifier.close();
	}
}

function slugOf(slug: string): string {
	if (new RegExp(SLUG).test(slug)) return slug;
	throw new Error(
		`"${slug}" is no slug; use small letters, digits and single hyphens, like "first-steps".`,
	);
}
