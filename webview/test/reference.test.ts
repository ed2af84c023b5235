/** The API's reference in a real browser that reaches nothing but the service, and then not even that. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { forThisFile, openWorld } from "./harness.ts";
import {
	axeViolations,
	COLOUR_RULES,
	checkInAllThemes,
} from "./visual-checks.ts";

const world = forThisFile(() => openWorld());

test("names every route and every shape of the description, and asks nobody for anything", async () => {
	const page = await world.open("/api/reference");
	const asked: string[] = [];
	page.on("request", (request) => asked.push(request.url()));
	await page.reload();
	await page.context().setOffline(true);
	expect(asked.filter((url) => !url.startsWith("data:"))).toEqual([
		`${world.url}/api/reference`,
	]);
	const description = await (
		await fetch(`${world.url}/api/openapi.json`)
	).json();
	const routes = Object.entries<object>(description.paths).flatMap(
		([path, item]) =>
			Object.entries(item)
				.filter(([method]) => method !== "servers")
				.map(([method, { operationId }]) => ({ operationId, method, path })),
	);
	for (const { operationId, method, path } of routes) {
		const said = page.locator(`article#${operationId} > .address`);
		expect(await said.textContent()).toBe(`${method.toUpperCase()} ${path}`);
	}
	for (const name of Object.keys(description.components.schemas))
		expect(await page.locator(`article#shape-${name}`).count()).toBe(1);
	expect(await deadLinks()).toEqual([]);

	await page.getByRole("link", { name: "Record an attempt" }).first().click();
	await page.locator("#createAttempt").getByText("clientAttemptId").waitFor();
	await page.getByRole("link", { name: "NewAttempt" }).first().click();
	expect(new URL(page.url()).hash).toBe("#shape-NewAttempt");
	const top = await page
		.locator("#shape-NewAttempt")
		.evaluate((shape) => shape.getBoundingClientRect().top);
	expect(top).toBeGreaterThanOrEqual(0);
	expect(top).toBeLessThan(100);

	/** Links to places of the page that are not there. */
	function deadLinks(): Promise<string[]> {
		return page.evaluate(() =>
			[...document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
				.map((link) => link.hash.slice(1))
				.filter((id) => document.getElementById(id) === null),
		);
	}
});

test("can be read by everybody, in every theme and at both sizes", async () => {
	const page = await world.open("/api/reference#createAttempt");
	// Alike elements have alike colours, which are looked at below.
	expect(await axeViolations(page, undefined, COLOUR_RULES)).toEqual([]);
	const { all, left } = await keepOneOfEach(page, "article");
	expect(left).toBeGreaterThan(5);
	expect(left).toBeLessThan(all / 2);
	expect(await checkInAllThemes(page, "reference")).toEqual([]);
});

/**
 * Removes the elements of `selector` that hold nothing which one before them does not: elements are alike whose tags, classes and
 * roles, and those of their parents, are the same.
 */
function keepOneOfEach(
	page: Page,
	selector: string,
): Promise<{ all: number; left: number }> {
	return page.evaluate((selector) => {
		const seen = new Set<string>();
		const addNew = (element: Element, parent: string): boolean => {
			const path = `${parent}>${element.tagName}.${element.className}[${element.getAttribute("role")}]`;
			let isNew = !seen.has(path);
			seen.add(path);
			for (const child of element.children)
				isNew = addNew(child, path) || isNew;
			return isNew;
		};
		const elements = [...document.querySelectorAll(selector)];
		const alike = elements.filter((element) => !addNew(element, ""));
		for (const element of alike) element.remove();
		return { all: elements.length, left: elements.length - alike.length };
	}, selector);
}
