/** Adds a small valid challenge to a pack, made from the template of its language. */
import { realpathSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { casesPath, type PackOnDisk } from "@treeline/packs/disk";
import {
	challengeSlug,
	DIFFICULTIES,
	type Difficulty,
	type Manifest,
} from "@treeline/packs/format";
import { suiteNameFor } from "../behave/plan.ts";
import { endingOf, type JsonForm, toFolder } from "../convert/forms.ts";
import { jsonText } from "../convert/json-text.ts";
import { isThere } from "../paths.ts";
import {
	LANGUAGES,
	type Language,
	type Names,
	templateFor,
	titleOf,
} from "./templates.ts";

/** The challenge that is wanted. */
export interface Wanted {
	slug: string;
	difficulty: Difficulty;
	language: Language;
	json: boolean;
	names: Names;
	/** The folder of the JSON Schemas that files name for editors; null where the editor knows them by itself. */
	schemas: string | null;
}

/** Adds a challenge to the end of a pack. Throws what keeps it from being made. */
export async function appendChallenge(
	pack: PackOnDisk,
	slug: string,
	wanted: { difficulty?: string; language?: string } & Pick<
		Wanted,
		"json" | "names" | "schemas"
	>,
): Promise<void> {
	const [fault] = pack.manifestFaults;
	if (fault)
		throw new Error(
			`The pack.json of "${pack.slug}" is not valid yet; fix it first: ${fault.detail}.`,
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
	const { json, names, schemas } = wanted;
	await addChallenge(pack.folder, manifest, {
		...{ slug, json, names, schemas },
		difficulty: difficultyOf(
			wanted.difficulty ?? last?.difficulty ?? "beginner",
		),
		language: languageOf(wanted.language ?? manifest.language),
	});
}

/** Writes the challenge, its cases and its behavioural suite behind the last one, and lists it. */
export async function addChallenge(
	folder: string,
	manifest: Manifest,
	wanted: Wanted,
): Promise<void> {
	const { slug, difficulty, language } = wanted;
	const number = String(manifest.challenges.length + 1).padStart(2, "0");
	const stem = `${number}-${slug}`;
	const path = `challenges/${stem}.json`;
	const { challenge, cases, suite } = templateFor(language, wanted.names);
	const schemas =
		wanted.schemas &&
		relative(realpathSync(folder), realpathSync(wanted.schemas));
	/** Where an editor finds the schema of a file that stands `up` folders below the pack's. */
	const schema = (kind: string, up = "../") =>
		schemas && {
			$schema: `${up}${schemas.split(sep).join("/")}/${kind}.schema.json`,
		};
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

function difficultyOf(text: string): Difficulty {
	const found = DIFFICULTIES.find((level) => level === text);
	if (found) return found;
	throw new Error(
		`"${text}" is no difficulty; use ${DIFFICULTIES.join(", ")}.`,
	);
}

export function languageOf(text: string): Language {
	const found = LANGUAGES.find((language) => language === text);
	if (found) return found;
	throw new Error(
		`"${text}" is not a language that \`new\` has a template for; use ${LANGUAGES.slice(0, -1).join(", ")} or ${LANGUAGES.at(-1)}.`,
	);
}
