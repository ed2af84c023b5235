/** Runs each attack through a real worker: every call ends with the right outcome, and the next call works. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { skipped, tookTooLong } from "../results/fault.ts";
import { attacks, easy, query } from "./attacks.ts";
import { createVerifier } from "./node.ts";
import { isExpectedOutcome, runAttack } from "./run-attack.ts";

const deadlineMs = 1200;
/** How long a test waits before it counts as hanging, in milliseconds; nothing is asserted on the time that it takes. */
const hanging = 300_000;
const verifier = createVerifier({ deadlineMs });
afterAll(() => verifier.close());

const endless = query('((string_fragment) @a (#match? @a "a*a*a*a*a*b"))');
const victim = { path: "a.js", content: `ready(); "${"a".repeat(4000)}";` };

describe("attacks", () => {
	for (const attack of attacks)
		test(
			attack.name,
			async () => {
				const survival = await runAttack(verifier, attack);
				expect(survival).toMatchObject({
					otherResultsKept: true,
					nextCallPassed: true,
				});
				if (!isExpectedOutcome(survival.outcome, attack.outcomes))
					expect(`${survival.outcome}: ${survival.message}`).toBe(
						attack.outcomes.join(" or "),
					);
			},
			hanging,
		);
});

describe("several at once", () => {
	test(
		"two checks that never end fail, and the others keep their results",
		async () => {
			const { result } = await verifier.check(
				{ crossFile: [easy, endless, easy, { ...endless, hint: "2" }, easy] },
				[victim],
			);
			const { crossFileResults: results } = result;
			expect(results.map(({ passed }) => passed)).toEqual([
				true,
				false,
				true,
				false,
				true,
			]);
			expect(results[3]?.message).toEndWith(tookTooLong);
		},
		hanging,
	);

	test(
		"twenty checks that never end all fail, and a harmless one keeps its result",
		async () => {
			const { result } = await verifier.check(
				{
					perFile: { "a.js": [easy, ...Array(20).fill(endless), easy] },
					crossFile: [easy],
				},
				[victim],
			);
			expect(result.passedAssertions).toBe(3);
			const failed = result.fileResults[0]?.results.slice(1, -1) ?? [];
			expect(failed.map(({ fault }) => fault)).toEqual(Array(20).fill("check"));
			expect(failed.at(-1)?.message).toEndWith(skipped);
		},
		hanging,
	);

	test(
		"checks that are slow together never reach the deadline",
		async () => {
			const slow = query("(call_expression function: (_) @a) @b");
			const content = `${"f(".repeat(3000)}${")".repeat(3000)}`.repeat(4);
			const { result } = await verifier.check(
				{ perFile: { "b.js": Array(400).fill(slow) }, crossFile: [easy] },
				[
					{ path: "a.js", content: "ready();" },
					{ path: "b.js", content },
				],
			);
			expect(result.crossFileResults[0]?.passed).toBe(true);
			const results = result.fileResults[0]?.results ?? [];
			for (const { passed, fault } of results)
				expect(passed || fault === "check").toBe(true);
			expect(results.at(-1)?.message).toEndWith(skipped);
		},
		hanging,
	);

	test(
		"of many slow files the short ones are read, the others named",
		async () => {
			const html = "<div>".repeat(4000);
			const files = Array.from({ length: 12 }, (_, index) => ({
				path: `${index}.html`,
				content: html,
			}));
			const some = query("(element)");
			const { result } = await verifier.check(
				{ perFile: { "11.html": [some], "ok.js": [easy] } },
				[...files, { path: "ok.js", content: "ready();" }],
			);
			const [slow, ok] = result.fileResults.map(({ results }) => results[0]);
			expect(slow?.message).toBe(
				"`11.html` was not read, because the files before it took too long; make them shorter or nest them less deeply",
			);
			expect(ok?.passed).toBe(true);
		},
		hanging,
	);

	test("more than 2 MiB in all: the largest are left out", async () => {
		const files = Array.from({ length: 5 }, (_, index) => ({
			path: `${index}.css`,
			content: " ".repeat(500_000 + index),
		}));
		const { result } = await verifier.check(
			{ perFile: { "4.css": [query("(_)")], "ok.js": [easy] } },
			[...files, { path: "ok.js", content: "ready();" }],
		);
		const [large, ok] = result.fileResults.map(({ results }) => results[0]);
		expect(large?.message).toBe(
			"`4.css` was not checked, because your files are larger than 2 MiB together; make them shorter",
		);
		expect(ok?.passed).toBe(true);
	});
});

test(
	"a worker that never ends is terminated, and the process exits without it",
	async () => {
		const program = `
		import { createVerifier } from "./node.ts";
		const listeners = process.listenerCount("exit");
		const verifier = createVerifier({ deadlineMs: 500 });
		const { result } = await verifier.check(
			{ crossFile: [${JSON.stringify(endless)}] },
			[${JSON.stringify(victim)}],
		);
		console.log(result.crossFileResults[0].fault);
		// Each worker that lives listens for the end of this process; the last one is idle.
		while (process.listenerCount("exit") > listeners + 1)
			await new Promise(setImmediate);
	`;
		const child = Bun.spawn([process.execPath, "-e", program], {
			cwd: import.meta.dir,
			timeout: hanging,
		});
		expect(await new Response(child.stdout).text()).toBe("check\n");
		expect(await child.exited).toBe(0);
	},
	hanging,
);

test(
	"a dead core is noticed and replaced",
	async () => {
		const dying = createVerifier({
			entry: join(import.meta.dir, "../test/dying-entry.ts"),
			deadlineMs,
		});
		const files = [
			{ path: "a.js", content: "ready();" },
			{ path: "b.js", content: "ready(); // kill the core" },
		];
		const perFile = { "a.js": [easy], "b.js": [easy] };
		const { result } = await dying.check({ perFile }, files);
		expect(result.fileResults.map(({ passed }) => passed)).toEqual([
			true,
			false,
		]);
		const next = await dying.check({ crossFile: [easy] }, files.slice(0, 1));
		expect(next.result.passed).toBe(true);
		dying.close();
	},
	hanging,
);
