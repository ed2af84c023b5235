/**
 * Runs the fault list and prints it as a table: fault, demanded outcome, what came out, verdict. Each fault has a process, and thus a database,
 * of its own. Ends with 1 when a demand was missed.
 * Run: npm run test:faults [-- <fault>…] [--small] [--list]
 */
import { constants } from "node:os";
import { FAULTS, type Fault } from "./fault-list.ts";
import {
	endWithInput,
	MARK,
	type Outcome,
	runFault,
	runInProcess,
} from "./run-fault.ts";
import type { Size } from "./scenario.ts";

const words = Bun.argv.slice(2);
const names = words.filter((word) => !word.startsWith("--"));
const size: Size = words.includes("--small") ? "small" : "full";

const unknown = names.find((name) => !FAULTS.some(({ id }) => id === name));
if (unknown !== undefined || words.includes("--list")) {
	if (unknown !== undefined) console.error(`There is no fault "${unknown}".`);
	for (const { id, fault } of FAULTS)
		console.log(`  ${id.padEnd(24)} ${fault}`);
	process.exit(unknown === undefined ? 0 : 1);
}

const [only] = names;
if (words.includes("--in-this-process") && only) {
	void endWithInput();
	const { tests, ...scenario } = FAULTS.find(({ id }) => id === only) as Fault;
	const fault = words.includes("--scenario")
		? scenario
		: { ...scenario, tests };
	console.log(`${MARK}${JSON.stringify(await runFault(fault, size))}`);
	process.exit(0);
}

const chosen = FAULTS.filter(
	({ id }) => names.length === 0 || names.includes(id),
);
const leaving = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
	process.on(signal, () => leaving.abort(signal));
const verdicts: Outcome["verdict"][] = [];
console.log("| Fault | Demanded | What came out | Verdict |");
console.log("| ----- | -------- | ------------- | ------- |");
for (const fault of chosen) {
	process.stderr.write(`${fault.id} … `);
	const began = performance.now();
	const { verdict, observed } = await runInProcess(
		fault.id,
		[`--${size}`],
		leaving.signal,
	);
	if (leaving.signal.aborted)
		process.exit(128 + constants.signals[leaving.signal.reason as "SIGTERM"]);
	verdicts.push(verdict);
	process.stderr.write(
		`${((performance.now() - began) / 1000).toFixed(0)} s\n`,
	);
	const cells = [fault.fault, fault.demanded, observed, verdict];
	console.log(
		`| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`,
	);
}
const count = (wanted: Outcome["verdict"]) =>
	verdicts.filter((verdict) => verdict === wanted).length;
console.log(
	`\n${verdicts.length} faults: ${count("met")} met, ${count("missed")} missed, ${count("not run")} not run`,
);
process.exit(count("missed") > 0 ? 1 : 0);
