/** The pool of verifiers: a slow call does not block other calls. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { easy, query } from "./attacks.ts";
import { createVerifier as createInBrowser } from "./browser.ts";
import { createVerifier } from "./node.ts";
import type { Verifier } from "./verifier.ts";

const endless = query('((string_fragment) @a (#match? @a "a*a*a*a*a*b"))');
const victim = { path: "a.js", content: `"${"a".repeat(4000)}";` };
const ready = (verifier: Verifier) =>
	verifier.check({ crossFile: [easy] }, [
		{ path: "a.js", content: "ready();" },
	]);

describe("of two workers", () => {
	const verifier = createVerifier({ workers: 2 });
	afterAll(() => verifier.close());

	test("one answers while the other is at a check without end", async () => {
		const ended: string[] = [];
		const slow = verifier
			.check({ crossFile: [endless] }, [victim])
			.then(() => ended.push("slow"));
		for (let call = 0; call < 5; call++)
			expect((await ready(verifier)).result.passed).toBe(true);
		ended.push("others");
		await slow;
		expect(ended).toEqual(["others", "slow"]);
	}, 300_000);

	test("calls that wait are all answered, each with its own", async () => {
		const methods = Array.from({ length: 40 }, (_, index) => `m${index}`);
		const checks = await Promise.all(
			methods.map((method, index) =>
				verifier.check({ crossFile: [{ ...easy, method } as typeof easy] }, [
					{ path: "a.js", content: `m${index % 2 ? index : "x"}();` },
				]),
			),
		);
		expect(checks.map(({ result }) => result.passed)).toEqual(
			methods.map((_, index) => index % 2 === 1),
		);
	}, 300_000);
});

test("a worker is started when it is needed, and not before", async () => {
	let started = 0;
	const counted = createInBrowser({
		workers: 3,
		spawn() {
			started++;
			return new Worker(new URL("./entry-browser.ts", import.meta.url).href);
		},
	});
	expect(started).toBe(0);
	for (let call = 0; call < 5; call++) await ready(counted);
	expect(started).toBe(1);
	await Promise.all(Array.from({ length: 9 }, () => ready(counted)));
	expect(started).toBe(3);
	counted.close();
}, 300_000);

test("a closed one takes no call, not even its first", async () => {
	const closed = createVerifier({ workers: 2 });
	closed.close();
	expect(ready(closed)).rejects.toThrow("The verifier is closed");
	await ready(closed).catch(() => null);
});

// Only Linux reports the processor time of another process.
test.skipIf(process.platform !== "linux")(
	"time for which others have the processor is not counted against a check",
	async () => {
		const kept = createVerifier({
			entry: join(import.meta.dir, "../test/stalling-entry.ts"),
			deadlineMs: 600,
		});
		const { result } = await kept.check(
			{ crossFile: [easy, query("(call_expression) @a")] },
			[{ path: "a.js", content: "ready(); // be kept waiting" }],
		);
		kept.close();
		expect(result.crossFileResults).toMatchObject([
			{ passed: true },
			{ passed: true },
		]);
	},
	300_000,
);
