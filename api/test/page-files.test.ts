/** The page while a build takes the place of another: what was served goes on being served. */
import { afterAll, expect, test } from "bun:test";
import {
	mkdirSync,
	mkdtempSync,
	renameSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { page } from "../front/page.ts";
import { pageFiles } from "../front/page-files.ts";

const scratch = mkdtempSync(join(tmpdir(), "treeline-page-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function build(folder: string, text: string, time: number): void {
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "index.html"), text);
	utimesSync(join(folder, "index.html"), time, time);
}

test("a folder that is missing for a moment does not take the page away", async () => {
	const folder = join(scratch, "page");
	const app = page(pageFiles(folder));
	const shown = async () => {
		const answer = await app.fetch(new Request("http://localhost/"));
		return `${answer.status} ${await answer.text()}`;
	};
	expect(await shown()).toStartWith("503 The page has not been built");
	build(folder, "first", 1_000);
	expect(await shown()).toBe("200 first");
	renameSync(folder, `${folder}.old`);
	expect(await shown()).toBe("200 first");
	build(folder, "second", 2_000);
	expect(await shown()).toBe("200 second");
});
