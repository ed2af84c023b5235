/**
 * `survivors.json` of a pack: the derived mutants that its checks let through although they behave wrongly, each with the reason why
 * no check catches it. One that is not listed, or listed and no longer there, is a fault; and at least 95 of 100 must die.
 */
import { type Static, Type } from "@sinclair/typebox";
import { readJson } from "@treeline/packs/disk";
import { type Fault, shapeFaults } from "@treeline/packs/format";
import { deathRate, type Judged } from "./judge.ts";

/** Of all mutants of a pack that are not equivalent, the share that must die. */
export const LEAST_DEATHS = 0.95;
/** Of a challenge with a large solution. */
const MOST_DEMANDED = 12;

/** How many mutants a challenge must yield: of each two places that its solution offers one, and never more than 12. */
export const leastDerived = (places: number) =>
	Math.min(MOST_DEMANDED, Math.ceil(places / 2));

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
							description: "as `bun packs mutants` calls it",
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
	{ additionalProperties: false },
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

/** What is wrong with one challenge's mutants, given the list. */
export function survivorFaults(
	challenge: string,
	judged: Judged,
	list: SurvivorList,
): string[] {
	const listed = list.survivors[challenge] ?? [];
	const names = new Set(judged.survivors.map(({ id }) => id));
	const least = leastDerived(judged.places);
	return [
		...(judged.derived < least
			? [
					`only ${judged.derived} mutants can be derived of the ${least} that this solution should yield (it has ${judged.places} places to break): ${unnamedText(judged.unnamed)}`,
				]
			: []),
		...judged.survivors
			.filter(({ id }) => !listed.some(({ mutant }) => mutant === id))
			.map(
				({ id }) =>
					`the derived mutant "${id}" behaves wrongly and passes every check; tighten a check, or list it in ${FILE} with the reason`,
			),
		...listed
			.filter(({ mutant }) => !names.has(mutant))
			.map(
				({ mutant }) =>
					`${FILE} lists "${mutant}", which is no survivor; remove it from the list`,
			),
	];
}

/** What an author can do when too much of a solution is left alone. */
const unnamedText = (unnamed: string[]) =>
	unnamed.length === 0
		? "the others do not parse or equal each other; let the solution do more"
		: `most are about what the prompt does not name in code font, such as ${unnamed
				.slice(0, 4)
				.map((name) => `\`${name}\``)
				.join(", ")}; name what the checks ask for`;

/** What is wrong with a pack's mutants as a whole. */
export function rateFaults(all: Judged[], list: SurvivorList): string[] {
	const rate = deathRate(sumOf(all));
	return [
		...list.faults.map((one) => one.detail),
		...(rate < LEAST_DEATHS
			? [
					`${percent(rate)} of the derived mutants die; at least ${percent(LEAST_DEATHS)} must`,
				]
			: []),
	];
}

export function sumOf(all: Judged[]): Judged {
	return {
		derived: all.reduce((sum, one) => sum + one.derived, 0),
		places: all.reduce((sum, one) => sum + one.places, 0),
		unnamed: all.flatMap((one) => one.unnamed),
		dead: all.flatMap((one) => one.dead),
		equivalent: all.flatMap((one) => one.equivalent),
		survivors: all.flatMap((one) => one.survivors),
	};
}

/** Rounded down, so that a rate below the line never looks as if it were on it. */
export const percent = (rate: number) =>
	`${(Math.floor(rate * 1000) / 10).toFixed(1)} %`;
