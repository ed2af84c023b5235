/** What a model is told so that its next call is the right one: the nearest names, the tool to call, what would be lost. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { readCases } from "@treeline/packs/disk";
import { challengeSlug } from "@treeline/packs/format";
import { serviceForFile } from "../../../test/harness.ts";
import { type Connected, connected } from "../../../test/mcp-clients.ts";
import { WIDE, worldOf } from "../../../test/openapi/fixtures.ts";
import { launchPack } from "../../../test/seed-packs.ts";

const service = await serviceForFile(WIDE);
let mcp: Connected;
beforeAll(async () => {
	await worldOf(service);
	mcp = await connected(service.front);
	// The client checks answers by the schemas that it has seen.
	await mcp.client.listTools();
});
afterAll(() => mcp.client.close());

interface Result {
	packs: object[];
	challenges: { challenge: string }[];
	valid: boolean;
	faults: { pointer: string; code: string }[];
}

async function call(name: string, args: Record<string, unknown> = {}) {
	const answer = await mcp.client.callTool({ name, arguments: args });
	const [{ text = "" } = {}] = answer.content as { text?: string }[];
	return {
		failed: answer.isError === true,
		text,
		result: answer.structuredContent as unknown as Result,
	};
}

/** The text of a call that must fail. */
async function refusal(name: string, args: Record<string, unknown>) {
	const { failed, text } = await call(name, args);
	expect(failed).toBe(true);
	return text;
}

describe("a missing or wrong key", () => {
	/** As a program has it that signs in by OAuth wherever it gets a 401. */
	const signsIn: OAuthClientProvider = {
		redirectUrl: "http://127.0.0.1:1/callback",
		clientMetadata: { redirect_uris: ["http://127.0.0.1:1/callback"] },
		clientInformation: () => undefined,
		saveClientInformation: () => {},
		tokens: () => undefined,
		saveTokens: () => {},
		redirectToAuthorization: () => {},
		saveCodeVerifier: () => {},
		codeVerifier: () => "",
	};

	test.each<[string, Record<string, string>, OAuthClientProvider | undefined]>([
		["no key", {}, undefined],
		["a wrong key", { "x-admin-key": "wrong" }, undefined],
		["no key, by a client with OAuth", {}, signsIn],
		["a wrong key, by a client with OAuth", { "x-admin-key": "no" }, signsIn],
	])(
		"%s is answered with a sentence that the client shows",
		async (_, headers, authProvider) => {
			const client = new Client({ name: "test", version: "1.0.0" });
			const transport = new StreamableHTTPClientTransport(
				new URL(`${service.front}/api/mcp`),
				{ requestInit: { headers }, authProvider },
			);
			const error = await client.connect(transport).then(
				() => null,
				(reason) => reason,
			);
			expect(error?.message).toContain("admin key");
			expect(error?.message).toMatch(/X-Admin-Key|ADMIN_API_KEY/);
			if (!("x-admin-key" in headers))
				expect(error?.message).toContain(
					"a personal token as `Authorization: Bearer`",
				);
			expect(error?.message).not.toContain("Invalid OAuth error response");
		},
	);
});

describe("a name that is not there", () => {
	test("of a pack leads to the nearest packs and to packs_list", async () => {
		const text = await refusal("pack_get", { pack: "expres" });
		expect(text).toContain('There is no pack "expres"');
		expect(text).toContain('"express"');
		expect(text).toContain("packs_list");
		const far = await refusal("pack_get", { pack: "zzzzzzzzzzzzzz" });
		expect(far).not.toContain('"express"');
		expect(far).toContain("packs_list");
	});

	test.each(["challenge_get", "challenge_hint", "solution_verify"])(
		"of a challenge leads %s to the nearest challenges and to pack_get",
		async (tool) => {
			const more = {
				challenge_get: {},
				challenge_hint: { step: 1 },
				solution_verify: { files: [{ path: "app.js", content: "" }] },
			}[tool];
			const text = await refusal(tool, {
				pack: "express",
				challenge: "say-helo-over-http",
				...more,
			});
			expect(text).toContain('"say-hello-over-http"');
			expect(text).not.toContain("look-up-one-book");
			expect(text).toContain("pack_get");
			expect(
				await refusal(tool, { pack: "expres", challenge: "any", ...more }),
			).toContain('"express"');
		},
	);
});

describe("challenge_search", () => {
	const found = async (q: string) =>
		(await call("challenge_search", { q })).result.challenges.map(
			({ challenge }) => challenge,
		);

	test("finds a challenge by its tags and by the words of its task", async () => {
		const { challenges, manifest } = await launchPack();
		const slugs = manifest.challenges.map(challengeSlug);
		const [first] = challenges;
		expect(await found(first?.tags?.[0] ?? "")).toContain(slugs[0] ?? "");
		await service.sql`
			UPDATE challenges SET prompt = prompt || ' An uncommon quokka.' WHERE slug = ${slugs[1] ?? ""}`;
		expect(await found("quokk")).toEqual([slugs[1] ?? ""]);
	});

	test("finds a title before a task", async () => {
		await service.sql`
			UPDATE challenges SET prompt = prompt || ' Hello, hello, hello.' WHERE slug = 'look-up-one-book'`;
		expect((await found("hello"))[0]).toBe("say-hello-over-http");
	});
});

