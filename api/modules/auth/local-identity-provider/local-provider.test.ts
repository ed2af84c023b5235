/** Signing in on one's own machine: the whole flow without any set-up, for this machine alone, as strict as any provider. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { mkdtempSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, openBrowser } from "../../../test/cookie-browser.ts";
import {
	ADMIN_SECRET,
	type Program,
	startProgram,
} from "../../../test/harness.ts";
import { smallPacks } from "../../../test/seed-packs.ts";

// It starts a database of its own.
setDefaultTimeout(180_000);

let dataDir: string;
let packs: string;
let at: Program;
const environment = (more: Record<string, string> = {}) => ({
	PORT: "0",
	BACKEND_PORT: "0",
	DATA_DIR: dataDir,
	PACKS_DIR: packs,
	ADMIN_SECRET,
	...more,
});
beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), "treeline-local-"));
	packs = join(dataDir, "packs");
	smallPacks(packs);
	at = await startProgram(environment());
});
afterAll(async () => {
	await at?.end("SIGTERM");
	await rm(dataDir, { recursive: true, force: true });
});

/** The form's address, as the browser is sent there. */
async function untilForm(browser: Browser): Promise<string> {
	const began = await browser.ask(
		`${at.front}/api/auth/signin?returnTo=%2Fpacks%2Freact`,
	);
	return began.headers.get("location") ?? "";
}

test("the form is in German for who reads German, and so is what is wrong", async () => {
	const browser = openBrowser({ "accept-language": "de" });
	const form = await untilForm(browser);
	const page = await (await browser.ask(form)).text();
	expect(page).toContain('<html lang="de"');
	expect(page).toContain("<title>Anmelden – Treeline</title>");
	const refused = await send(browser, form, " ");
	expect(await refused.text()).toContain("Gib einen Namen");
});

const send = (
	browser: Browser,
	form: string,
	name: string,
	headers: Record<string, string> = {},
) =>
	browser.ask(form, {
		method: "POST",
		headers: {
			"content-type": "application/x-www-form-urlencoded",
			...headers,
		},
		body: String(new URLSearchParams({ name })),
	});

/** Signs in as `name`; answers who the service then says it is. */
async function signedInAs(name: string) {
	const browser = openBrowser();
	const sent = await send(browser, await untilForm(browser), name);
	const ended = await browser.ask(sent.headers.get("location") ?? "");
	expect(ended.headers.get("location")).toBe(`${at.front}/packs/react`);
	const answer = await browser.ask(`${at.front}/api/v1/auth/session`);
	return (await answer.json()).data.user as { _id: string; name: string };
}

describe("a name", () => {
	test("signs in, and the same name is the same learner, in whatever case", async () => {
		const robin = await signedInAs("Robin");
		expect(robin.name).toBe("Robin");
		expect((await signedInAs("  rObin ‎"))._id).toBe(robin._id);
		expect((await signedInAs("Robin 2"))._id).not.toBe(robin._id);
	});

	test.each([
		["nothing", ""],
		["blanks", " \u200b\u2003\t"],
		["61 letters", "a".repeat(61)],
	])("of %s is asked for again", async (_, name) => {
		const browser = openBrowser();
		const answer = await send(browser, await untilForm(browser), name);
		expect(answer.status).toBe(400);
		expect(await answer.text()).toContain(
			"Enter a name of at most 60 characters.",
		);
	});

	test("outlives the program and its port", async () => {
		const before = await signedInAs("Kim");
		await at.end("SIGTERM");
		at = await startProgram(environment());
		expect((await signedInAs("Kim"))._id).toBe(before._id);
	});
});

