import { afterAll, expect, test } from "bun:test";
import {
	mkdirSync,
	mkdtempSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPage } from "./page.ts";

const folder = mkdtempSync(join(tmpdir(), "treeline-page-test-"));
const solution = join(folder, "solution");
mkdirSync(solution);
const { SOLUTION_DIR } = process.env;
process.env.SOLUTION_DIR = solution;

let requests = 0;
const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	fetch() {
		requests++;
		return new Response("body { color: rgb(1, 2, 3) }", {
			headers: { "content-type": "text/css" },
		});
	},
});

afterAll(() => {
	if (SOLUTION_DIR === undefined) delete process.env.SOLUTION_DIR;
	else process.env.SOLUTION_DIR = SOLUTION_DIR;
	server.stop(true);
	rmSync(folder, { recursive: true, force: true });
});

const write = (path: string, content: string) =>
	writeFileSync(join(solution, path), content);

const TIMEOUT_MS = 180_000;

test(
	"tells roles, names, descriptions and states of a page",
	async () => {
		write(
			"index.html",
			`<!DOCTYPE html><html lang="en"><title>Form</title><main><h2>Ask</h2><form>
			<label for="mail">Address</label>
			<input id="mail" type="email" required aria-describedby="why"><p id="why">For the answer.</p>
			<button>Send</button></form></main></html>`,
		);
		const { accessible } = await openPage();
		const [field] = await accessible("textbox");
		expect(field).toMatchObject({
			name: "Address",
			description: "For the answer.",
			properties: { required: true },
		});
		expect(field?.inside).toContain("main");
		expect(await accessible("heading")).toMatchObject([
			{ name: "Ask", properties: { level: 2 } },
		]);
	},
	TIMEOUT_MS,
);

test(
	"computes styles for the width of the window",
	async () => {
		write(
			"index.html",
			'<!DOCTYPE html><link rel="stylesheet" href="style.css"><p>One</p><p>Two</p>',
		);
		write(
			"style.css",
			"p { color: rgb(1, 1, 1) } @media (max-width: 600px) { p { color: rgb(2, 2, 2) } }",
		);
		const { styles, resize, missing } = await openPage();
		const wide = { color: "rgb(1, 1, 1)", display: "block" };
		expect(await styles("p", "color", "display")).toEqual([wide, wide]);
		await resize(500);
		expect(await styles("p:first-of-type", "color")).toEqual([
			{ color: "rgb(2, 2, 2)" },
		]);
		expect(missing).not.toContain("style.css");
	},
	TIMEOUT_MS,
);

test(
	"follows the Tab key through the page, and out of it",
	async () => {
		write(
			"index.html",
			'<!DOCTYPE html><a href="#more">More</a><p>Text</p><input name="later" tabindex="-1"><input name="first"><button id="go">Go</button>',
		);
		const { page, focusOrder } = await openPage();
		const order = await focusOrder();
		expect(order.map(({ href, field, id }) => href || field || id)).toEqual([
			"#more",
			"first",
			"go",
		]);
		await page.locator("#go").click();
		expect(await focusOrder()).toEqual(order);
	},
	TIMEOUT_MS,
);

test(
	"runs no script, reads no file of another folder and reaches no server",
	async () => {
		writeFileSync(join(folder, "secret.css"), "body { color: rgb(9, 9, 9) }");
		symlinkSync(join(folder, "secret.css"), join(solution, "link.css"));
		const outside = `http://127.0.0.1:${server.port}/style.css`;
		write(
			"index.html",
			`<!DOCTYPE html>
			<link rel="stylesheet" href="..%2fsecret.css"><link rel="stylesheet" href="link.css">
			<link rel="stylesheet" href="file://${folder}/secret.css"><link rel="stylesheet" href="${outside}">
			<link rel="stylesheet" href="%">
			<iframe src="file:///etc/passwd"></iframe><iframe src="${outside}"></iframe>
			<meta http-equiv="refresh" content="60;url=${outside}">
			<p>Text</p><script>document.querySelector("p").remove(); fetch("${outside}");</script>`,
		);
		const { page, styles, missing } = await openPage();
		expect(await styles("body", "color")).toEqual([{ color: "rgb(0, 0, 0)" }]);
		expect(await page.locator("p").count()).toBe(1);
		expect(missing).toContain("link.css");
		expect(requests).toBe(0);
	},
	TIMEOUT_MS,
);
