/** The clauses of the specification, each with the test that holds it: a clause without one, or a test that does not exist, is a breach. */
import type { House } from "./house.ts";

export const CLAUSES = "api/test/clauses.json";

/** The parts of the specification, and how many clauses each has; numbers are places in the part's list. */
export const PARTS = { packs: 163, platform: 104, content: 104 };

interface Clause {
	clause: string;
	file: string;
	/** The test's name, as it stands in its file. */
	test: string;
}

/** Every clause that no test holds, as `path: why`. */
export function uncoveredClauses(house: House): string[] {
	const text = house.get(CLAUSES);
	if (text === undefined) return [];
	const parts = JSON.parse(text) as Record<string, Clause[]>;
	return Object.entries(PARTS).flatMap(([part, count]) => {
		const clauses = parts[part] ?? [];
		return [
			...(clauses.length < count
				? [
						`${CLAUSES}: ${part} has ${clauses.length} of ${count} clauses; give each of the others its test`,
					]
				: []),
			...clauses.flatMap((clause, index) => {
				const fault = faultOf(clause, house);
				return fault ? [`${CLAUSES}: ${part} ${index + 1}: ${fault}`] : [];
			}),
		];
	});
}

function faultOf({ clause, file, test }: Clause, house: House): string | null {
	if (!clause || !test) return "name the clause and its test";
	if (!/\.test\.tsx?$|\.json$/.test(file))
		return `${file} is neither a file of tests nor one of cases`;
	const text = house.get(file);
	if (text === undefined) return `${file} does not exist`;
	return ['"', "'", "`"].some((quote) => text.includes(quote + test + quote))
		? null
		: `${file} has no test "${test}"; name the test that holds "${clause}"`;
}
