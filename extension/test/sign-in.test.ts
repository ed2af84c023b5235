/** Signing in from VS Code: through a real browser at a real service, with what was done before, and out again. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onDatabase, startProgram } from "@treeline/webview/test/program";
import type { Locator } from "playwright-core";
import { declareAccountScenes } from "./account-scenes.ts";
import { declareAuthorScenes } from "./author-scenes.ts";
import { builtExtension } from "./build.ts";
import { TEST_DEADLINE_MS, until } from "./harness/deadline.ts";
import { ANSWER, TITLE } from "./harness/hello-challenge.ts";
import { ChallengeSearch, pickFrom } from "./harness/search.ts";
import {
	attemptElsewhere,
	attempts,
	changeFeedback,
	closeDisputes,
	disputes,
	feedbackOf,
	freePort,
	publish,
	sessions,
} from "./harness/service-data.ts";
import {
	type Answer,
	dialogButton,
	goThrough,
	leaveForBrowser,
	signOut,
} from "./harness/sign-in-page.ts";
import { Workbench } from "./harness/workbench.ts";
import { declareWebHostScenes } from "./web-host-scenes.ts";

/** The window that is in use. */
let workbench: Workbench;
/** The one that was opened first: with it, all end. */
let first: Workbench;
let search: ChallengeSearch;
let dataDir: string;
let service: Awaited<ReturnType<typeof startProgram>>;
let port: string;

beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), "treeline-editor-service-"));
	port = freePort(HOST);
	const { vsix } = await builtExtension();
	workbench = first = await Workbench.open({
		vsix,
		settings: {
			"treeline.server": `http://${HOST}:${port}`,
			"treeline.feedback.showNearMiss": false,
			"treeline.timer": true,
		},
	});
	service = await start();
	search = new ChallengeSearch(workbench);
}, TEST_DEADLINE_MS);
afterAll(async () => {
	await first?.close();
	await service?.end();
	await rm(dataDir, { recursive: true, force: true });
}, TEST_DEADLINE_MS);

/** An editor that is served by a web server takes `localhost` for the server's own, and goes through it; this is as local, and no one's. */
const HOST = "127.0.0.2";
const start = () =>
	startProgram(dataDir, port, {
		HOST,
		FRONTEND_URL: `http://${HOST}:${port}`,
		// For an extension that runs in the editor's page.
		CORS_ORIGINS: `http://127.0.0.1:${first.server.port}`,
	});

/** The first scene that failed. */
let failed: string | null = null;

/** One step. Each continues where the one before ended, so after a failure the following ones fail at once. Prints the state of the window. */
function scene(title: string, body: () => Promise<void>): void {
	test(
		title,
		async () => {
			if (failed) throw new Error(`"${failed}" failed before this.`);
			try {
				await body();
			} catch (error) {
				failed = title;
				console.log(await workbench.evidence());
				await workbench.picture(title.replaceAll(/\W+/g, "-"));
				throw error;
			}
		},
		TEST_DEADLINE_MS,
	);
}

const stored = (count: number) =>
	until(async () => (await attempts(dataDir)).length === count);
const standing = (text: string | RegExp) =>
	workbench.page.locator(".statusbar-item", { hasText: text });
const verdict = (text: string) =>
	workbench.panel.locator("#results-heading", { hasText: text }).waitFor();
const row = (title: string, status: string, { tree } = workbench) =>
	tree
		.locator(
			`.monaco-list-row[aria-label*="${title}"][aria-label*="${status}"]`,
		)
		.waitFor();

/** Notifications that a sign-in goes on in the browser. */
const underWay = () =>
	workbench.page.locator(".notification-list-item", {
		hasText: "Signing in to Treeline",
	});
const nothingUnderWay = () =>
	until(async () => (await underWay().count()) === 0);

/** Goes through the browser as `name`, and answers the editor's question there. */
const goThroughBrowser = async (name: string, answer: Answer) =>
	goThrough(await leaveForBrowser(workbench), name, answer);

/** The form for a solution that the checks refuse. */
const form = () => workbench.panel.getByRole("dialog");
const pressIn = (where: Workbench["panel"] | Locator, name: string) =>
	where.getByRole("button", { name }).press("Enter");
const REFUSED = ANSWER.replace("app.get", "app.post");

scene("without an account everything works, and nothing is sent", async () => {
	await workbench.openView("Treeline");
	await workbench.openChallenge(TITLE);
	await standing(/^\D*\d+:\d\d$/).waitFor();
	await workbench.write(REFUSED);
	await verdict("5 of 6 checks pass");
	await pressIn(workbench.panel, "My solution is right");
	await pressIn(form(), "Send");
	await form().getByText("Saved. It is sent as soon as you sign in.").waitFor();
	await workbench.write(ANSWER);
	await verdict("All checks pass");
	await row(TITLE, "passed");
	expect(await attempts(dataDir)).toHaveLength(0);
	expect(await standing("Treeline: session").count()).toBe(0);
});

