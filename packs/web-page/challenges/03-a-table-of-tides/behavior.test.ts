import { expect, test } from "bun:test";
import { openPage } from "../../../behavior/page.ts";

const { page, accessible } = await openPage();
const nodes = await accessible();
const inTable = nodes.filter(({ inside }) =>
	inside.includes("table Tides at Port Ellin"),
);
const namesOf = (role: string) =>
	inTable.filter((node) => node.role === role).map(({ name }) => name);

test("the table has its caption as a name", () => {
	const tables = nodes.filter(({ role }) => role === "table");
	expect(tables.map(({ name }) => name)).toEqual(["Tides at Port Ellin"]);
});

test("columns and rows have their headers", () => {
	expect(namesOf("columnheader")).toEqual(["Day", "High water", "Low water"]);
	expect(namesOf("rowheader")).toEqual(["Monday", "Tuesday", "Wednesday"]);
});

test("each row has its times, each in its element", async () => {
	expect(await page.locator("thead tr").count()).toBe(1);
	expect(await page.locator("tbody").count()).toBe(1);
	expect(await page.locator("tbody tr").allInnerTexts()).toEqual([
		"Monday\t06:12\t12:31",
		"Tuesday\t07:05\t13:20",
		"Wednesday\t07:58\t14:08",
	]);
	expect(await page.locator("tbody td time").allInnerTexts()).toEqual([
		"06:12",
		"12:31",
		"07:05",
		"13:20",
		"07:58",
		"14:08",
	]);
});

test("the note is as wide as the table", async () => {
	expect(await page.locator("tfoot td").count()).toBe(1);
	const note = await page.locator("tfoot td").boundingBox();
	const row = await page.locator("thead tr").boundingBox();
	expect((await page.locator("tfoot").textContent())?.trim()).toBe(
		"All times are local.",
	);
	expect(note?.width).toBe(row?.width ?? 0);
});
