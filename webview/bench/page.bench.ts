/**
 * How long a learner waits: verifications in a real browser, through the page's own verifier, against the real service. The page
 * leaves `performance` measures ("treeline:verify", "treeline:diagnose"), which this reads. Ends with 1 when the budget is missed.
 */
import type { Page } from "playwright-core";
import { freshPage } from "../build.ts";
import { closeSharedBrowser } from "../test/browser.ts";
import {
	ANSWER,
	CHALLENGE_1,
	engineReady,
	write,
} from "../test/challenge-page.ts";
import { openWorld } from "../test/harness.ts";

const RUNS = 50;
const BUDGET_MS = 20;

await freshPage();
const world = await openWorld();
try {
	const page = await world.open(CHALLENGE_1);
	await engineReady(page);
	await write(page, ANSWER);
	await measured(page, "treeline:diagnose", 1);
	await page.evaluate(() => performance.clearMeasures());
	for (let run = 0; run < RUNS; run++) {
		// As a learner works: new code, a pause in which the page looks at the syntax, then the keys that verify.
		await page.keyboard.type(`// ${run}\n`);
		await measured(page, "treeline:diagnose", run + 1);
		await page.keyboard.press("ControlOrMeta+Enter");
		await measured(page, "treeline:verify", run + 1);
	}
	const times = (name: string) =>
		page.evaluate(
			(each) =>
				performance.getEntriesByName(each).map(({ duration }) => duration),
			name,
		);
	const verify = quantiles(await times("treeline:verify"));
	const parse = quantiles(await times("treeline:diagnose"));
	const line = ({ median, p95 }: ReturnType<typeof quantiles>) =>
		`median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
	console.log(`page verify   ${line(verify)} (${RUNS} runs)`);
	console.log(`page parse    ${line(parse)}`);
	console.log(`ratio         ${(verify.median / parse.median).toFixed(2)}`);
	if (verify.p95 >= BUDGET_MS) {
		console.error(
			`verify p95 is over the budget of ${BUDGET_MS} ms; profile the worker with the engine's own bench`,
		);
		process.exitCode = 1;
	}
} finally {
	await world.stop();
	await closeSharedBrowser();
}

/** Asked by the clock: waiting by animation frames would give the page frames to draw, and every answer would wait for one. */
async function measured(page: Page, name: string, count: number) {
	await page.waitForFunction(
		([each, least]) => performance.getEntriesByName(each).length >= least,
		[name, count] as const,
		{ polling: 25 },
	);
}

function quantiles(values: number[]) {
	const sorted = values.toSorted((one, other) => one - other);
	const at = (share: number) =>
		sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
	return { median: at(0.5), p95: at(0.95) };
}