scene(
	"the search lists what the service alone finds, each challenge once",
	async () => {
		await publish(dataDir, "marsupials", "Feed a Quokka");
		await onDatabase(
			dataDir,
			(sql) => sql`
				UPDATE challenges SET tags = array_append(tags, 'quokka') WHERE slug = 'look-up-one-book'`,
		);
		await search.type("book");
		await search.answeredBy(`bundled packs and ${HOST}:${port}`);
		expect(await search.hit("Look Up One Book").count()).toBe(1);
		expect(await search.hit("found by").count()).toBe(0);
		await search.replace("quokka");
		for (const title of ["Look Up One Book", "Feed a Quokka"])
			await search.hit(title, `found by ${HOST}:${port}`).waitFor();
		await workbench.picture("search");
		await search
			.hit("Feed a Quokka", "Opens in the browser")
			.and(workbench.page.locator(".focused"))
			.waitFor();
		const opened = workbench.page.context().waitForEvent("page");
		const open = dialogButton(workbench, "Open");
		await workbench.page.keyboard.press("Enter");
		await Promise.race([opened, open.click()]);
		const page = await opened;
		await page.getByRole("heading", { name: "Feed a Quokka" }).waitFor();
		expect(new URL(page.url()).pathname).toBe(
			"/packs/marsupials/feed-a-quokka",
		);
		await page.close();
	},
);

scene("begun anew, a sign-in takes the place of the one before", async () => {
	const left = await leaveForBrowser(workbench);
	await underWay().waitFor();
	const opened = await leaveForBrowser(workbench);
	await opened.close();
	await until(async () => (await underWay().count()) === 1);
	// The page of the first one is still open, and as good.
	await goThrough(left, "Robin Vale", "No");
	await workbench.notification(/You did not allow this editor to sign in/);
	await nothingUnderWay();
});

scene("a no in the browser is a no, and is told", async () => {
	await workbench.run("Notifications: Clear All Notifications");
	const opened = workbench.page.context().waitForEvent("page");
	await pressIn(form(), "Sign in");
	await Promise.race([opened, dialogButton(workbench, "Open").click()]);
	await goThrough(await opened, "Robin Vale", "No");
	await pressIn(form(), "Close");
	await workbench.notification(/You did not allow this editor to sign in/);
	expect(await sessions(dataDir)).toHaveLength(0);
	await nothingUnderWay();
});

scene("a pack of the service is added, and its challenge opens", async () => {
	await pickFrom(workbench, "Treeline: Add Pack…", `From ${HOST}:${port}…`);
	await search.hit("marsupials").waitFor();
	await workbench.page.keyboard.press("Enter");
	await workbench.notification(/The pack “marsupials” is in the Packs view/);
	for (const title of ["Feed a Quokka", TITLE]) {
		await pickFrom(workbench, "Treeline: Open Challenge…", title);
		await workbench.panel.getByRole("heading", { name: title }).waitFor();
	}
});

scene("signed in, what was done before is stored", async () => {
	await goThroughBrowser("Robin Vale", "Yes, sign in");
	await standing("Robin Vale").waitFor();
	await stored(2);
	await workbench.notification(/Your dispute was sent/);
	expect([...(await disputes(dataDir))]).toMatchObject([
		{ files: [{ path: "app.js", content: REFUSED }] },
	]);
	await closeDisputes(dataDir, "The task asks for a GET.");
	await nothingUnderWay();
	expect([...(await attempts(dataDir))]).toMatchObject([
		{ passed: false, verified: true },
		{ passed: true, verified: true },
	]);
	const [session, ...others] = await sessions(dataDir);
	expect(others).toHaveLength(0);
	expect(session?.user_agent).toMatch(/^Treeline \(VS Code\); /);
	await workbench.picture("signed-in");
});

scene("a setting that was changed before goes to the account", async () => {
	await until(async () => {
		const feedback = await feedbackOf(dataDir);
		return feedback?.showNearMiss === false && feedback.showHints === true;
	});
});

scene("from then on each attempt is stored as it is made", async () => {
	await workbench.write(ANSWER.replace("Good morning", "Good day"));
	await stored(3);
});

/** Waits until the window says that one result waits. */
const unsynced = () =>
	workbench.page
		.locator(`.statusbar-item[aria-label*="1 result not synced yet"]`)
		.waitFor();

