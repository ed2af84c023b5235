/** Content and conversations in the administration, with an admin key that is given for as long as the page is open. */
import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { signInAs } from "./admin-data.ts";
import { button } from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";
import { checkInAllThemes, keyboardFaults } from "./visual-checks.ts";

const KEY = "a-key-for-tests-of-32-characters-or-more";
/** A language model that always says the same. */
const llm = Bun.serve({
	port: 0,
	fetch: () =>
		new Response(
			`data: ${JSON.stringify({ choices: [{ index: 0, delta: { role: "assistant", content: "Express, I think." }, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`,
			{ headers: { "content-type": "text/event-stream" } },
		),
});
afterAll(() => llm.stop(true));
const world = forThisFile(() =>
	openWorld({
		ADMIN_API_KEY: KEY,
		LLM_BASE_URL: `http://127.0.0.1:${llm.port}`,
		LLM_MODEL: "test",
	}),
);

let made = 0;

/** A page of the administration; `key` is given where it asks for one. */
async function open(path: string, key: string | null = KEY): Promise<Page> {
	const page = await world.open(null);
	await signInAs(page, world, "administrator", `Admin ${++made}`);
	await page.goto(world.url + path);
	await page.getByLabel("Admin key").waitFor();
	if (key !== null) await giveKey(page, key);
	return page;
}

async function giveKey(page: Page, key: string): Promise<void> {
	await page.getByLabel("Admin key").fill(key);
	await button(page, "Use this key").click();
}

const spoken = (page: Page, text: string) =>
	page.getByRole("status").getByText(text).waitFor({ state: "attached" });
const data = (page: Page) =>
	page.getByRole("textbox", { name: "Data, as JSON" });
const appearance = async (page: Page, name: string) => [
	...(await checkInAllThemes(page, name)),
	...(await keyboardFaults(page)),
];

/** Adds an item behind the page's back; returns its id. */
async function addItem(
	slug: string,
	text: string,
	more: Record<string, string> = {},
): Promise<string> {
	const answer = await fetch(`${world.url}/api/v1/admin/content`, {
		method: "POST",
		headers: { "x-admin-key": KEY, "content-type": "application/json" },
		body: `{"data":${text},${JSON.stringify({ type: "project", slug, ...more }).slice(1)}`,
	});
	return (await answer.json()).data.id;
}

const stored = async (id: string) => {
	const answer = await fetch(`${world.url}/api/v1/admin/content/${id}`, {
		headers: { "x-admin-key": KEY },
	});
	return answer.text();
};

test("a wrong key is refused with the reason, and the right one is forgotten with the page", async () => {
	const page = await open("/admin/content", null);
	await button(page, "Use this key").click();
	await page.getByText("Enter a key first.").waitFor();
	await page
		.getByText("or the file admin-api-key in its DATA_DIR", { exact: false })
		.waitFor();
	await giveKey(page, "ключ-администратора");
	await page
		.getByRole("alert")
		.getByText(/only letters from A to Z/)
		.waitFor();
	await giveKey(page, "wrong");
	await page
		.getByRole("alert")
		.getByText(/not accepted/)
		.waitFor();
	expect(await page.getByRole("alert").textContent()).not.toContain("Sign in");
	expect(await appearance(page, "adminKey")).toEqual([]);
	await giveKey(page, KEY);
	await button(page, "New item…").waitFor();
	await page.getByRole("link", { name: "Conversations" }).click();
	await page.getByText("No conversations yet.").waitFor();
	await page.reload();
	await page.getByLabel("Admin key").waitFor();
	await giveKey(page, KEY);
	await button(page, "Forget the key").press("Enter");
	await page.getByLabel("Admin key").waitFor();
	const kept = await page.evaluate(
		() =>
			JSON.stringify({ ...localStorage }) +
			JSON.stringify({ ...sessionStorage }),
	);
	expect(kept).not.toContain(KEY);
});

