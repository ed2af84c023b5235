/** The studio as an author meets it: the real command on a pack of files, in a browser. */
import { expect, test } from "bun:test";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { forThisFile, openPages } from "./harness.ts";
import { checkAppearance, checkInAllThemes } from "./visual-checks.ts";

const MAIN = join(import.meta.dir, "../../packs/tools/main.ts");
const AT = "challenges/01-double-it";
const SOLUTION =
	"export function double(number) {\n  const twice = number * 2;\n  return twice;\n}\n";

/** A pack with one challenge; the wrong answer passes until its check asks for more. */
const FILES: Record<string, string> = {
	"pack.json": JSON.stringify({
		name: "Sums",
		slug: "sums",
		description: "First sums.",
		language: "javascript",
		version: "1.0.0",
		author: "Robin",
		tags: [],
		challenges: [`${AT}.json`],
	}),
	[`${AT}/challenge.json`]: JSON.stringify({
		title: "Double It",
		difficulty: "beginner",
		tags: ["functions"],
		timeEstimateSeconds: 120,
		scaffolded: true,
		hints: ["Two times."],
		assertions: {
			perFile: {
				"double.js": [
					{
						type: "codePattern",
						description: "`double` returns a product.",
						pattern: "function double(...) {\n  return $_;\n}",
					},
				],
			},
		},
	}),
	[`${AT}/prompt.md`]: "1. Export `double`.\n",
	[`${AT}/solution/double.js`]: SOLUTION,
	[`${AT}/starter/double.js`]: "// Here.\n",
	[`${AT}/accepted/01-at-once/WHY.md`]: "at once\n",
	[`${AT}/accepted/01-at-once/double.js`]:
		"export const double = (n) => 2 * n;\n",
	[`${AT}/rejected/01-adds-two/WHY.md`]:
		"adds two\n\ncaughtBy: perFile/double.js/0\n",
	[`${AT}/rejected/01-adds-two/double.js`]:
		"export const double = (n) => n + 2;\n",
};

const studio = forThisFile(async () => {
	const pack = await mkdtemp(join(tmpdir(), "treeline-studio-page-"));
	for (const [path, text] of Object.entries(FILES)) {
		await mkdir(dirname(join(pack, path)), { recursive: true });
		await writeFile(join(pack, path), text);
	}
	const pages = await openPages();
	const command = Bun.spawn(
		[process.execPath, MAIN, "studio", pack, "--port", "0"],
		{ stdout: "pipe", stderr: "inherit" },
	);
	let printed = "";
	for await (const chunk of command.stdout) {
		printed += new TextDecoder().decode(chunk);
		if (printed.includes("Ctrl+C")) break;
	}
	const url = /http:\S+/.exec(printed)?.[0] ?? "";
	return {
		url,
		open: () => pages.open(url),
		read: (path: string) => readFile(join(pack, path), "utf8"),
		write: (path: string, text: string) => writeFile(join(pack, path), text),
		async stop() {
			const faults = await pages.close();
			command.kill("SIGINT");
			await command.exited;
			await rm(pack, { recursive: true, force: true });
			if (faults.length > 0) throw new Error(faults.join("\n"));
		},
	};
});

const cell = (page: Page, name: string | RegExp) =>
	page.getByRole("button", { name });
const pattern = (page: Page) =>
	page.getByRole("textbox", { name: "Pattern", exact: true });

async function openChallenge(): Promise<Page> {
	const page = await studio.open();
	await page.getByRole("link", { name: "Double It" }).click();
	await page.getByRole("heading", { name: "Double It", level: 1 }).waitFor();
	return page;
}

async function write(page: Page, text: string): Promise<void> {
	await pattern(page).focus();
	await page.keyboard.press("ControlOrMeta+a");
	await page.keyboard.insertText(text);
}

test("the chosen answer has the icon of its cell, and a disabled Save no border of an action", async () => {
	const page = await openChallenge();
	const chosen = cell(page, "Check A, adds two: passes, and must fail");
	await chosen.click();
	await page.getByText("this is the check that must catch it").waitFor();
	const iconIn = (part: Locator) => part.locator("path").getAttribute("d");
	expect(await iconIn(page.locator(".studio-verdict"))).toBe(
		await iconIn(chosen),
	);
	const borderOf = (name: string) =>
		page
			.getByRole("button", { name, exact: true })
			.evaluate((button) => getComputedStyle(button).borderTopColor);
	const save = page.getByRole("button", { name: "Save", disabled: true });
	await save.waitFor();
	expect(await borderOf("Save")).toBe(await borderOf("Add a check"));
	await page.emulateMedia({ forcedColors: "active" });
	const colours = await save.evaluate((button) => {
		const probe = document.createElement("span");
		probe.style.color = "GrayText";
		document.body.append(probe);
		const keys = button.querySelector(".keys") as Element;
		return [
			getComputedStyle(probe).color,
			getComputedStyle(button).color,
			getComputedStyle(keys, "::after").color,
		];
	});
	expect(new Set(colours).size).toBe(1);
	await page.context().close();
});

