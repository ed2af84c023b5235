/** What a dispute sends of an answer that was checked in German: the engine's English messages. */
import { expect, test } from "bun:test";
import { failedChecks } from "./disputed.ts";
import type { CheckRow, Verdict } from "./verdict.ts";

test("sends the service English messages of what did not pass", () => {
	const row: CheckRow = {
		file: "app.js",
		description: "d",
		hint: null,
		state: "open",
		message: "In `app.js` fehlt noch `a`; ergänze es",
		location: null,
		tasks: [],
		nearMiss: null,
	};
	const verdict: Verdict = {
		passed: false,
		faults: [],
		rows: [row, { ...row, message: "Line 1: of the pack" }],
		summary: "",
		english: new Map([[row.message ?? "", "`app.js` has no `a` yet; add it"]]),
	};
	expect(failedChecks(verdict)).toEqual([
		{ check: "perFile/app.js/0", message: "`app.js` has no `a` yet; add it" },
		{ check: "perFile/app.js/1", message: "Line 1: of the pack" },
	]);
});
