/** The page and its service: signed in, cut off, and reunited. */
import { expect, test } from "bun:test";
import type { Attempt, Challenge } from "@treeline/api/client-types";
import type { Page } from "playwright-core";
import {
	ANSWER,
	CHALLENGE_1,
	dialogGone,
	verify,
	write,
} from "./challenge-page.ts";
import { forThisFile, openWorld } from "./harness.ts";
import { axeViolations } from "./visual-checks.ts";

const world = forThisFile(() => openWorld());

test("a signed-in learner's attempt is stored, verified by the service, and opens the debrief", async () => {
	const page = await world.open(null);
	await world.signIn(page, "Robin");
	await page.goto(world.url + CHALLENGE_1);
	await page.getByText("Robin").waitFor();
	await page.getByRole("button", { name: "Show hint 1 of 4" }).click();
	await giveUp(page);
	await write(page, ANSWER);
	await verify(page);
	await page.locator(".passed").getByText("What you have learnt").waitFor();
	// The debrief does not wait until the attempts are sent.
	let all: Attempt[] = [];
	while (all.length < 2) all = await attemptsOf(page);
	const [attempt, ...others] = all;
	expect(others).toMatchObject([{ passed: false, gaveUp: true }]);
	expect(attempt).toMatchObject({
		passed: true,
		verified: true,
		hintsUsed: 1,
	});
	await page.reload();
	await page.getByText("What you have learnt").waitFor();
	// More often than the service takes results: nothing is lost, and nothing is to be done.
	await page.route("**/api/v1/attempts", (route) =>
		route.fulfill({ status: 429, headers: { "retry-after": "60" } }),
	);
	await write(page, `${ANSWER}// again`);
	await verify(page);
	await page.getByText(/^1 result not synced yet: .+ automatically/).waitFor();
	expect(await page.getByRole("button", { name: "Send now" }).count()).toBe(0);
});

test("the catalogue says when it cannot be loaded, and loads when asked again", async () => {
	const page = await world.open("/404");
	await world.pull();
	try {
		await page.getByRole("link", { name: "See all packs" }).click();
		await page.getByRole("alert").waitFor();
		expect(await page.getByRole("alert").textContent()).toContain(
			"The service cannot be reached.",
		);
	} finally {
		await world.plug();
	}
	await page.getByRole("button", { name: "Try again" }).click();
	await page.getByRole("link", { name: /Express/ }).waitFor();
});

/** Gives up by keyboard: the explanation is shown, and there is nothing to give up any more. */
async function giveUp(page: Page): Promise<void> {
	const more = page.getByRole("button", { name: "More" });
	const item = page.getByRole("menuitem", { name: /^Give up/ });
	await more.press("Enter");
	await item.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Give up this challenge?" });
	expect(await axeViolations(page)).toEqual([]);
	await dialog.getByRole("button", { name: "Give up" }).press("Enter");
	await page.getByText("What you have learnt").waitFor();
	await dialogGone(page);
	await more.press("Enter");
	await page.getByRole("menuitem", { name: "Download as zip" }).waitFor();
	expect(await item.count()).toBe(0);
	await page.keyboard.press("Escape");
}

/** The attempts of the page's learner, read with the page's own session. */
async function attemptsOf(page: Page): Promise<Attempt[]> {
	return page.evaluate(async () => {
		const read = async <Data>(path: string) =>
			((await (await fetch(path)).json()) as { data: Data }).data;
		const { _id } = await read<Challenge>(
			"/api/v1/packs/express/challenges/say-hello-over-http",
		);
		return read<Attempt[]>(`/api/v1/challenges/${_id}/attempts`);
	});
}
