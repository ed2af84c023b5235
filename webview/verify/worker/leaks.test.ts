/** Law: trees, parsers, queries and cursors are freed by hand; a leak shows as a heap that grows with the number of calls. */
import { expect, test } from "bun:test";
import { easy, query } from "./attacks.ts";
import { createVerifier } from "./browser.ts";
import type { FromWorker } from "./protocol.ts";

/** A verifier whose worker's heap can be seen. */
function watched() {
	const heaps: number[] = [];
	const verifier = createVerifier({
		spawn() {
			const worker = new Worker(
				new URL("./entry-browser.ts", import.meta.url).href,
			);
			worker.addEventListener("message", ({ data }) => {
				const message = data as FromWorker;
				if (message.kind === "done") heaps.push(message.heapBytes);
			});
			return worker;
		},
	});
	return { verifier, heaps };
}

test("3,000 verifications through a worker end with the heap of 300", async () => {
	const { verifier, heaps } = watched();
	const assertions = [
		easy,
		query('((identifier) @a (#eq? @a "ready"))'),
		query("(no_such_node)"),
	];
	// Large enough that a leaked tree shows, and different in each call, as while a user types.
	const text = "ready(one, two);\n".repeat(60);
	for (let call = 0; call < 3000; call++)
		await verifier.check({ crossFile: assertions }, [
			{ path: `${call % 40}.js`, content: `${text}// ${call}` },
		]);
	verifier.close();
	expect(heaps).toHaveLength(3000);
	expect(heaps[299]).toBeGreaterThan(0);
	expect(heaps[2999]).toBe(heaps[299] as number);
}, 600_000);
