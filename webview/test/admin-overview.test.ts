/** The administration's overview: how the service is, what an operator should mend, and its limits. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { signInAs } from "./admin-data.ts";
import { forThisFile, openWorld } from "./harness.ts";
import { checkInAllThemes, keyboardFaults } from "./visual-checks.ts";

const world = forThisFile(() => openWorld());

/** The overview of a moderator, with `changes` in what the service answers. */
async function open(changes: {
	overview?: Record<string, unknown>;
	checks?: Record<string, string>;
}): Promise<Page> {
	const page = await world.open(null);
	await signInAs(page, world, "moderator", "Mo");
	const patch = (path: string, change: (body: never) => unknown) =>
		page.route(path, async (route) => {
			const response = await route.fetch();
			await route.fulfill({
				response,
				json: change((await response.json()) as never),
			});
		});
	await patch(
		"**/moderation/overview",
		({ data }: { data: Record<string, unknown> }) => ({
			data: { ...data, ...changes.overview },
		}),
	);
	await patch(
		"**/api/health/ready",
		(body: { checks: Record<string, string> }) => ({
			...body,
			checks: { ...body.checks, ...changes.checks },
		}),
	);
	await page.goto(`${world.url}/admin`);
	await page.getByRole("heading", { name: "Health" }).waitFor();
	return page;
}

test("names the right that keeps replicas from running reads, and what gives it", async () => {
	const page = await open({
		overview: {
			missingRights: [
				{
					database: "platform",
					name: "treeline",
					grant:
						"GRANT EXECUTE ON FUNCTION pg_control_checkpoint() TO treeline",
				},
			],
		},
		checks: { replicas: "error" },
	});
	await page
		.getByText(
			"The replicas of the database “treeline” run no reads: its user may not ask how far they are. Run this there on the primary, as its superuser:",
		)
		.waitFor();
	await page
		.getByText("GRANT EXECUTE ON FUNCTION pg_control_checkpoint() TO treeline")
		.waitFor();
	expect([
		...(await checkInAllThemes(page, "adminOverviewRights")),
		...(await keyboardFaults(page)),
	]).toEqual([]);
});