test("a pattern that is typed changes the table, survives a reload, and is saved as a file", async () => {
	const page = await openChallenge();
	await cell(page, "Check A, adds two: passes, and must fail").click();
	await page.getByText("this is the check that must catch it").waitFor();
	await write(page, "function double(...) {\n  $number * 2;\n}");
	await cell(page, "Check A, adds two: fails, as it must").waitFor();
	await page.locator("q").waitFor();
	await cell(page, "Check A, at once: passes, as it must").click();
	await page.getByRole("rowheader", { name: "$number" }).waitFor();
	expect(await page.locator(".studio-mark-match").textContent()).toBe("2 * n");
	await page.getByText("Unsaved edits").waitFor();
	expect(await studio.read(`${AT}/challenge.json`)).toBe(
		FILES[`${AT}/challenge.json`] as string,
	);

	await page.reload();
	await page.getByText("Unsaved edits").waitFor();
	await cell(page, "Check A, adds two: fails, as it must").waitFor();
	await page.keyboard.press("ControlOrMeta+s");
	await page.getByText("Saved", { exact: true }).waitFor();
	const saved = JSON.parse(await studio.read(`${AT}/challenge.json`));
	expect(saved.assertions.perFile["double.js"][0].pattern).toBe(
		"function double(...) {\n  $number * 2;\n}",
	);
	expect(await studio.read(`${AT}/solution/double.js`)).toBe(SOLUTION);
	await page.context().close();
});

test("a change of another program is taken over, or offered where there are unsaved edits", async () => {
	const page = await openChallenge();
	const look = () =>
		page.evaluate(() => window.dispatchEvent(new Event("focus")));
	await page.getByRole("tab", { name: "Task" }).click();
	const title = page.getByRole("textbox", { name: "Title" });
	await studio.write(`${AT}/prompt.md`, "Written elsewhere.\n");
	await look();
	await page.locator(".prose").getByText("Written elsewhere.").waitFor();
	await title.fill("Twice");
	await studio.write(`${AT}/prompt.md`, "Written again.\n");
	// A save says at once what looking would find.
	await page.keyboard.press("ControlOrMeta+s");
	await page.getByRole("button", { name: "Keep my edits" }).click();
	await page.getByRole("button", { name: /^Save/ }).click();
	await page.getByText("Saved", { exact: true }).waitFor();
	expect(await studio.read(`${AT}/prompt.md`)).toBe("Written elsewhere.\n");
	expect(JSON.parse(await studio.read(`${AT}/challenge.json`)).title).toBe(
		"Twice",
	);
	await title.fill("Double It");
	await page.getByText("Unsaved edits").waitFor();
	await page.keyboard.press("ControlOrMeta+s");
	await page.getByText("Saved", { exact: true }).waitFor();
	await page.context().close();
});

test("selected lines become a check, and checks are proposed", async () => {
	const page = await openChallenge();
	await page.getByRole("tab", { name: "Code" }).click();
	await page.getByRole("textbox", { name: "Solution: double.js" }).focus();
	await page.keyboard.press("ControlOrMeta+a");
	await page.getByText("lines 1 to").waitFor();
	await page
		.getByRole("button", { name: "Make a check of the selection" })
		.click();
	await cell(page, /^Check B, Solution: passes, as it must/).waitFor();
	expect(await pattern(page).textContent()).toContain("export function ");
	await page.getByRole("button", { name: "Propose checks" }).click();
	await page.getByText(/every accepted answer (have|and)/).waitFor();
	await page.getByRole("button", { name: "Discard edits" }).click();
	await page.getByText("Saved", { exact: true }).waitFor();
	await cell(page, /^Check B/)
		.first()
		.waitFor({ state: "detached" });
	await page.getByRole("button", { name: "Undo" }).click();
	await cell(page, /^Check B, Solution: passes, as it must/).waitFor();
	await page.getByRole("button", { name: "Discard edits" }).click();
	await page.getByText("Saved", { exact: true }).waitFor();
	await page.context().close();
});

test("a challenge is made of a title, and a fault leads to its place", async () => {
	const page = await studio.open();
	await page.getByLabel("A new challenge").fill("Halve It");
	await page.keyboard.press("Enter");
	await page.getByRole("link", { name: "Halve It" }).waitFor();
	await page.getByRole("button", { name: "Validate the pack" }).click();
	const fault = page.locator(".studio-findings a").last();
	await fault.click();
	await page.getByRole("heading", { name: "Halve It", level: 1 }).waitFor();
	await page.context().close();
});

test("a learner reads that the check passes, in the words of a challenge", async () => {
	const page = await openChallenge();
	await page.getByRole("tab", { name: "As a learner" }).click();
	await page
		.getByRole("heading", { name: "The check passes", exact: true })
		.waitFor();
	await page.context().close();
});

