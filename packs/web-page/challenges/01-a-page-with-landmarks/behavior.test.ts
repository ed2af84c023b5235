import { expect, test } from "bun:test";
import { openPage } from "../../../behavior/page.ts";

const { page, accessible } = await openPage();
const nodes = await accessible();

test("the page says its language and has a title", async () => {
	expect(await page.locator("html").getAttribute("lang")).toMatch(
		/^en\b(?!g)/i,
	);
	expect((await page.title()).trim()).not.toBe("");
});

test("the landmarks stand beside each other, and the links are in the one of navigation", () => {
	const landmarks = nodes.filter(({ role }) =>
		["banner", "navigation", "main", "contentinfo"].includes(role),
	);
	expect(landmarks.map(({ role }) => role)).toEqual([
		"banner",
		"navigation",
		"main",
		"contentinfo",
	]);
	expect(landmarks[1]?.inside[0]).toBe("banner");
	const links = nodes.filter(({ role }) => role === "link");
	const landmarkOf = (name: string) =>
		links
			.find((link) => link.name === name)
			?.inside.map((one) => one.split(" ")[0])
			.find((role) => landmarks.some((one) => one.role === role));
	expect(landmarkOf("Climb the tower")).toBe("navigation");
	expect(landmarkOf("History")).toBe("navigation");
	expect(landmarkOf("the keeper")).toBe("contentinfo");
});

test("the headings are the contents of the page", () => {
	const headings = nodes.filter(({ role }) => role === "heading");
	expect(
		headings.map(({ name, properties }) => [properties.level, name]),
	).toEqual([
		[1, "Visit the lighthouse"],
		[2, "Climb the tower"],
		[2, "History"],
		[3, "The keepers"],
	]);
	for (const { inside } of headings) expect(inside).toContain("main");
});