test("lists hold what a choice needs, and no more", async () => {
	const { result } = await call("packs_list");
	expect(Object.keys(result.packs[0] ?? {}).sort()).toEqual([
		"challengeCount",
		"description",
		"framework",
		"language",
		"name",
		"slug",
		"tags",
	]);
	const row = ["difficulty", "tags", "timeEstimateSeconds", "title"];
	const { result: pack } = await call("pack_get", { pack: "express" });
	expect(Object.keys(pack.challenges[0] ?? {}).sort()).toEqual(
		[...row, "slug"].sort(),
	);
	const { result: found } = await call("challenge_search", { q: "hello" });
	expect(Object.keys(found.challenges[0] ?? {}).sort()).toEqual(
		[...row, "challenge", "pack"].sort(),
	);
});

describe("pack_seed", () => {
	test("is declared as destructive", async () => {
		const { tools } = await mcp.client.listTools();
		const seed = tools.find(({ name }) => name === "pack_seed");
		expect(seed?.annotations).toMatchObject({ destructiveHint: true });
	});

	test("names in its dry run what it would retire", async () => {
		const { manifest, challenges } = await launchPack();
		const pack = {
			manifest: { ...manifest, slug: "to-be-cut" },
			challenges,
		};
		const first = await call("pack_seed", { ...pack, dryRun: false });
		expect(first.result).toMatchObject({ retires: [] });
		const shorter = {
			manifest: {
				...pack.manifest,
				challenges: manifest.challenges.slice(0, 1),
			},
			challenges: challenges.slice(0, 1),
		};
		const retires = manifest.challenges.slice(1).map(challengeSlug);
		expect((await call("pack_seed", shorter)).result).toMatchObject({
			dryRun: true,
			change: { challenges: { retired: retires.length } },
			retires,
		});
		expect(
			(await call("pack_seed", { ...shorter, dryRun: false })).result,
		).toMatchObject({ dryRun: false, retires });
	});
});

describe("pack_validate", () => {
	const pack = async () => {
		const { manifest, challenges } = await launchPack();
		return {
			manifest: { ...manifest, challenges: manifest.challenges.slice(0, 1) },
			challenges: challenges.slice(0, 1),
		};
	};

	test("checks cases: right answers that must pass, wrong ones that a check must catch", async () => {
		const given = await pack();
		const [{ files = [], scaffold = [] } = {}] = given.challenges;
		const cases = {
			"say-hello-over-http": {
				accepted: [{ name: "the starter", files: scaffold }],
				rejected: [
					{
						name: "a blank line more",
						files: files.map(({ path, content }) => ({
							path,
							content: `${content}\n\n`,
						})),
						caughtBy: "perFile/app.js/0",
					},
				],
			},
		};
		const { result } = await call("pack_validate", { ...given, cases });
		expect(result.valid).toBe(false);
		const { faults } = result;
		expect(faults).toContainEqual(
			expect.objectContaining({
				pointer: "#/cases/say-hello-over-http/accepted/0",
				code: "false_reject",
			}),
		);
		expect(faults).toContainEqual(
			expect.objectContaining({
				pointer: "#/cases/say-hello-over-http/rejected/0",
				code: "false_accept",
			}),
		);
	});

	test("finds nothing wrong with cases that hold", async () => {
		const { accepted, rejected } = await readCases(
			join(import.meta.dir, "../../../../packs/express"),
			"challenges/01-say-hello-over-http.json",
		);
		const cases = { accepted, rejected };
		expect(cases.rejected).not.toBeEmpty();
		const { result } = await call("pack_validate", {
			...(await pack()),
			cases: { "say-hello-over-http": cases },
		});
		expect(result).toMatchObject({ valid: true, faults: [] });
	});

	test("says of cases which challenge or member they lack", async () => {
		const given = await pack();
		const { result } = await call("pack_validate", {
			...given,
			cases: { "no-such": { accepted: [], rejected: [] }, other: { wrong: 1 } },
		});
		const text = JSON.stringify(result.faults);
		expect(text).toContain('"#/cases/no-such"');
		expect(text).toContain("say-hello-over-http");
	});
});

describe("a prompt's arguments", () => {
	const named = { pack: "express", challenge: "say-hello-over-http" };
	test.each([
		["author_challenge", { language: "cobol", topic: "loops" }, "language"],
		[
			"author_challenge",
			{ language: "python", topic: "loops", difficulty: "hard" },
			"difficulty",
		],
		["author_challenge", { language: "python", topic: "" }, "topic"],
		["next_hint", { ...named, step: "two" }, "step"],
		["next_hint", { ...named, hint: "1" }, "hint"],
		["summarize_chat_session", { id: "1" }, "id"],
	])("of %s are checked: %j", async (name, given, argument) => {
		const error = await mcp.client
			.getPrompt({ name, arguments: given as Record<string, string> })
			.then(
				() => null,
				(reason) => reason,
			);
		expect(error).toMatchObject({ code: -32602 });
		expect(error.message).toContain(`\`${argument}\``);
	});
});
