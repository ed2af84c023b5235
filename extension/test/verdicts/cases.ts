/** Every case that the repository has: the engine's own, and what each challenge of the launch packs accepts and rejects. Read under Bun. */
import { join } from "node:path";
import { readCases, readPacks, seedBody } from "@treeline/packs/disk";
import type { AssertionSet, FileEntry } from "@treeline/verify";
import { assertionKinds } from "@treeline/verify/shapes";
import { root } from "../harness/places.ts";
import { verdictsOf } from "./verdicts.ts";

/** One verification. */
export interface VerdictCase {
	name: string;
	assertions: AssertionSet;
	files: FileEntry[];
}

/** What the engine answers under Bun, beside what it was asked. `verdicts` has one entry for each case, in order. */
export interface VerdictTable {
	cases: VerdictCase[];
	verdicts: string[];
}

/** All cases with their verdicts under Bun, by the grammars that are installed. */
export async function verdictTable(): Promise<VerdictTable> {
	const cases = [...(await engineCases()), ...(await packCases())];
	return { cases, verdicts: await verdictsOf(cases) };
}

async function engineCases(): Promise<VerdictCase[]> {
	const read = (name: string) =>
		Bun.file(join(root, `webview/verify/cases/${name}.json`)).json();
	const ofKinds = Object.keys(assertionKinds).map(async (type) => {
		const its: {
			proves: string;
			path?: string;
			code: string;
			assertion: object;
		}[] = await read(type);
		return its.map(({ proves, path = "app.js", code, assertion }) => ({
			name: `${type}: ${proves}`,
			assertions: {
				perFile: { [path]: [{ type, description: "d", ...assertion }] },
			} as AssertionSet,
			files: [{ path, content: code }],
		}));
	});
	const general: (VerdictCase & { proves: string })[] = await read("general");
	return [
		...(await Promise.all(ofKinds)).flat(),
		...general.map(({ proves, assertions, files }) => ({
			name: `general: ${proves}`,
			assertions,
			files,
		})),
	];
}

async function packCases(): Promise<VerdictCase[]> {
	const packs = await readPacks(join(root, "packs"));
	const all = packs.map((pack) =>
		Promise.all(
			seedBody(pack).challenges.map(async (challenge, index) => {
				const { slug, assertions, files, scaffold = [] } = challenge;
				const path = pack.challenges[index]?.path ?? "";
				const { accepted, rejected } = await readCases(pack.folder, path);
				const answers: { name: string; files: FileEntry[] }[] = [
					{ name: "reference", files },
					{ name: "starter", files: scaffold },
					...accepted,
					...rejected,
				];
				return answers.map((answer) => ({
					name: `${pack.slug} ${slug}: ${answer.name}`,
					assertions,
					files: answer.files,
				}));
			}),
		),
	);
	return (await Promise.all(all)).flat(2);
}
