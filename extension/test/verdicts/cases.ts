/** Every case that the repository has: the engine's own, and what each challenge of the launch packs accepts and rejects. Read under Bun. */
import { join } from "node:path";
import { readCases, readPacks, seedBody } from "@treeline/packs/disk";
import type { AssertionSet, FileEntry } from "@treeline/verify";
import { assertionKinds } from "@treeline/verify/shapes";
import { root } from "../harness/places.ts";
import { digestOf, verdictsOf } from "./verdicts.ts";

/** One verification. */
export interface VerdictCase {
	name: string;
	assertions: AssertionSet;
	files: FileEntry[];
}

/**
 * What the engine is asked, and a digest of each answer under Bun, in the order of the cases: hosts read all of it, and the answers
 * themselves are four times as long. A case's `assertions` is an index, as the answers to a challenge share its assertions.
 */
export interface VerdictTable {
	assertions: AssertionSet[];
	cases: (Omit<VerdictCase, "assertions"> & { assertions: number })[];
	digests: string[];
}

/** All cases with what Bun answers by the grammars that are installed: the table, and the whole `verdicts`, for which a failed test asks. */
export async function verdictTable(): Promise<{
	table: VerdictTable;
	verdicts: string[];
}> {
	const all = [...(await engineCases()), ...(await packCases())];
	const verdicts = await verdictsOf(all);
	const indexes = new Map<AssertionSet, number>();
	const cases = all.map(({ assertions, ...rest }) => {
		const index = indexes.get(assertions) ?? indexes.size;
		indexes.set(assertions, index);
		return { ...rest, assertions: index };
	});
	const digests = await Promise.all(verdicts.map(digestOf));
	return {
		table: { assertions: [...indexes.keys()], cases, digests },
		verdicts,
	};
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
