/** What changes between the first rendering of a screen and its effects is shown all the same: effects may run late. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { DEADLINE_MS, sharedBrowser, TEST_DEADLINE_MS } from "./browser.ts";
import type { LateEffectsPage } from "./late-effects-page.tsx";

const SCRIPT = "/page.js";
let script = "";
let server: ReturnType<typeof Bun.serve>;
let page: Page;

setDefaultTimeout(TEST_DEADLINE_MS);

beforeAll(async () => {
	const { outputFiles } = await build({
		entryPoints: [join(import.meta.dir, "late-effects-page.tsx")],
		bundle: true,
		write: false,
		format: "iife",
		platform: "browser",
		conditions: ["browser"],
		// The formatter for Python, which this page never loads.
		loader: { ".wasm": "empty" },
		jsx: "automatic",
		jsxImportSource: "preact",
		define: { "import.meta.url": '"https://worker.invalid/"' },
		logLevel: "silent",
	});
	script = outputFiles[0]?.text ?? "";
	server = Bun.serve({
		port: 0,
		fetch: ({ url }) =>
			url.endsWith(SCRIPT)
				? new Response(script, {
						headers: {
							"content-type": "text/javascript",
							"cache-control": "max-age=3600",
						},
					})
				: new Response(
						`<!doctype html><title>Effects</title><body><script src="${SCRIPT}"></script>`,
						{ headers: { "content-type": "text/html" } },
					),
	});
	const browser = await sharedBrowser();
	page = await browser.newPage();
	page.setDefaultTimeout(DEADLINE_MS);
});

afterAll(async () => {
	await page?.close();
	server?.stop(true);
});

type Step = "render" | "runEffects" | "signIn" | "notice" | "pass";

/** Takes the steps in order, each in a task of its own. */
async function take(...steps: Step[]): Promise<void> {
	for (const step of steps)
		await page.evaluate(
			(name) => (window as unknown as { page: LateEffectsPage }).page[name](),
			step,
		);
}

async function open(path: string): Promise<void> {
	await page.goto(new URL(path, server.url).href);
}

test.each<[string, string, Step, () => Promise<unknown>]>([
	[
		"the learner's name in the header",
		"/",
		"signIn",
		() => page.getByRole("button", { name: /Robin Vale/ }).waitFor(),
	],
	[
		"the account screen",
		"/account",
		"signIn",
		() => page.getByRole("heading", { name: "Sessions" }).waitFor(),
	],
	[
		"a notice",
		"/no/such/place",
		"notice",
		() => page.getByText("Something happened.").waitFor(),
	],
])(
	"%s shows a change that comes before its effects",
	async (_, path, change, shown) => {
		await open(path);
		await take("render", change, "runEffects");
		await shown();
	},
);

test.each([
	["a pack's card", "/", "Trees"],
	["a pack's list of challenges", "/packs/trees", "Plant a tree"],
])("%s shows a pass that comes before its effects", async (_, path, name) => {
	await open(path);
	// The first effects read the pack; those of what is rendered then wait.
	await take("render", "runEffects");
	await page.getByRole("link", { name }).first().waitFor();
	await take("pass", "runEffects");
	await page.getByText("1 of 1 passed").waitFor({ state: "attached" });
});

test("a menu that opens takes the focus at once, and not from the item that one has gone to", async () => {
	await open("/");
	await take("render", "signIn", "runEffects");
	await page.getByRole("button", { name: /Robin Vale/ }).click();
	const classes = page.getByRole("menuitem", { name: "Classes" });
	await classes.focus();
	await take("runEffects");
	expect(await page.locator(":focus").textContent()).toBe("Classes");
});

test("a panel shows what its editor asked for while the worker's script was on its way", async () => {
	await open("/");
	const shown = await page.evaluate(() =>
		(window as unknown as { page: LateEffectsPage }).page.panel(),
	);
	expect(shown).toEqual({
		route: { screen: "pack", pack: "second" },
		status: "passed",
	});
});
