/**
 * `survivors.json` of a pack: the derived mutants that its checks let through although they behave wrongly, each with the reason why
 * no check catches it. One that is not listed, or listed and no longer there, is a fault; and at least 95 of 100 must be killed, of fewer than 20
 * all but one.
 */
import { type Static, Type } from "@sinclair/typebox";
import { readJson } from "@treeline/packs/disk";
import { type Fault, shapeFaults } from "@treeline/packs/format";
import { visible } from "../author/code-frame.ts";
import { type ClassifiedMutants, mutationScore } from "./classify.ts";
import { leastDerived, type Mutant } from "./derive.ts";

/** Of all mutants of a pack that are not equivalent, the share that must be killed. */
export const MIN_MUTATION_SCORE = 0.95;
const FILE = "survivors.json";

export const Survivors = Type.Object(
	{
		$schema: Type.Optional(Type.String()),
		survivors: Type.Record(
			Type.String({ description: "the challenge file's name, without .json" }),
			Type.Array(
				Type.Object(
					{
						mutant: Type.String({
							minLength: 1,
							description: "as `npm run packs -- mutants` calls it",
						}),
						reason: Type.String({
							minLength: 1,
							description: "why no check catches it",
						}),
					},
					{ additionalProperties: false },
				),
			),
		),
	},
	{
		additionalProperties: false,
		description:
			"Wrong answers that `npm run packs -- mutants` derives, that pass every check, and that no fair check can catch. A mutant that is not listed here fails `mutants` and `prove`",
	},
);
export type Survivors = Static<typeof Survivors>;

export interface SurvivorList {
	text: string | undefined;
	survivors: Survivors["survivors"];
	faults: Fault[];
}

/** The pack's list; empty when there is none. Never rejects. */
export async function readSurvivors(folder: string): Promise<SurvivorList> {
	const { text, value, fault, missing } = await readJson(folder, FILE);
	if (missing) return { text, survivors: {}, faults: [] };
	const faults =
		fault !== undefined
			? [{ pointer: "#", code: "unreadable", detail: fault }]
			: shapeFaults(Survivors, value).map((one) => ({
					...one,
					detail: `\`${FILE}\`: ${one.detail}`,
				}));
	const survivors = faults.length === 0 ? (value as Survivors).survivors : {};
	return { text, survivors, faults };
}

/** What is wrong with one challenge's mutants, given the list; `suite` is the behavioural suite to write where there is none. */
export function survivorFaults(
	challenge: string,
	classified: ClassifiedMutants,
	list: SurvivorList,
	suite = "",
): string[] {
	const listed = list.survivors[challenge] ?? [];
	const isListed = ({ id }: Mutant) =>
		listed.some(({ mutant }) => mutant === id);
	const passing = [...classified.survivors, ...classified.unclassified];
	const names = new Set(passing.map(({ id }) => id));
	const unclassified = classified.unclassified.filter((one) => !isListed(one));
	const least = leastDerived(classified.places);
	return [
		...(classified.derived < least
			? [
					`only ${classified.derived} mutants can be derived of the ${least} that this solution should yield (it has ${classified.places} places to break): ${unnamedText(classified.unnamed)}`,
				]
			: []),
		...classified.survivors
			.filter((one) => !isListed(one))
			.map(
				({ id }) =>
					`the derived mutant "${id}" behaves wrongly and passes every check; tighten a check, or list it in ${FILE} with the reason`,
			),
		...(unclassified.length > 0 ? [unclassifiedText(unclassified, suite)] : []),
		...listed
			.filter(({ mutant }) => !names.has(mutant))
			.map(
				({ mutant }) =>
					`${FILE} lists "${mutant}", which is no survivor; remove it from the list`,
			),
	];
}

const unclassifiedText = (unclassified: Mutant[], suite: string) =>
	[
		`${unclassified.length === 1 ? "1 mutant passes" : `${unclassified.length} mutants pass`} every check, and there is no behavioural suite to tell whether ${unclassified.length === 1 ? "it is wrong or a right answer" : "they are wrong or right answers"} in other words; write ${suite}, or add a check that fails those that are wrong:`,
		...unclassified.map(({ id }) => `        ${id}`),
	].join("\n");

/** The survivors of a challenge that the list holds, with their reasons, for whoever reads the result. */
export function listedLines(
	challenge: string,
	{ survivors }: SurvivorList,
): string[] {
	const listed = survivors[challenge] ?? [];
	if (listed.length === 0) return [];
	return [
		`    ${FILE} lists what passes the checks and behaves wrongly, with the reason why no check catches it:`,
		...listed.flatMap(({ mutant, reason }) => [
			`        ${visible(mutant)}`,
			`          ${visible(reason)}`,
		]),
	];
}

/** What an author can do when too much of a solution is left alone. */
const unnamedText = (unnamed: string[]) =>
	unnamed.length === 0
		? "the others do not parse or equal each other; let the solution do more"
		: `most are about what neither the prompt in code font nor a pattern of the checks names, such as ${unnamed
				.slice(0, 4)
				.map((name) => `\`${name}\``)
				.join(
					", ",
				)}; say in the prompt what the checks ask for, or, where the way is the learner's, write a check for what arrives (its patterns count, too)`;

/** What is wrong with a pack's mutants as a whole. */
export function rateFaults(
	all: ClassifiedMutants[],
	list: SurvivorList,
): string[] {
	const sum = sumOf(all);
	const { killed, survivors } = sum;
	const classified = killed.length + survivors.length;
	// Of a few mutants one is more than the share that may survive.
	const most = Math.max(
		1,
		Math.floor(classified * (1 - MIN_MUTATION_SCORE) + 1e-9),
	);
	const tooMany = survivors.length - most;
	return [
		...list.faults.map((one) => one.detail),
		...(tooMany > 0
			? [
					`${percent(mutationScore(sum))} of the derived mutants are killed; at least ${percent(MIN_MUTATION_SCORE)} must be: catch ${tooMany} more`,
				]
			: []),
	];
}

export function sumOf(all: ClassifiedMutants[]): ClassifiedMutants {
	return {
		derived: all.reduce((sum, one) => sum + one.derived, 0),
		places: all.reduce((sum, one) => sum + one.places, 0),
		unnamed: all.flatMap((one) => one.unnamed),
		killed: all.flatMap((one) => one.killed),
		equivalent: all.flatMap((one) => one.equivalent),
		survivors: all.flatMap((one) => one.survivors),
		unclassified: all.flatMap((one) => one.unclassified),
	};
}

/** What is said where no answers are derived, so that nothing is proven. */
export const nothingDerived = (what: string) =>
	`no ${what} derived (they are for JavaScript, TypeScript and Python), so this proves nothing`;

/** Rounded down, so that a rate below the line never looks as if it were on it. */
export const percent = (rate: number) =>
	`${(Math.floor(rate * 1000) / 10).toFixed(1)} %`;