test("the pack's details are edited, and saved in its manifest", async () => {
	const page = await studio.open();
	await page.getByRole("button", { name: /^Edit name/ }).click();
	const tags = page.getByLabel("Tags, with commas between");
	await tags.fill("sums");
	await page.getByLabel("Description").fill("Sums of two.");
	const before = JSON.parse(await studio.read("pack.json"));
	await studio.write(
		"pack.json",
		JSON.stringify({ ...before, author: "Someone" }),
	);
	await page.keyboard.press("ControlOrMeta+s");
	await page.getByText("The file pack.json has changed on disk").waitFor();
	await page.getByRole("button", { name: "Keep my edits" }).click();
	await page.getByRole("button", { name: /^Save/ }).click();
	await page.locator(".lead", { hasText: "Sums of two." }).waitFor();
	expect(JSON.parse(await studio.read("pack.json"))).toEqual({
		...before,
		description: "Sums of two.",
		tags: ["sums"],
	});
	await page.context().close();
});

test("a challenge is renamed, and deleted with its files once that is confirmed", async () => {
	const page = await studio.open();
	await page.getByRole("button", { name: "Rename: Halve It" }).click();
	await page.getByLabel("Its name in addresses and files").fill("half-of-it");
	await page.keyboard.press("Enter");
	await page.locator('a[href="/studio/half-of-it"]').waitFor();
	const file = "challenges/02-half-of-it/challenge.json";
	expect(JSON.parse(await studio.read(file)).title).toBe("Halve It");
	await page.getByRole("button", { name: "Delete: Halve It" }).click();
	expect(await checkAppearance(page, "studio-list")).toEqual([]);
	await page.getByRole("button", { name: "Keep it" }).click();
	await page.getByRole("button", { name: "Delete: Halve It" }).click();
	await page.getByRole("button", { name: "Delete its files" }).click();
	await page.getByRole("link", { name: "Halve It" }).waitFor({
		state: "detached",
	});
	await expect(studio.read(file)).rejects.toThrow("ENOENT");
	expect(JSON.parse(await studio.read("pack.json")).challenges).toEqual([
		`${AT}.json`,
	]);
	await page.context().close();
});

test("another site cannot write, and an address without the key says what to do", async () => {
	const { origin } = new URL(studio.url);
	// A tab of its own: the key stays with the tab that was opened with it.
	const page = await (await studio.open()).context().newPage();
	const sent = await page.evaluate(
		(url) =>
			fetch(url, { method: "PUT", body: "{}" }).then(
				() => "answered",
				() => "refused",
			),
		`${origin}/studio-api/challenge?path=x`,
	);
	expect(sent).toBe("refused");
	await page.goto(`${origin}/studio`);
	await page.getByText("The address lacks the studio's key.").waitFor();
	await page.context().close();
});

/** The parts with the most colours in every theme, the others in one. */
test.each([
	["Checks", /^Check A, adds two/, checkInAllThemes],
	["Answers", /adds two/, checkInAllThemes],
	["Task", null, checkAppearance],
	["Code", null, checkAppearance],
	["As a learner", null, checkAppearance],
] as const)(
	"%s is free of accessibility faults",
	async (part, choice, look) => {
		const page = await openChallenge();
		await page.getByRole("tab", { name: part }).click();
		if (choice) await cell(page, choice).click();
		// What is looked at stands still: the part is whole, and the engine has answered.
		await page.getByRole("tab", { name: part, selected: true }).waitFor();
		if (part === "As a learner")
			await page.getByRole("heading", { name: /pass(es)?$/ }).waitFor();
		await page.locator(".studio-matrix[aria-busy=true]").waitFor({
			state: "detached",
		});
		const name = part.toLowerCase().replaceAll(" ", "-");
		expect(await look(page, `studio-${name}`)).toEqual([]);
		await page.context().close();
	},
);

test("script in the texts of a pack stays text", async () => {
	const script =
		'<img src="x" onerror="pwned = 1"><script>pwned = 1</script>[go](javascript:pwned=1)';
	const pack = JSON.parse(FILES["pack.json"] ?? "");
	const challenge = JSON.parse(FILES[`${AT}/challenge.json`] ?? "");
	const [check] = challenge.assertions.perFile["double.js"];
	Object.assign(pack, { name: script, description: script, author: script });
	Object.assign(challenge, { title: script, hints: [script] });
	Object.assign(check, { description: script, hint: script });
	await studio.write("pack.json", JSON.stringify(pack));
	await studio.write(`${AT}/challenge.json`, JSON.stringify(challenge));
	await studio.write(`${AT}/prompt.md`, `${script}\n`);
	await studio.write(`${AT}/starter/double.js`, `// ${script}\n`);
	await studio.write(`${AT}/accepted/01-at-once/WHY.md`, `${script}\n`);
	const page = await studio.open();
	// A policy that is broken is an error of the page, too.
	await page.getByRole("link", { name: script }).click();
	await page.getByRole("heading", { name: script, level: 1 }).waitFor();
	for (const name of ["Task", "Code", "Checks", "Answers", "As a learner"]) {
		await page.getByRole("tab", { name }).click();
		await page.getByRole("tab", { name, selected: true }).waitFor();
		await page.getByText("pwned = 1").first().waitFor({ state: "attached" });
	}
	const made = "img[src=x], main script, a[href^='javascript:']";
	expect(await page.locator(made).count()).toBe(0);
	expect(await page.evaluate(() => "pwned" in window)).toBe(false);
	await page.context().close();
});
