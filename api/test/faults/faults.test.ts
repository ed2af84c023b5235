/** The fault list is whole, what it names is there, and each of its scenarios works: in its small size here, in full by `npm run test:faults`. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FAULTS } from "./fault-list.ts";
import { runInProcess } from "./run-fault.ts";

setDefaultTimeout(300_000);

const ROOT = join(import.meta.dir, "../../..");

test("the list has every fault once", () => {
	expect(FAULTS.map(({ id }) => id)).toEqual([
		...new Set(FAULTS.map(({ id }) => id)),
	]);
	expect(FAULTS).toHaveLength(28);
});

describe.each(FAULTS.map((fault) => [fault.id, fault] as const))(
	"%s",
	(_, { scenario, tests = [], missing }) => {
		test("is shown by a scenario or tests, or says why not", () => {
			const isShown = scenario !== undefined || tests.length > 0;
			expect(isShown).toBe(missing === undefined);
		});

		test("names tests that exist", () => {
			for (const { file, title } of tests) {
				expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
				if (title)
					expect(readFileSync(join(ROOT, file), "utf8")).toContain(title);
			}
		});
	},
);

test.each(
	FAULTS.flatMap(({ id, scenario, isOpen }) =>
		scenario && !isOpen ? [id] : [],
	),
)("the scenario %s meets its demand", async (id) => {
	const { verdict, observed } = await runInProcess(id, [
		...["--small", "--scenario"],
	]);
	expect([verdict, observed]).not.toEqual(["missed", observed]);
});
