/** Validates packs: each challenge's score and all faults, as data. */
import {
	type ChallengeOnDisk,
	type Finding,
	findingsIn,
	type PackOnDisk,
	readCases,
	readPacks,
	sourceOf,
	unreadFindings,
} from "@treeline/packs/disk";
import {
	type ChallengeFile,
	draftFaults,
	type Fault,
	validateChallenge,
} from "@treeline/packs/format";
import type { Assertion, Definitions } from "@treeline/verify/shapes";
import type { Verifier } from "@treeline/verify/worker";
import { expanded } from "./author/expand.ts";
import { patternsIn } from "./author/patterns.ts";
import {
	adviceFor,
	languageFaults,
	placeholderFaults,
	scaffoldFaults,
} from "./challenge-faults.ts";
import { casesFaults, orderFaults, orphanFaults } from "./strict.ts";

/** One file or challenge's folder of a pack: its reference's score when it is a challenge, and what is wrong with it. */
export interface FileValidation {
	path: string;
	score: { passed: number; total: number } | null;
	findings: Finding[];
}

export interface PackValidation {
	slug: string;
	folder: string;
	/** How many challenges were checked. */
	challenges: number;
	/** Those with findings, the manifest first. */
	files: FileValidation[];
	errors: number;
	warnings: number;
}

/** Validates the packs below `root`, one after another; `strict` adds order, scaffolds and cases. A broken pack never stops the others. */
export async function validatePacks(
	root: string,
	verifier: Verifier,
	strict: boolean,
): Promise<PackValidation[]> {
	const validations: PackValidation[] = [];
	for (const pack of await readPacks(root))
		validations.push(await validatePack(pack, verifier, strict));
	return validations;
}

/** Validates one pack that has been read. */
export async function validatePack(
	pack: PackOnDisk,
	verifier: Verifier,
	strict: boolean,
): Promise<PackValidation> {
	const challenges: FileValidation[] = [];
	for (const file of pack.challenges)
		challenges.push(
			await validateChallengeFile(pack.folder, file, verifier, strict),
		);
	const manifest = findingsIn(pack.manifest, [
		...pack.manifestFaults,
		...languageFaults(pack.manifest.value),
	]);
	manifest.push(
		...findingsIn(
			pack.manifest,
			[...orderFaults(pack), ...placeholderFaults(pack.manifest.value)],
			strict ? "error" : "warning",
		),
	);
	if (strict)
		for (const { file, fault } of await orphanFaults(pack))
			manifest.push(...findingsIn({ path: file }, [fault]));
	const all = [
		{ path: "pack.json", score: null, findings: manifest },
		...challenges,
	];
	const findings = all.flatMap((file) => file.findings);
	const warnings = findings.filter(isWarning).length;
	return {
		slug: pack.slug,
		folder: pack.folder,
		challenges: challenges.length,
		files: all.filter((file) => file.findings.length > 0),
		errors: findings.length - warnings,
		warnings,
	};
}

async function validateChallengeFile(
	pack: string,
	file: ChallengeOnDisk,
	verifier: Verifier,
	strict: boolean,
): Promise<FileValidation> {
	const { path: listed, value } = file;
	const source = sourceOf(file);
	const { path } = source;
	const unread = unreadFindings(file);
	if (unread) return { path, score: { passed: 0, total: 0 }, findings: unread };
	const { passed, total, faults } = await validateChallenge(value, verifier);
	const score = { passed, total };
	const findings = findingsIn(
		source,
		faults.map((one) => withExpansion(one, value)),
	);
	const cases = strict ? await readCases(pack, listed) : null;
	if (cases) findings.push(...findingsIn(cases, cases.faults));
	if (draftFaults(value).length > 0) return { path, score, findings };
	const challenge = value as ChallengeFile;
	const advice = adviceFor(challenge);
	findings.push(...findingsIn(source, advice, strict ? "error" : "warning"));
	if (!cases) return { path, score, findings };
	findings.push(
		...findingsIn(source, await scaffoldFaults(challenge, verifier)),
	);
	if (cases.faults.length === 0)
		findings.push(
			...findingsIn(cases, await casesFaults(challenge, cases, verifier)),
		);
	return { path, score, findings };
}

/** The fault of a check whose definition is to blame, with a note that has the check's pattern written out. */
function withExpansion(
	fault: Fault,
	value: unknown,
): Fault & Pick<Finding, "note"> {
	const [, excerpt] =
		/in the definition `.*?(?:from `(.+?)` on|;)/.exec(fault.detail) ?? [];
	if (!fault.detail.includes("in the definition `")) return fault;
	// The rest of the file may have any shape; this check and the definitions have been compiled.
	const check = valueAt(value, fault.pointer) as Assertion | undefined;
	if (check?.type !== "codePattern") return fault;
	const definitions = (valueAt(value, "#/assertions/definitions") ??
		{}) as Definitions;
	const texts = patternsIn(check)
		.map(({ code }) => ({ code, text: expanded(code, definitions, excerpt) }))
		.filter(({ code, text }) => code !== text);
	const chosen = texts.find(({ text }) => excerpt && text.includes(excerpt));
	const { text } = chosen ?? texts[0] ?? {};
	return text
		? {
				...fault,
				note: `Its pattern, with the definitions written out:\n${text}`,
			}
		: fault;
}

/** What a JSON pointer leads to; undefined when it leads nowhere. */
const valueAt = (value: unknown, pointer: string): unknown =>
	pointer
		.split("/")
		.slice(1)
		.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
		.reduce<unknown>(
			(at, key) => (at as Record<string, unknown> | null | undefined)?.[key],
			value,
		);

const isWarning = ({ severity }: Finding) => severity === "warning";
