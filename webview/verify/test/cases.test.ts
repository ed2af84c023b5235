/**
 * Golden cases of each assertion kind, and of what holds for all of them. A case names the rules it proves, by their ids in
 * `cases/bullets.json`; add one to `cases/<kind>.json`.
 */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { assertionKinds } from "../shapes.ts";
import {
	bulletIds,
	type Case,
	type GeneralCase,
	knownFacts,
	type NameCase,
	run,
	runFacts,
	runGeneral,
	runName,
} from "./cases.ts";
import { notGerman } from "./german.ts";

const folder = `${import.meta.dir}/../cases`;
const read = (name: string) => Bun.file(`${folder}/${name}.json`).json();
const names = readdirSync(folder).map((name) => name.replace(/\.json$/, ""));
const kinds = Object.keys(assertionKinds);

const cases: Record<string, Case[]> = Object.fromEntries(
	await Promise.all(kinds.map(async (kind) => [kind, await read(kind)])),
);
const general: GeneralCase[] = await read("general");

test("every kind has its cases", () => {
	expect(names.sort()).toEqual(
		[...kinds, "bullets", "general", "names"].sort(),
	);
});

for (const [kind, its] of Object.entries(cases))
	describe(kind, () => {
		test("has accepting, rejecting and near-missing cases", () => {
			expect(its.length).toBeGreaterThanOrEqual(25);
			expect(its.some(({ passed }) => passed)).toBe(true);
			expect(its.some(({ passed }) => !passed)).toBe(true);
			expect(its.map(({ proves }) => proves)).toEqual([
				...new Set(its.map(({ proves }) => proves)),
			]);
		});
		for (const one of its)
			test(one.proves, async () => {
				const { proves, rules, path, code, assertion, ...golden } = one;
				const result = await run(kind, one);
				expect<object>(result).toEqual(golden);
				// A known mistake is described by its author.
				if (result.mistake === undefined)
					expect(notGerman([result.message])).toEqual([]);
			});
	});

describe("general", () => {
	for (const one of general)
		test(one.proves, async () => {
			const { passed, results } = one;
			const result = await runGeneral(one);
			expect<object>(result).toEqual({ passed, results });
			const own = result.results.filter((each) => each.mistake === undefined);
			expect(notGerman(own.map(({ message }) => message))).toEqual([]);
		});
});

describe("names", async () => {
	const table: NameCase[] = await read("names");
	for (const one of table)
		test(one.proves, () => {
			expect(runName(one)).toBe(one.closest);
		});
});

test("syntax are kept while they cover what is asked for, and made once", async () => {
	expect(await runFacts()).toEqual(knownFacts);
});

describe("bullets", async () => {
	const known = bulletIds(await read("bullets"));
	const all = [...Object.values(cases), general].flat();
	const proved = (outcome: boolean) =>
		new Set(
			all
				.filter(({ passed }) => passed === outcome)
				.flatMap(({ rules }) => rules),
		);

	test("each has an accepting and a rejecting case", () => {
		const [accepted, rejected] = [proved(true), proved(false)];
		expect(known.filter((id) => !accepted.has(id))).toEqual([]);
		expect(known.filter((id) => !rejected.has(id))).toEqual([]);
	});

	test("cases name no rule that is no bullet", () => {
		const strays = all.filter(
			({ rules }) =>
				!(rules.length > 0 && rules.every((id) => known.includes(id))),
		);
		expect(strays.map(({ proves }) => proves)).toEqual([]);
	});
});
