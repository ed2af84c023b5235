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
		"**/health/ready",
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

test.each([
	[
		"unset",
		null,
		undefined,
		"not set up",
		/The chat answers nobody\. LLM_BASE_URL and LLM_MODEL/,
	],
	["reachable", null, "ok", "set up, and works", /provider answers\./],
	[
		"reachable",
		null,
		"error",
		"set up, and does not work",
		/The last replies failed/,
	],
	[
		"key_refused",
		"401",
		"ok",
		"set up, and does not work",
		/refuses the key \(401\)\. Correct LLM_API_KEY/,
	],
	[
		"unreachable",
		"ConnectionRefused",
		"ok",
		"set up, and does not work",
		/cannot be reached \(ConnectionRefused\).*LLM_BASE_URL/,
	],
	[
		"failing",
		"500",
		"ok",
		"set up, and does not work",
		/answers with an error \(500\)/,
	],
	["elsewhere", null, undefined, "not set up", /The chat answers nobody/],
	["elsewhere", null, "ok", "set up, and works", /provider answers\./],
])(
	"says of a chat that is %s (%s, readiness %s): %s",
	async (state, fault, llm, says, advice) => {
		const page = await open({
			overview: {
				languageModel: {
					state,
					model:
						state === "unset" || state === "elsewhere" ? null : "small-model",
					fault,
				},
			},
			checks: llm ? { llm } : {},
		});
		const chat = page.getByRole("region", { name: "Chat" });
		expect(await chat.getByRole("listitem").textContent()).toStartWith(says);
		expect(await chat.locator("p").textContent()).toMatch(advice);
		if (state === "key_refused" || state === "unset")
			expect([
				...(await checkInAllThemes(page, `adminOverviewChat-${state}`)),
				...(await keyboardFaults(page)),
			]).toEqual([]);
		await page.context().close();
	},
);

test("names the setting of each limit", async () => {
	const page = await open({});
	const limits = page.getByRole("region", { name: "Limits" });
	const names = (await limits.locator("dt").allInnerTexts()).slice(0, 6);
	expect(names).toEqual([
		"Who may show packs to others PUBLISHING",
		"Packs of an account AUTHOR_MAX_PACKS",
		"Size of an account’s packs AUTHOR_MAX_BYTES",
		"Size of the files of an account’s attempts ATTEMPT_FILES_MAX_BYTES",
		"Classes of an account CLASS_MAX_CLASSES",
		"Learners in a class CLASS_MAX_MEMBERS",
	]);
	expect(await checkInAllThemes(page, "adminOverviewLimits")).toEqual([]);
});