scene(
	"cut off, checks go on and results wait; session and results outlive a killed host and the window",
	async () => {
		await attemptElsewhere(service.url, dataDir, "check-in-a-new-book");
		await service.end();
		await workbench.write(ANSWER.replace("Good morning", "Good evening"));
		await verdict("All checks pass");
		await unsynced();
		await search.type("question mark");
		await search.answeredBy("bundled packs only");
		await search.hit("Narrow the Shelf").waitFor();
		await workbench.page.keyboard.press("Escape");
		workbench.killHost();
		// VS Code's own command would wait two minutes for the host.
		await workbench.page.reload();
		await standing("Robin Vale").waitFor();
		await unsynced();
		await workbench.logged("Could not synchronise");
		// VS Code closes the panels of a killed host, now or with the window.
		await workbench.openView("Treeline");
		await workbench.openChallenge(TITLE);
	},
);

scene(
	"two windows on one folder, one of them in German, queue their results; as soon as the service can be reached all are sent, and both show what was passed elsewhere",
	async () => {
		const second = await workbench.openSecond("de");
		const statusBar = (text: string) =>
			second.page.locator(`.statusbar-item[aria-label*="${text}"]`).waitFor();
		await second.openView("Treeline");
		await second.openChallenge("Look Up One Book");
		await workbench.openView("Treeline");
		await workbench.write(ANSWER.replace("Good morning", "Good noon"));
		await second.write("const = 5;\n");
		await second.panel.getByText("ist vermutlich ein Syntaxfehler").waitFor();
		await second.write('import express from "express";\n');
		await second.panel
			.locator("#results-heading", { hasText: "Prüfungen bestanden" })
			.waitFor();
		await second.panel
			.getByText("In app.js fehlt noch res.json(….find(…)); ergänze es")
			.waitFor();
		await second.page
			.locator(".statusbar-item", { hasText: /\d\/\d Prüfungen/ })
			.waitFor();
		await statusBar("Ergebnisse noch nicht abgeglichen.");
		await second.run("Treeline: Abmelden");
		await second.notification("Von Treeline abmelden, Robin Vale?");
		await second.picture("german");
		service = await start();
		await stored(7);
		await row("Check In a New Book", "passed");
		await row("Check In a New Book", "bestanden", second);
		await second.close();
	},
);

scene("a session that ended is told once, and nothing is lost", async () => {
	await onDatabase(
		dataDir,
		(sql) => sql`UPDATE sessions SET expires_at = now()`,
	);
	await workbench.write(ANSWER.replace("Good morning", "Good night"));
	await verdict("All checks pass");
	await standing("Treeline: session ended").waitFor();
	await workbench.notification(/Your Treeline session has ended, Robin Vale/);
	expect(await attempts(dataDir)).toHaveLength(7);
});

scene(
	"signed in again, what waited is stored and what was passed elsewhere is shown",
	async () => {
		await attemptElsewhere(service.url, dataDir, "look-up-one-book");
		await changeFeedback(dataDir, "showHints", false);
		await goThroughBrowser("Robin Vale", "Yes, sign in");
		await standing("Robin Vale").waitFor();
		await stored(9);
		await workbench.openView("Treeline");
		await row("Look Up One Book", "passed");
		// A setting that was changed elsewhere has come, and nothing was sent for it.
		await workbench.panel
			.getByText(/Show hint \d of/)
			.waitFor({ state: "detached" });
		expect(await feedbackOf(dataDir)).toMatchObject({
			showHints: false,
			showNearMiss: false,
		});
	},
);

scene("an attempt is stored while the panel is closed, too", async () => {
	await workbench.run("View: Focus First Editor Group");
	await workbench.run("View: Close Editors in Other Groups");
	await workbench.page
		.locator(".tab", { hasText: TITLE })
		.waitFor({ state: "detached" });
	await workbench.write(ANSWER.replace("Good morning", "Good afternoon"));
	await stored(10);
	await workbench.openChallenge(TITLE);
	await workbench.panel.getByText("The task asks for a GET.").waitFor();
});

declareAccountScenes(scene, () => ({ workbench, dataDir, url: service.url }));

declareAuthorScenes(scene, () => ({ workbench, dataDir }));

scene("signed out, the session is over there, too", async () => {
	await workbench.openChallenge(TITLE);
	const before = await attempts(dataDir);
	await signOut(workbench, "Robin Vale");
	await until(async () => {
		const rows = await sessions(dataDir);
		return rows.every(({ user_agent }) => user_agent === null);
	});
	await workbench.write(ANSWER.replace("Good morning", "Good bye"));
	await verdict("All checks pass");
	expect(await attempts(dataDir)).toHaveLength(before.length);
});

declareWebHostScenes(scene, {
	parts: () => ({ workbench, dataDir, url: service.url }),
	use(opened) {
		workbench = opened;
	},
});
