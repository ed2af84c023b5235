/** Behind `npm test`: all suites, or those named (`npm test -- engine api`). The last line is `N passed, N failed`. */
import "./node-version.mjs";
import { mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { ensureBun } from "./bun.mjs";
import { ensureNeeds } from "./needs/index.mjs";
import { ensurePackages } from "./packages.mjs";
import { ensurePage } from "./page.mjs";
import { launcher, ROOT, Stop } from "./step.mjs";
import { runSuite } from "./suite.mjs";
import { SUITES } from "./suites.mjs";

const GIGABYTE = 1024 ** 3;
const ROOM_NEEDED = 4 * GIGABYTE;

await launcher(async () => {
	const suites = chosen(process.argv.slice(2));
	checkDisk();
	const bun = await ensureBun();
	await ensurePackages(bun);
	const env = await ensureNeeds(suites.flatMap(({ needs }) => needs));
	await ensurePage(bun);
	mkdirSync(join(ROOT, ".artifacts", "junit"), { recursive: true });
	const results = [];
	for (const suite of suites) results.push(await runSuite(bun, suite, env));
	return conclude(results);
});

function chosen(names) {
	const unknown = names.find((name) => !SUITES.some((s) => s.name === name));
	if (unknown !== undefined)
		throw new Stop(
			`There is no suite "${unknown}". Name some of: ${SUITES.map((s) => s.name).join(", ")}; or none, to run all.`,
		);
	return names.length === 0
		? SUITES
		: SUITES.filter((s) => names.includes(s.name));
}

function checkDisk() {
	const { bavail, bsize } = statfsSync(ROOT);
	const free = bavail * bsize;
	if (free < ROOM_NEEDED)
		throw new Stop(
			`The tests need 4 GB of free disk; ${ROOT} has ${(free / GIGABYTE).toFixed(1)} GB. Free some space, then run the command again.`,
		);
}

function conclude(results) {
	const sum = (field) => results.reduce((total, r) => total + r[field], 0);
	console.log(`\n${"suite".padEnd(10)} passed  failed  skipped  seconds`);
	for (const r of results)
		console.log(
			`${r.name.padEnd(10)} ${String(r.passed).padStart(6)}  ${String(r.failed).padStart(6)}  ${String(r.skipped).padStart(7)}  ${r.seconds.toFixed(1).padStart(7)}${r.fault ? `  ${r.fault}` : ""}`,
		);
	console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
	return sum("failed") === 0 ? 0 : 1;
}