test("an item is created, and found among the others", async () => {
	const page = await open("/admin/content");
	await button(page, "New item…").press("Enter");
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Type, as in").fill("Project!");
	await dialog.getByLabel("Slug, as in").fill("Made here");
	const create = dialog.getByRole("button", { name: "Create" });
	await create.click();
	await dialog
		.getByRole("alert")
		.getByText(/^The type “Project!” is not valid: use/)
		.waitFor();
	await dialog.getByLabel("Type, as in").fill("project");
	await create.click();
	await dialog
		.getByRole("alert")
		.getByText(/^The slug “Made here” is not valid: use/)
		.waitFor();
	await addItem("taken", "{}");
	await dialog.getByLabel("Slug, as in").fill("taken");
	await create.click();
	const taken = dialog.getByRole("alert").getByText(/has the slug “taken”/);
	await taken.waitFor();
	expect(await taken.textContent()).not.toContain("Reload");
	await dialog.getByLabel("Slug, as in").fill("made-here");
	await data(page).fill('{"title": "Made here",');
	await dialog.getByRole("button", { name: "Create" }).click();
	await dialog
		.getByRole("alert")
		.getByText(/not valid JSON/)
		.waitFor();
	const selected = () =>
		data(page).evaluate((field) => {
			const { value, selectionStart, selectionEnd } =
				field as HTMLTextAreaElement;
			return document.activeElement === field
				? value.slice(selectionStart, selectionEnd)
				: null;
		});
	await data(page).fill('{"list": [1, {"a/b": 9007199254740993}]}');
	await dialog.getByRole("button", { name: "Create" }).click();
	await dialog
		.getByRole("alert")
		.getByText(
			"The number at “list › 1 › a/b” has too many digits to be kept exactly. Put it in quotation marks.",
		)
		.waitFor();
	expect(await selected()).toBe('"a/b": 9007199254740993');
	expect(await data(page).getAttribute("aria-invalid")).toBe("true");
	expect(await appearance(page, "adminDataRefused")).toEqual([]);
	await data(page).fill('{"title": 1, "other": 2, "title": 3}');
	await dialog.getByRole("button", { name: "Create" }).click();
	await dialog
		.getByRole("alert")
		.getByText(/“title” twice/)
		.waitFor();
	expect(await selected()).toBe('"title": 3');
	await data(page).fill('{"title": "Made here"}');
	expect(await appearance(page, "adminNewItem")).toEqual([]);
	await dialog.getByRole("button", { name: "Create" }).click();
	await page.getByRole("heading", { name: /project \/ made-here/ }).waitFor();
	await page.getByRole("link", { name: "All content" }).click();
	await page.getByRole("searchbox").fill("Made here");
	await page.getByRole("searchbox").press("Enter");
	await page.getByText("1 entry").waitFor();
	await page.getByRole("combobox", { name: "Show" }).selectOption("Published");
	await page.getByText("There is no such content.").waitFor();
	expect(await appearance(page, "adminContent")).toEqual([]);
});

test("what is edited keeps its order and its digits; versions are compared and restored; an item is deleted and comes back", async () => {
	const id = await addItem("digits", '{"2":1.50,"1":1e2}');
	const page = await open(`/admin/content?item=${id}`);
	await data(page).waitFor();
	const text = await data(page).inputValue();
	expect(text).toBe('{\n  "2": 1.50,\n  "1": 1e2\n}');
	await data(page).fill(text.replace("1.50", "2.50"));
	await page
		.getByRole("combobox", { name: "Status" })
		.selectOption("Published");
	await page.getByLabel("What changes").fill("A larger number.");
	await button(page, "Save").press("Enter");
	await spoken(page, "The item is saved.");
	await page.locator("h2:focus").waitFor();
	expect(await stored(id)).toContain('"data":{"2":2.50,"1":1e2}');
	await page.getByText("A larger number.").waitFor();
	const [second = "", first = ""] = await page
		.getByRole("region", { name: "History" })
		.getByRole("listitem")
		.allInnerTexts();
	expect(second).toContain("Changed: 2\n");
	expect(second).toContain("Status: Draft → Published");
	expect(second).toMatch(/with the key that is used here, [0-9a-f]{8}/);
	expect(first).not.toContain("Changed");
	await button(page, /Compare with now/).press("Enter");
	await page.locator(".cm-mergeView").waitFor();
	expect(await appearance(page, "adminItem")).toEqual([]);
	await button(page, /^Restore/).press("Enter");
	await spoken(page, "Version 1 is restored.");
	await page.locator("h2:focus").waitFor();
	expect(await data(page).inputValue()).toBe(text);
	await button(page, /^Delete/).press("Enter");
	await page.locator("dialog:modal").waitFor();
	await page.keyboard.press("Escape");
	await page.locator("dialog").waitFor({ state: "detached" });
	expect(await stored(id)).toContain('"deletedAt":null');
	await button(page, /^Delete/).press("Enter");
	await page
		.getByRole("dialog")
		.getByRole("button", { name: "Delete", exact: true })
		.press("Enter");
	await spoken(page, "The item is deleted, and can be restored.");
	await page.getByText(/^This item is deleted/).waitFor();
	expect(await page.locator("h2 .admin-state").allInnerTexts()).toEqual([
		"Deleted",
	]);
	expect(await data(page).count()).toBe(0);
	await button(page, /^Restore Version 2/).press("Enter");
	await data(page).waitFor();
	expect(await stored(id)).toContain('"deletedAt":null');
});

