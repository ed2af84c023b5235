/** The engine does not load the schema library, which takes longer than reading a file. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import plain from "../kinds/assertion-kinds.json" with { type: "json" };
import { assertionKinds } from "../shapes.ts";

test("the plain kinds are those of the shapes; else run kinds/write-kinds.ts", () => {
	expect(plain).toEqual(JSON.parse(JSON.stringify(assertionKinds)));
});

test("neither the index nor the worker loads the schema library", async () => {
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
