/** The API's reference in a real browser that reaches nothing but the service, and then not even that. */
import { expect, test } from "bun:test";
import { forThisFile, openWorld } from "./harness.ts";
import { checkInAllThemes } from "./visual-checks.ts";

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
	expect(await checkInAllThemes(page, "reference")).toEqual([]);
});
