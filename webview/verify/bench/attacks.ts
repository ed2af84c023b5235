/**
 * Runs every attack through the isolated engine with its default deadline, with the time and outcome of its call. Exits with 1 when an
 * outcome is not the expected one. Run: bun webview/verify/bench/attacks.ts
 */
import { defaultDeadline } from "../limits/budget.ts";
import { attacks } from "../worker/attacks.ts";
import { createVerifier } from "../worker/node.ts";
import { isExpectedOutcome, runAttack } from "../worker/run-attack.ts";

const verifier = createVerifier();
let worst = 0;
let failures = 0;
for (const attack of attacks) {
	const { milliseconds, outcome, message, ...rest } = await runAttack(
		verifier,
		attack,
	);
	const isWell =
		isExpectedOutcome(outcome, attack.outcomes) &&
		rest.otherResultsKept &&
		rest.nextCallPassed;
	worst = Math.max(worst, milliseconds);
	failures += isWell ? 0 : 1;
	const time = `${milliseconds.toFixed(0)} ms`.padStart(8);
	const mark = isWell ? "ok " : "BAD";
	console.log(`${mark} ${time}  ${outcome.padEnd(7)} ${attack.name}`);
	if (!isWell) console.log(`      ${message} ${JSON.stringify(rest)}`);
}
verifier.close();
console.log(
	`${attacks.length} attacks, ${failures} with a wrong outcome; the longest took ${worst.toFixed(0)} ms of a deadline of ${defaultDeadline} ms and a fresh start`,
);
process.exitCode = failures > 0 ? 1 : 0;
