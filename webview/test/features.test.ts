/** The table of `webview/README.md` names, for each thing that the page does, a test that shows it. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const readme = readFileSync(join(import.meta.dir, "../README.md"), "utf8");
const rows = [...readme.matchAll(/^\| .+ \| `(.+\.ts)`: (.+?) +\|$/gm)].map(
	([, file = "", title = ""]): [string, string] => [file, title],
);

test("the table of what the page does is found", () => {
	expect(rows.length).toBe(readme.match(/^\| .*\.ts`/gm)?.length ?? 0);
	expect(rows.length).toBeGreaterThan(30);
});

test.each(rows)("%s shows: %s", (file, title) => {
	const folder = join(import.meta.dir, file.includes("/") ? "../.." : "");
	const source = readFileSync(join(folder, file), "utf8");
	expect(source.replaceAll("\\", "")).toContain(title);
});
