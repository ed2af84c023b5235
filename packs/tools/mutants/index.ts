/** `mutants`: derives wrong answers from every reference and tells which of them the checks let through. */
import { parseArgs } from "node:util";
import type { PackOnDisk } from "@treeline/packs/disk";
import { createVerifier, type Verifier } from "@treeline/verify/worker";
import { atLeastOne, RUN_OPTIONS, refuseStrangers } from "../behave/options.ts";
import { type Plan, packsWith, plansOf, suiteNameFor } from "../behave/plan.ts";
import type { Command } from "../main.ts";
import { challengeOf, packsNamed } from "../packs.ts";
import { deathRate, type Judged, judgeMutants } from "./classify.ts";
import {
	listedLines,
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
		const packs = packsWith(await packsNamed(positionals), values.challenge);
		refuseStrangers(packs, values.trust);
		const verifier = createVerifier();
		let faults = 0;
		try {
			for (const pack of packs) {
				const found = await judgePack(pack, verifier, {
					wanted: values.challenge,
					seconds: atLeastOne(values.timeout, "--timeout"),
					jobs: atLeastOne(values.jobs, "--jobs"),
					told: (lines) => console.log(lines.join("\n")),
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

export interface PackVerdict {
	judged: Judged;
	faults: string[];
	line: string;
}

/** Judges the derived mutants of a pack's challenges (of one when `wanted`), telling each as it is through. */
export async function judgePack(
	pack: PackOnDisk,
	verifier: Verifier,
	options: {
		wanted?: string | undefined;
		seconds: number;
		jobs: number;
		told: (lines: string[]) => void;
		/** Whether to name all of them, the dead too. */
		list?: boolean;
	},
): Promise<PackVerdict> {
	const list = await readSurvivors(pack.folder);
	const all: Judged[] = [];
	const faults: string[] = [];
	for (const plan of await plansOf(pack, options.wanted)) {
		const challenge = challengeOf(pack, plan.challenge);
		if (!challenge || plan.trials.length === 0) continue;
		const judged = await judgeMutants(challenge, plan, verifier, options);
		const suite = suiteNameFor(plan.challenge, challenge.files);
		const wrong = survivorFaults(plan.challenge, judged, list, suite);
		all.push(judged);
		faults.push(...wrong);
		options.told([
			...challengeLines(plan, judged, wrong),
			...listedLines(plan.challenge, list),
			...(options.list ? named(judged) : []),
		]);
	}
	if (options.wanted === undefined) faults.push(...rateFaults(all, list));
	return { judged: sumOf(all), faults, line: sumLine(pack.slug, all, list) };
}

function challengeLines(plan: Plan, judged: Judged, wrong: string[]): string[] {
	return [
		`${wrong.length === 0 ? "✓" : "✗"} ${plan.pack}/${plan.challenge}: ${counts(judged)}`,
		...wrong.map((text) => `    - ${text}`),
	];
}

function counts(judged: Judged): string {
	const { derived, dead, equivalent, survivors, unjudged } = judged;
	if (unjudged.length > 0 && derived === dead.length + unjudged.length)
		return `${derived} derived: ${dead.length} dead, ${unjudged.length} not judged`;
	const open = unjudged.length > 0 ? `, ${unjudged.length} not judged` : "";
	return `${derived} derived: ${dead.length} dead, ${equivalent.length} equivalent, ${survivors.length} survived (${percent(deathRate(judged))})${open}`;
}

function named({ dead, equivalent, survivors, unjudged }: Judged): string[] {
	return [
		...dead.map(({ id }) => `    dead        ${id}`),
		...equivalent.map(({ id }) => `    equivalent  ${id}`),
		...survivors.map(({ id }) => `    survived    ${id}`),
		...unjudged.map(({ id }) => `    not judged  ${id}`),
	];
}

function sumLine(
	slug: string,
	all: Judged[],
	list: Awaited<ReturnType<typeof readSurvivors>>,
): string {
	const faults = rateFaults(all, list);
	return [
		`${slug}: ${counts(sumOf(all))}`,
		...faults.map((text) => `    - ${text}`),
	].join("\n");
}