test.each([
	[{ unpublishAt: "2020-01-01T00:00:00Z" }, /^No longer shown since .*2020/],
	[{ unpublishAt: "2120-01-01T12:00:00Z" }, /^Shown until .*2120/],
	[{ publishAt: "2120-01-01T12:00:00Z" }, /^Shown from .*2120/],
	[{ publishAt: "2020-01-01T12:00:00Z" }, /^Published$/],
])(
	"a published item with the dates %j says whether it is shown",
	async (dates, text) => {
		const slug = `dated-${++made}`;
		const id = await addItem(slug, "{}", { status: "published", ...dates });
		const page = await open(`/admin/content?q=${slug}`);
		const link = page.getByRole("link", { name: `project / ${slug}` });
		await link.waitFor();
		const state = page.locator("h2 .admin-state");
		expect(await state.allInnerTexts()).toEqual([expect.stringMatching(text)]);
		await page.goto(`${world.url}/admin/content?item=${id}`);
		await giveKey(page, KEY);
		await data(page).waitFor();
		expect(await state.first().textContent()).toMatch(text);
	},
);

test("every version of a long history is reached and restored, by keyboard", async () => {
	const id = await addItem("long", '{"n":1}');
	for (let n = 2; n <= 27; n++)
		await fetch(`${world.url}/api/v1/admin/content/${id}`, {
			method: "PUT",
			headers: { "x-admin-key": KEY, "content-type": "application/json" },
			body: `{"data":{"n":${n}}}`,
		});
	const page = await open(`/admin/content?item=${id}`);
	const history = page.getByRole("region", { name: "History" });
	const versions = history.getByRole("heading", { level: 3 });
	await history.getByText("Page 1 of 2").waitFor();
	expect(await versions.allInnerTexts()).toContain("Version 3");
	expect(await versions.count()).toBe(25);
	expect(await appearance(page, "adminHistory")).toEqual([]);
	await button(page, "Next page").press("Enter");
	await history.getByText("Page 2 of 2").waitFor();
	await history
		.getByRole("heading", { name: "Version 2", exact: true })
		.waitFor();
	expect(await versions.allInnerTexts()).toEqual(["Version 2", "Version 1"]);
	// The last page has no next one, and the button keeps the focus.
	await page.locator("button[aria-disabled=true]:focus").press("Enter");
	await history.getByText("Page 2 of 2").waitFor();
	await button(page, "Restore Version 1").press("Enter");
	await spoken(page, "Version 1 is restored.");
	await page.locator("h2:focus").waitFor();
	expect(await data(page).inputValue()).toBe('{\n  "n": 1\n}');
	await history.getByText("Version 28").waitFor();
	await history.getByText("Page 1 of 2").waitFor();
});

test("what was changed elsewhere meanwhile is not overwritten, and what was typed stays until it is discarded", async () => {
	const id = await addItem("raced", '{"a":1}');
	const page = await open(`/admin/content?item=${id}`);
	await data(page).fill('{"a":2}');
	await fetch(`${world.url}/api/v1/admin/content/${id}`, {
		method: "PUT",
		headers: { "x-admin-key": KEY, "content-type": "application/json" },
		body: '{"data":{"a":3}}',
	});
	await button(page, "Save").click();
	await page
		.getByRole("alert")
		.getByText(
			"Somebody changed it meanwhile; yours was not stored. Copy what you need, then choose “Discard mine and read it again”.",
		)
		.waitFor();
	expect(await data(page).inputValue()).toBe('{"a":2}');
	await button(page, "Discard mine and read it again").click();
	await page.waitForFunction(() =>
		document
			.querySelector<HTMLTextAreaElement>(".admin-json")
			?.value.includes("3"),
	);
	expect(await stored(id)).toContain('"data":{"a":3}');
});

test("a deleted item among the others is shown as deleted, and as nothing else", async () => {
	const id = await addItem("gone", "{}", { status: "published" });
	await fetch(`${world.url}/api/v1/admin/content/${id}`, {
		method: "DELETE",
		headers: { "x-admin-key": KEY },
	});
	const page = await open("/admin/content?q=gone&show=deleted");
	await page.getByRole("link", { name: "project / gone" }).waitFor();
	expect(await page.locator("h2 .admin-state").allInnerTexts()).toEqual([
		"Deleted",
	]);
});

test("a conversation is read and ended", async () => {
	const sent = await fetch(`${world.url}/api/v1/chat`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ message: "Which pack is first?" }),
	});
	expect(sent.status).toBe(200);
	const page = await open("/admin/chat");
	await button(page, /^Read/).press("Enter");
	await page.getByText("Which pack is first?").waitFor();
	await page.getByText("Express, I think.").waitFor();
	expect(await appearance(page, "adminConversation")).toEqual([]);
	await page.keyboard.press("Escape");
	await button(page, /^End/).press("Enter");
	await spoken(page, "The conversation has ended.");
	await page.locator(".admin-state").getByText("Ended").waitFor();
	expect(await appearance(page, "adminChat")).toEqual([]);
});
