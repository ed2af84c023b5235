import { expect, test } from "bun:test";
import { openPage } from "../../../behavior/page.ts";

const { page, accessible } = await openPage();
const nodes = await accessible();
const isWord = (text: string) =>
	text !== "" &&
	!/^((an?|the) )?(image|picture|photo(graph)?)\b|\.(jpe?g|png)$/i.test(text);

test("each picture has a text, and the line has an empty one", async () => {
	const alt = (file: string) =>
		page.locator(`img[src="${file}"]`).getAttribute("alt");
	expect(isWord((await alt("otter.jpg")) ?? "")).toBe(true);
	expect(isWord((await alt("map.png")) ?? "")).toBe(true);
	expect(await alt("wave.svg")).toBe("");
});

test("the photo keeps its place of 640 by 480", async () => {
	const photo = page.locator('img[src="otter.jpg"]');
	expect(await photo.getAttribute("width")).toBe("640");
	expect(await photo.getAttribute("height")).toBe("480");
});

test("the photo stands in a figure, beside its caption", async () => {
	const photo = nodes.find(({ inside }) =>
		inside.some((one) => one.startsWith("figure")),
	);
	expect(photo).toBeDefined();
	const captions = page.locator(
		'figure:has(img[src="otter.jpg"]) > figcaption',
	);
	expect((await captions.allTextContents()).map((text) => text.trim())).toEqual(
		["Photo: Runa Holm"],
	);
});

test("the text of each link says where it leads", () => {
	const links = nodes.filter(
		({ role, properties }) =>
			role === "link" && /\/(counting|map)\.html$/.test(String(properties.url)),
	);
	expect(links).toHaveLength(2);
	for (const { name } of links) {
		expect(isWord(name)).toBe(true);
		expect(name).not.toMatch(
			/^((click )?here|this page|link|(read )?more)[.!]?$/i,
		);
	}
});
