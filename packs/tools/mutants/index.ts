/** `mutants`: derives wrong answers from every reference and lists those that pass the checks. */
import { parseArgs } from "node:util";
import type { PackOnDisk } from "@treeline/packs/disk";
import { createVerifier, type Verifier } from "@treeline/verify/worker";
import { atLeastOne, RUN_OPTIONS, requireTrust } from "../behave/options.ts";
import {
	type Plan,
	packsWith,
	plansOf,
	stemOf,
	suiteNameFor,
} from "../behave/plan.ts";
import type { Command } from "../main.ts";
import { challengeOf, findPacks } from "../packs.ts";
import {
	type ClassifiedMutants,
	classifyMutants,
	mutationScore,
} from "./classify.ts";
import {
	listedLines,
	nothingDerived,
	percent,
	rateFaults,
	readSurvivors,
	sumOf,
	survivorFaults,
} from "./survivors.ts";

export const mutants: Command = {
	usage: "mutants [pack…] [--challenge slug] [--list]",
	summary: "derive wrong answers from the references; name those that pass",
	async run(args) {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: { ...RUN_OPTIONS, list: { type: "boolean", default: false } },
		});
		const packs = packsWith(await findPacks(positionals), values.challenge);
		requireTrust(packs, values.trust);
		const verifier = createVerifier();
		let faults = 0;
		try {
			for (const pack of packs) {
				const found = await classifyPackMutants(pack, verifier, {
					wanted: values.challenge,
					seconds: atLeastOne(values.timeout, "--timeout"),
					jobs: atLeastOne(values.jobs, "--jobs"),
					report: (lines) => console.log(lines.join("\n")),
					list: values.list,
				});
				faults += found.faults.length;
				console.log(found.line);
			}
		} finally {
			verifier.close();
		}
		return faults === 0 ? 0 : 1;
	},
};

export interface PackMutants {
	classified: ClassifiedMutants;
	faults: string[];
	line: string;
}

/** Classifies the derived mutants of a pack's challenges (of one when `wanted`), reporting each challenge when it is done. */
export async function classifyPackMutants(
	pack: PackOnDisk,
	verifier: Verifier,
	options: {
		wanted?: string | undefined;
		seconds: number;
		jobs: number;
		report: (lines: string[]) => void;
		/** Whether to list all of them, the killed too. */
		list?: boolean;
	},
): Promise<PackMutants> {
	const list = await readSurvivors(pack.folder);
	const all: ClassifiedMutants[] = [];
	const faults: string[] = [];
	for (const plan of await plansOf(pack, options.wanted)) {
		const challenge = challengeOf(pack, plan.challenge);
		if (!challenge || plan.runs.length === 0) continue;
		const classified = await classifyMutants(
			challenge,
			plan,
			verifier,
			options,
		);
		const file = pack.challenges.find(
			({ path }) => stemOf(path) === plan.challenge,
		);
		const suite = file ? suiteNameFor(file, challenge.files) : "";
		const wrong = survivorFaults(plan.challenge, classified, list, suite);
		all.push(classified);
		faults.push(...wrong);
		options.report([
			...challengeLines(plan, classified, wrong),
			...listedLines(plan.challenge, list),
			...(options.list ? named(classified) : []),
		]);
	}
	if (options.wanted === undefined) faults.push(...rateFaults(all, list));
	return {
		classified: sumOf(all),
		faults,
		line: sumLine(pack.slug, all, list),
	};
}

function challengeLines(
	plan: Plan,
	classified: ClassifiedMutants,
	wrong: string[],
): string[] {
	return [
		`${wrong.length === 0 ? "✓" : "✗"} ${plan.pack}/${plan.challenge}: ${counts(classified)}`,
		...wrong.map((text) => `    - ${text}`),
	];
}

function counts(classified: ClassifiedMutants): string {
	const { derived, killed, equivalent, survivors, unclassified } = classified;
	if (derived === 0) return nothingDerived("mutants");
	if (
		unclassified.length > 0 &&
		derived === killed.length + unclassified.length
	)
		return `${derived} derived: ${killed.length} killed, ${unclassified.length} not classified`;
	const open =
		unclassified.length > 0 ? `, ${unclassified.length} not classified` : "";
	return `${derived} derived: ${killed.length} killed, ${equivalent.length} equivalent, ${survivors.length} survived (${percent(mutationScore(classified))})${open}`;
}

function named({
	killed,
	equivalent,
	survivors,
	unclassified,
}: ClassifiedMutants): string[] {
	return [
		...killed.map(({ id }) => `    killed          ${id}`),
		...equivalent.map(({ id }) => `    equivalent      ${id}`),
		...survivors.map(({ id }) => `    survived        ${id}`),
		...unclassified.map(({ id }) => `    not classified  ${id}`),
	];
}

function sumLine(
	slug: string,
	all: ClassifiedMutants[],
	list: Awaited<ReturnType<typeof readSurvivors>>,
): string {
	const faults = rateFaults(all, list);
	return [
		`${slug}: ${counts(sumOf(all))}`,
		...faults.map((text) => `    - ${text}`),
	].join("\n");
}
