/**
 * `new pack` and `new challenge`: files to begin with, right from the first moment. What is written is validated at once, and what
 * strict validation still misses is the author's list of what to do.
 */
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
	DIFFICULTIES,
	type Difficulty,
	type Manifest,
	SLUG,
} from "@treeline/packs/format";
import { createVerifier } from "@treeline/verify/worker";
import type { Command } from "../main.ts";
import { isOurs, PACKS, packsNamed } from "../packs.ts";
import { provePacks } from "../proof.ts";
import { printProofs } from "../validate.ts";
import { beginnings, type Language } from "./beginnings.ts";

export const create: Command = {
	usage: "new pack <slug> | new challenge <pack> <slug>",
	summary:
		"begin a pack or a challenge; --language, --in <folder>, --difficulty",
	async run(args) {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: {
				language: { type: "string", default: "javascript" },
				in: { type: "string", default: PACKS },
				difficulty: { type: "string" },
			},
		});
		const [what, first = "", second = ""] = positionals;
		if (what === "pack" && first) {
			const folder = join(resolve(values.in), slugOf(first));
			await newPack(folder, first, languageOf(values.language));
			return report(folder);
		}
		if (what === "challenge" && first && second)
			return report(
				await newChallenge(first, slugOf(second), values.difficulty),
			);
		throw new Error(
			"Say what is new: `new pack <slug>`, or `new challenge <pack> <slug>`.",
		);
	},
};

async function newPack(
	folder: string,
	slug: string,
	language: Language,
): Promise<void> {
	if (await isThere(folder))
		throw new Error(`${folder} is there already; choose another slug.`);
	const manifest: Manifest = {
		name: titleOf(slug),
		slug,
		description: "Say in one sentence what is learnt here.",
		language,
		version: "0.1.0",
		author: "You",
		tags: [language],
		challenges: [],
	};
	await mkdir(folder, { recursive: true });
	await addChallenge(folder, manifest, "first-steps", "beginner");
}

async function newChallenge(
	name: string,
	slug: string,
	wanted: string | undefined,
): Promise<string> {
	const [pack] = await packsNamed([name]);
	if (!pack || pack.manifestFaults.length > 0)
		throw new Error(
			`The pack.json of "${name}" is not valid yet; mend it first, with \`npm run packs -- validate ${name}\`.`,
		);
	const manifest = pack.manifest.value as Manifest;
	const last = pack.challenges.at(-1)?.value as
		| { difficulty?: Difficulty }
		| undefined;
	const difficulty = difficultyOf(wanted ?? last?.difficulty ?? "beginner");
	await addChallenge(pack.folder, manifest, slug, difficulty);
	return pack.folder;
}

/** Writes the challenge and its cases behind the last one, and lists it. */
async function addChallenge(
	folder: string,
	manifest: Manifest,
	slug: string,
	difficulty: Difficulty,
): Promise<void> {
	const number = String(manifest.challenges.length + 1).padStart(2, "0");
	const file = `${number}-${slug}.json`;
	const { challenge, cases } = beginnings(languageOf(manifest.language));
	const schema = (kind: string) =>
		isOurs(folder) ? { $schema: `../../schema/${kind}.schema.json` } : {};
	await write(join(folder, "challenges"), file, {
		...schema("challenge"),
		...challenge,
		title: titleOf(slug),
		difficulty,
	});
	await write(join(folder, "cases"), file, { ...schema("cases"), ...cases });
	await write(folder, "pack.json", {
		...manifest,
		challenges: [...manifest.challenges, `challenges/${file}`],
	});
}

async function write(
	folder: string,
	name: string,
	value: object,
): Promise<void> {
	await mkdir(folder, { recursive: true });
	const path = join(folder, name);
	if (name !== "pack.json" && (await isThere(path)))
		throw new Error(`${path} is there already; choose another slug.`);
	await writeFile(path, `${JSON.stringify(value, null, "\t")}\n`);
	console.log(`${name === "pack.json" ? "wrote" : "made "} ${path}`);
}

/** Validates what was made, and tells what is left to do. */
async function report(folder: string): Promise<number> {
	const verifier = createVerifier();
	try {
		const proofs = await provePacks(folder, verifier, false);
		console.log(`\n${printProofs(proofs)}`);
		const [strict] = await provePacks(folder, verifier, true);
		const left = strict?.files.flatMap(({ findings }) => findings) ?? [];
		if (left.length > 0) console.log("\nLeft to do:");
		for (const { file, line, detail } of left)
			console.log(`  ${file}:${line ?? 1}: ${detail}`);
		return proofs.some((proof) => proof.errors > 0) ? 1 : 0;
	} finally {
		verifier.close();
	}
}

const isThere = (path: string) =>
	stat(path).then(
		() => true,
		() => false,
	);

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
	if (text === "python") return "python";
	if (text === "tsx" || text === "typescript") return "tsx";
	return "javascript";
}