describe("to anyone but this machine it does not exist", () => {
	test.each([
		["host", "treeline.example"],
		["host", "192.168.1.20:3000"],
		["x-forwarded-for", "127.0.0.1"],
		["x-forwarded-proto", "https"],
		["forwarded", "for=127.0.0.1"],
		["via", "1.1 proxy"],
		["cf-connecting-ip", "127.0.0.1"],
		["x-real-ip", "127.0.0.1"],
	])("with %s: %s", async (name, value) => {
		const form = await untilForm(openBrowser());
		for (const [method, path] of [
			["GET", form],
			["POST", form],
			["GET", `${at.front}/dev-idp/`],
			["POST", `${at.front}/dev-idp/token`],
			["GET", `${at.front}/dev-idp/profile`],
		] as const) {
			const answer = await fetch(path, {
				method,
				redirect: "manual",
				headers: { [name]: value },
			});
			expect([method, path, answer.status]).toEqual([method, path, 404]);
		}
	});

	test("and it is no route that the description lists", async () => {
		const answer = await fetch(`${at.front}/api/openapi.json`);
		expect(await answer.text()).not.toContain("dev-idp");
	});
});

describe("as a provider it refuses", () => {
	test.each([
		["another client", "client_id", "another"],
		["another way back", "redirect_uri", "https://evil.example/"],
		["another kind of answer", "response_type", "token"],
		["a challenge that is none", "code_challenge", "short"],
		["a challenge in the clear", "code_challenge_method", "plain"],
		["no state", "state", ""],
	])("%s", async (_, name, value) => {
		const browser = openBrowser();
		const form = new URL(await untilForm(browser));
		form.searchParams.set(name, value);
		for (const answer of [
			await browser.ask(form.href),
			await send(browser, form.href, "Robin"),
		]) {
			expect(answer.status).toBe(400);
			expect(answer.headers.get("location")).toBeNull();
		}
	});

	test("a code or a token of nobody's, and whoever is not the program itself", async () => {
		const token = (headers: Record<string, string>) =>
			fetch(`${at.front}/dev-idp/token`, {
				method: "POST",
				headers: {
					"content-type": "application/x-www-form-urlencoded",
					...headers,
				},
				body: "grant_type=authorization_code&code=x",
			});
		expect((await token({})).status).toBe(401);
		const guessed = `Basic ${btoa("treeline:")}`;
		expect((await token({ authorization: guessed })).status).toBe(401);
		// Of a signature it has the length in letters, not in bytes.
		const accented = `Bearer x.${"\u00e9".repeat(43)}`;
		for (const authorization of ["", "Bearer x", "Basic x", accented]) {
			const answer = await fetch(`${at.front}/dev-idp/profile`, {
				headers: { authorization },
			});
			expect(answer.status).toBe(401);
		}
	});

	test("a code that came back before", async () => {
		const browser = openBrowser();
		const sent = await send(browser, await untilForm(browser), "Robin");
		const callback = sent.headers.get("location") ?? "";
		expect((await browser.ask(callback)).status).toBe(303);
		expect((await browser.ask(callback)).status).toBe(400);
	});

	test("a form in another encoding", async () => {
		const browser = openBrowser();
		const form = await untilForm(browser);
		const answer = await send(browser, form, "Robin", {
			"content-type": "application/json",
		});
		expect(answer.status).toBe(415);
	});
});

/** One database for all who start on it in turn. */
const other = mkdtempSync(join(tmpdir(), "treeline-not-local-"));
afterAll(() => rm(other, { recursive: true, force: true }));

test.each([
	["a public address", { FRONTEND_URL: "https://treeline.example" }],
	["a listener for others", { HOST: "0.0.0.0" }],
	[
		"a provider",
		{ OAUTH_CLIENT_ID: "treeline", OAUTH_CLIENT_SECRET: "a-client-secret" },
	],
])("with %s there is none", async (_, settings) => {
	const program = await startProgram(
		environment({
			...settings,
			DATA_DIR: other,
			ADMIN_API_KEY: "a-key-for-tests-of-32-characters-or-more",
		}),
	);
	const bases = [program.backend, program.front].filter((base) =>
		base.startsWith("http:"),
	);
	for (const base of bases) {
		const answer = await fetch(`${base}/dev-idp/authorize`);
		expect(answer.status).toBe(404);
	}
	await program.end("SIGTERM");
});
