/** The fault list is whole, what it names is there, and each of its scenarios works: in its small size here, in full by `npm run test:faults`. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { childrenOf, processState } from "../postgres-processes.ts";
import { FAULTS } from "./fault-list.ts";
import { runInProcess } from "./run-fault.ts";
import { timeUntil } from "./scenario.ts";

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

test.skipIf(process.platform !== "linux")(
	"a run that is broken off leaves no process behind, not even of a server that stands still",
	async () => {
		const run = Bun.spawn(
			[
				...[process.execPath, join(import.meta.dir, "main.ts")],
				...["database-paused", "--small"],
			],
			{ cwd: ROOT, stdio: ["ignore", "ignore", "ignore"] },
		);
		const started = new Set<number>();
		const isPaused = async () => {
			for (const pid of descendantsOf(run.pid)) started.add(pid);
			return [...started].some((pid) => processState(pid)?.state === "T");
		};
		expect(await timeUntil(isPaused, 120_000)).not.toBeNull();
		// The fault does not come to its own end.
		for (const pid of childrenOf(run.pid)) process.kill(pid, "SIGSTOP");
		run.kill("SIGTERM");
		await run.exited;
		const alive = () =>
			[...started].filter((pid) => (processState(pid)?.state ?? "Z") !== "Z");
		await timeUntil(async () => alive().length === 0, 60_000);
		expect(alive()).toEqual([]);
	},
);

const descendantsOf = (pid: number): number[] =>
	childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
