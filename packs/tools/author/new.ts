/**
 * `new pack` and `new challenge`: write a small valid challenge from a template, validate it, and list what
 * strict validation still asks for.
 */
import { realpathSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { casesPath } from "@treeline/packs/disk";
import {
	challengeSlug,
	DIFFICULTIES,
	type Difficulty,
	type Manifest,
	SLUG,
} from "@treeline/packs/format";
import { createVerifier } from "@treeline/verify/worker";
import { suiteNameFor } from "../behave/plan.ts";
import { endingOf, type JsonForm, toFolder } from "../convert/forms.ts";
import { jsonText } from "../convert/json-text.ts";
import type { Command } from "../main.ts";
import { findPacks, isThere, PACKS } from "../packs.ts";
import { formatValidations } from "../validate.ts";
import { validatePacks } from "../validation.ts";
import {
	LANGUAGES,
	type Language,
	type Names,
	PLACEHOLDERS,
	templateFor,
} from "./templates.ts";

/** The JSON Schemas that editors read. */
const SCHEMAS = join(PACKS, "schema");

/** The challenge that is wanted. */
interface Wanted {
	slug: string;
	difficulty: Difficulty;
	language: Language;
	json: boolean;
	names: Names;
}

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
			});
			return report(folder);
		}
		if (what === "challenge" && first && second)
			return report(
				await newChallenge(first, slugOf(second), {
					...values,
					names: { path, name },
				}),
			);
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

/** Adds a challenge to the end of the pack called `name`, and answers the pack's folder. Throws what keeps it from being made. */
export async function newChallenge(
	name: string,
	slug: string,
	wanted: { difficulty?: string; language?: string } & Pick<
		Wanted,
		"json" | "names"
	>,
): Promise<string> {
	const [pack] = await findPacks([name]);
	if (!pack || pack.manifestFaults.length > 0)
		throw new Error(
			`The pack.json of "${name}" is not valid yet; fix it first, with \`npm run packs -- validate ${name}\`.`,
		);
	const manifest = pack.manifest.value as Manifest;
	const taken = manifest.challenges.find(
		(path) => challengeSlug(path) === slug,
	);
	if (taken)
		throw new Error(
			`${taken} has the slug "${slug}" already; choose another one.`,
		);
	const last = pack.challenges.at(-1)?.value as
		| { difficulty?: Difficulty }
		| undefined;
	await addChallenge(pack.folder, manifest, {
		slug,
		difficulty: difficultyOf(
			wanted.difficulty ?? last?.difficulty ?? "beginner",
		),
		language: languageOf(wanted.language ?? manifest.language),
		json: wanted.json,
		names: wanted.names,
	});
	return pack.folder;
}

/** Writes the challenge, its cases and its behavioural suite behind the last one, and lists it. */
async function addChallenge(
	folder: string,
	manifest: Manifest,
	wanted: Wanted,
): Promise<void> {
	const { slug, difficulty, language } = wanted;
	const number = String(manifest.challenges.length + 1).padStart(2, "0");
	const stem = `${number}-${slug}`;
	const path = `challenges/${stem}.json`;
	const { challenge, cases, suite } = templateFor(language, wanted.names);
	const schemas = relative(realpathSync(folder), realpathSync(SCHEMAS));
	/** Where an editor finds the schema of a file that stands `up` folders below the pack's. */
	const schema = (kind: string, up = "../") => ({
		$schema: `${up}${schemas.split(sep).join("/")}/${kind}.schema.json`,
	});
	const suiteFile = suiteNameFor({ path }, challenge.files);
	const json: JsonForm = {
		challenge: jsonText({
			...schema("challenge"),
			...challenge,
			title: titleOf(slug),
			difficulty,
		}),
		cases: jsonText({ ...schema("cases"), ...cases }),
		suite: { ending: endingOf(suiteFile), text: suite },
	};
	const files = wanted.json
		? [
				{ path, content: json.challenge },
				{ path: casesPath(path), content: json.cases ?? "" },
				{ path: suiteFile, content: suite },
			]
		: toFolder(json).form.map((file) => ({
				...file,
				path: `challenges/${stem}/${file.path}`,
			}));
	for (const other of [path, `challenges/${stem}`])
		if (await isThere(join(folder, other)))
			throw new Error(
				`${join(folder, other)} is there already; choose another slug.`,
			);
	for (const file of files) await write(folder, file.path, file.content);
	await write(
		folder,
		"pack.json",
		jsonText({
			...schema("pack", ""),
			...manifest,
			challenges: [...manifest.challenges, path],
		}),
	);
}

/** Writes a text. Only `pack.json` may be there already. */
async function write(
	folder: string,
	name: string,
	text: string,
): Promise<void> {
	const path = join(folder, name);
	await mkdir(dirname(path), { recursive: true });
	if (name !== "pack.json" && (await isThere(path)))
		throw new Error(`${path} is there already; choose another slug.`);
	await writeFile(path, text);
	console.log(`${name === "pack.json" ? "wrote" : "made "} ${path}`);
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

/** `first-steps` is called "First Steps" until its author finds better words. */
function titleOf(slug: string): string {
	return slug
		.split("-")
		.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
		.join(" ");
}

function difficultyOf(text: string): Difficulty {
	const found = DIFFICULTIES.find((level) => level === text);
	if (found) return found;
	throw new Error(
		`"${text}" is no difficulty; use ${DIFFICULTIES.join(", ")}.`,
	);
}

function languageOf(text: string): Language {
	const found = LANGUAGES.find((language) => language === text);
	if (found) return found;
	throw new Error(
		`"${text}" is not a language that \`new\` has a template for; use ${LANGUAGES.slice(0, -1).join(", ")} or ${LANGUAGES.at(-1)}.`,
	);
}
