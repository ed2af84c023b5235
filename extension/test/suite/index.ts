/// <reference types="mocha" />
/** What the extension host runs: all scenarios, by mocha. The same entry serves the Node host, the web worker host and the desktop. */
import "mocha/mocha.js";
import { lineOf } from "./report.ts";

class Reporter {
	constructor(runner: Mocha.Runner) {
		tell(runner);
	}
}

// Before the scenarios load: they declare themselves with mocha's globals. Milliseconds.
mocha.setup({
	ui: "bdd",
	timeout: 300_000,
	reporter: Reporter as unknown as Mocha.ReporterConstructor,
});

/** Called by VS Code. Rejects when a test failed, by which the host's exit code is not zero. */
export function run(): Promise<void> {
	return new Promise((resolve, reject) => {
		// Not the browser's own `run`: that one reads the address of a page, and there is none.
		Mocha.prototype.run.call(mocha, (failures: number) =>
			failures === 0
				? resolve()
				: reject(new Error(`${failures} tests failed in the extension host`)),
		);
	});
}

/** Tells each result when it is there: what a host that hangs has not told, it has not run. */
function tell(runner: Mocha.Runner): void {
	const say = (test: Mocha.Runnable, error: Error | null, skipped = false) =>
		console.log(
			lineOf({
				title: test.fullTitle(),
				error: error && (error.stack ?? String(error)),
				skipped,
				milliseconds: test.duration ?? 0,
			}),
		);
	runner.on("pass", (test) => say(test, null));
	runner.on("fail", (test, error) => say(test, error));
	runner.on("pending", (test) => say(test, null, true));
}
