/** What the studio's page does by itself for a pack of a service: it does not access files. */
import {
	type ChallengeFile,
	type Difficulty,
	difficultyFaults,
	type Fault,
	type Manifest,
	type StudioDocument,
	validateChallenge,
} from "@treeline/packs/format";
import type { Verifier } from "@treeline/verify/worker";
import { LANGUAGES, templateFor, titleOf } from "../author/templates.ts";
import {
	adviceFor,
	caseFaults,
	languageFaults,
	placeholderFaults,
	scaffoldFaults,
} from "../challenge-faults.ts";

export { LANGUAGES, PLACEHOLDERS } from "../author/templates.ts";
export { setGrammarReader } from "../mutants/tree.ts";
export {
	filesOfPack,
	type PackContent,
	packOfFiles,
	packOfJson,
} from "./pack-archive.ts";
export { patternOf, proposeChecks } from "./propose.ts";

/** A new challenge from the template of a language, and its first cases. A language without a template gets that of JavaScript. */
export function newChallenge(
	language: string,
	slug: string,
	difficulty: Difficulty = "beginner",
) {
	const known = LANGUAGES.find((one) => one === language) ?? LANGUAGES[0];
	const { challenge, cases } = templateFor(known);
	return {
		challenge: { ...challenge, title: titleOf(slug), difficulty },
		cases,
	};
}

interface ListedDocument {
	/** What names it in its pack. */
	path: string;
	slug: string;
	document: StudioDocument;
}

/** A fault with what it is about. */
interface Finding extends Fault {
	file: string;
	line: null;
	column: null;
	severity: "error";
}

/** Validates a pack as `validate --strict` does, as far as that is no matter of files. `manifest` needs no list of challenges. */
export async function validateDocuments(
	manifest: Omit<Manifest, "challenges" | "$schema" | "framework">,
	challenges: readonly ListedDocument[],
	verifier: Verifier,
) {
	const all = [
		{
			path: "",
			findings: findingsOf(manifest.slug, [
				...languageFaults(manifest),
				...placeholderFaults(manifest),
				...orderFaults(manifest.name, challenges),
			]),
		},
	];
	for (const { path, slug, document } of challenges)
		all.push({
			path,
			findings: findingsOf(slug, await documentFaults(document, verifier)),
		});
	const files = all.filter(({ findings }) => findings.length > 0);
	const errors = files.flatMap(({ findings }) => findings).length;
	return { errors, warnings: 0, files };
}

const findingsOf = (file: string, faults: Fault[]): Finding[] =>
	faults.map((one) => ({
		...one,
		...{ file, line: null, column: null, severity: "error" },
	}));

function orderFaults(
	name: string,
	challenges: readonly ListedDocument[],
): Fault[] {
	const levels = challenges.map(
		({ document }) => (document.challenge as ChallengeFile).difficulty,
	);
	return difficultyFaults(levels, name, () => "#");
}

async function documentFaults(
	{ challenge: value, cases }: StudioDocument,
	verifier: Verifier,
): Promise<Fault[]> {
	const { faults } = await validateChallenge(value, verifier);
	const challenge = value as ChallengeFile;
	return [
		...faults,
		...adviceFor(challenge),
		...(await scaffoldFaults(challenge, verifier)),
		...(await caseFaults(challenge, cases, verifier)),
	];
}
