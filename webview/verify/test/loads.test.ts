/** What the engine does without: the library of the shapes costs more to load than a file to read. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import plain from "../kinds/assertion-kinds.json" with { type: "json" };
import { assertionKinds } from "../shapes.ts";

test("the plain kinds are those of the shapes; else run kinds/write-kinds.ts", () => {
	expect(plain).toEqual(JSON.parse(JSON.stringify(assertionKinds)));
});

test("neither the door nor the worker brings the library of the shapes", async () => {
	for (const entry of ["index.ts", "worker/entry-browser.ts"]) {
		const { outputs } = await Bun.build({
			entrypoints: [join(import.meta.dir, "..", entry)],
			target: "browser",
		});
		const text = await outputs[0]?.text();
		expect(text).toContain("functionDeclaration");
		expect(text).not.toContain("TypeBox");
	}
});
