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
import { page, pageFiles } from "./static-files.ts";

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

test("one build tells each service's facts, and caches tell them apart", async () => {
	const folder = join(scratch, "facts");
	build(folder, '<!doctype html>\n<html lang="en"><p>Page</p>', 1_000);
	const shown = async (signIn: string, etag = "") => {
		const request = new Request("http://localhost/account", {
			headers: { "if-none-match": etag },
		});
		const answer = await page(pageFiles(folder, { signIn })).fetch(request);
		const { status, headers } = answer;
		const [text, tag] = [await answer.text(), headers.get("etag") ?? ""];
		return { status, text, tag };
	};
	const [on, off] = [await shown("on"), await shown('o"ff')];
	expect(on.text).toContain('<html data-sign-in="on" lang="en">');
	expect(off.text).toContain('data-sign-in="o&quot;ff"');
	expect((await shown("on", on.tag)).status).toBe(304);
	expect((await shown("on", off.tag)).status).toBe(200);
});
