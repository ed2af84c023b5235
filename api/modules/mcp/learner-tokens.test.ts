/** What a learner's model sees and does with a personal token: packs, challenges and hints, the learner's own progress and attempts, and nothing else. */
import { beforeAll, describe, expect, test } from "bun:test";
import {
	Client,
	StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { serviceForFile } from "../../test/harness.ts";
import { bearer, type Connected, connected } from "../../test/mcp-clients.ts";
import {
	type Owner,
	ownedPack,
	REFERENCE_MARK,
	WIDE,
	type World,
	withTokens,
	worldOf,
} from "../../test/openapi/fixtures.ts";

const service = await serviceForFile(WIDE);
let world: World;
beforeAll(async () => {
	world = await worldOf(service);
});

/** An account of its own for each test, whose requests are counted. */
const newLearner = async () =>
	withTokens(service, await service.signIn("Lea Learner"));

const READ = [
	"attempts_list",
	"challenge_get",
	"challenge_hint",
	"challenge_search",
	"pack_get",
	"packs_list",
	"progress_get",
	"solution_verify",
];

type Kind = keyof Owner["tokens"];
const SEEN: [Kind, string[]][] = [
	["read", READ],
	["all", ["attempt_record", ...READ]],
];

/** A client of the revision without sessions. */
async function stateless(token: string) {
	const client = new Client(
		{ name: "test", version: "1.0.0" },
		{ versionNegotiation: { mode: { pin: "2026-07-28" } } },
	);
	await client.connect(
		new StreamableHTTPClientTransport(new URL(`${service.front}/api/mcp`), {
			requestInit: { headers: bearer(token) },
		}),
	);
	return client;
}

async function called(
	{ client }: Pick<Connected, "client">,
	name: string,
	args: Record<string, unknown> = {},
) {
	const answer = await client.callTool({ name, arguments: args });
	const [{ text = "" } = {}] = answer.content as { text?: string }[];
	if (answer.isError) throw new Error(text);
	// biome-ignore lint/suspicious/noExplicitAny: as it came
	return answer.structuredContent as any;
}

describe.each(["2025-11-25", "2026-07-28"])("in revision %s", (revision) => {
	const open = async (token: string) =>
		revision === "2025-11-25"
			? (await connected(service.front, bearer(token))).client
			: ((await stateless(token)) as unknown as Connected["client"]);

	test.each(SEEN)(
		"a token with the scopes “%s” lists what is its",
		async (kind, tools) => {
			const { tokens } = await newLearner();
			const client = await open(tokens[kind]);
			const listed = await Promise.all([
				client.listTools(),
				client.listResources(),
				client.listResourceTemplates(),
				client.listPrompts(),
			]);
			const [{ tools: seen }, { resources }, templates, { prompts }] = listed;
			expect(seen.map(({ name }) => name).sort()).toEqual(tools);
			expect(resources.map(({ uri }) => uri)).toEqual(["pack://express"]);
			expect(
				templates.resourceTemplates.map(({ uriTemplate }) => uriTemplate),
			).toEqual([
				"pack://{pack}",
				"challenge://{pack}/{challenge}",
				"challenge://{pack}/{challenge}/files/{+path}",
			]);
			expect(prompts.map(({ name }) => name)).toEqual([
				"explain_failure",
				"next_hint",
			]);
			expect(client.getServerCapabilities()?.resources).toEqual({});
			expect(client.getInstructions()).toContain("attempt_record");
			await client.close();
		},
	);

	const REFUSED: [
		what: string,
		ask: (client: Connected["client"]) => Promise<unknown>,
	][] = [
		...[
			...[
				"content_search",
				"content_get",
				"content_create",
				"chat_sessions_list",
			],
			...["pack_format", "pack_validate", "pack_seed", "service_status"],
			"no_such_tool",
		].map(
			(name) =>
				[
					`There is no tool "${name}"`,
					(client: Connected["client"]) =>
						client.callTool({ name, arguments: {} }),
				] as [string, (client: Connected["client"]) => Promise<unknown>],
		),
		...[
			...["content://types", "content://bundle", "schema://pack"],
			`chat-session://sess_${"a".repeat(22)}`,
		].map(
			(uri) =>
				[
					`There is no resource ${uri}`,
					(client: Connected["client"]) => client.readResource({ uri }),
				] as [string, (client: Connected["client"]) => Promise<unknown>],
		),
		...[
			"author_challenge",
			"review_challenge",
			"draft_content",
			"summarize_chat_session",
		].map(
			(name) =>
				[
					`There is no prompt "${name}"`,
					(client: Connected["client"]) =>
						client.getPrompt({ name, arguments: {} }),
				] as [string, (client: Connected["client"]) => Promise<unknown>],
		),
	];

	test("what is for administrators is unknown to every token", async () => {
		const { tokens } = await newLearner();
		const client = await open(tokens.all);
		for (const [message, ask] of REFUSED)
			await expect(ask(client), message).rejects.toThrow(message);
		await client.close();
	});

	test("completions name no content and no conversation", async () => {
		const { tokens } = await newLearner();
		const client = await open(tokens.all);
		const complete = async (uri: string, name: string) =>
			(
				await client.complete({
					ref: { type: "ref/resource", uri },
					argument: { name, value: "" },
				})
			).completion.values;
		expect(await complete("content://{type}/{slug}{?version}", "type")).toEqual(
			[],
		);
		expect(await complete("chat-session://{id}", "id")).toEqual([]);
		expect(await complete("pack://{pack}", "pack")).toEqual(["express"]);
		await client.close();
	});
});

test("attempts are recorded, verified and counted for their learner alone", async () => {
	const [lea, other] = [await newLearner(), await newLearner()];
	const one = await connected(service.front, bearer(lea.tokens.all));
	const two = await connected(service.front, bearer(other.tokens.all));
	const [challenge] = world.pack.challenges;
	if (!challenge?.scaffold) throw new Error("a challenge without a scaffold");
	const named = { pack: world.packSlug, challenge: world.challengeSlug };
	const solution = challenge.files.map(({ path, content }) => ({
		path,
		content,
	}));

	const before = await called(one, "challenge_get", named);
	expect(before.status).toBe("not_started");
	const failed = await called(one, "attempt_record", {
		...named,
		files: challenge.scaffold,
		timeSeconds: 30,
	});
	expect(failed.attempt).toMatchObject({
		...{ passed: false, verified: true, timeSeconds: 30, gaveUp: false },
	});
	const attemptId = crypto.randomUUID();
	const send = () =>
		called(one, "attempt_record", {
			...named,
			files: solution,
			hintsUsed: 1,
			attemptId,
		});
	const passed = await send();
	expect(passed.attempt).toMatchObject({ passed: true, hintsUsed: 1 });
	expect(passed.passedChecks).toEqual(passed.totalChecks);
	expect(await send()).toEqual(passed);

	const { attempts, total } = await called(one, "attempts_list", named);
	expect(total).toBe(2);
	expect(
		(attempts as { passed: boolean }[]).map((each) => each.passed),
	).toEqual([true, false]);
	expect(await called(one, "progress_get")).toMatchObject({
		packs: [{ slug: world.packSlug, passedCount: 1 }],
		recent: [{ passed: true }, { passed: false }],
	});
	expect((await called(one, "challenge_get", named)).status).toBe("passed");
	const { challenges } = await called(one, "pack_get", {
		pack: world.packSlug,
	});
	expect((challenges as { status: string }[])[0]?.status).toBe("passed");

	expect(await called(two, "attempts_list", named)).toEqual({
		attempts: [],
		total: 0,
	});
	expect(await called(two, "progress_get")).toEqual({
		packs: [],
		recent: [],
	});
	expect((await called(two, "challenge_get", named)).status).toBe(
		"not_started",
	);
	const admin = await connected(service.front);
	expect(
		(await called(admin, "challenge_get", named)).status as unknown,
	).toBeUndefined();
	await expect(called(admin, "progress_get")).rejects.toThrow(
		"There is no tool",
	);
	await Promise.all([one, two, admin].map(({ client }) => client.close()));
});

test("a solution is verified without being recorded", async () => {
	const { userId, tokens } = await newLearner();
	const mcp = await connected(service.front, bearer(tokens.read));
	const verified = await called(mcp, "solution_verify", {
		...{ pack: world.packSlug, challenge: world.challengeSlug },
		files: world.pack.challenges[0]?.scaffold,
	});
	expect(verified.passed).toBe(false);
	const rows =
		await service.sql`SELECT FROM attempts WHERE user_id = ${userId}`;
	expect(rows).toHaveLength(0);
	await mcp.client.close();
});

test("hints that are given count as used, the furthest of them", async () => {
	const { cookie, tokens } = await newLearner();
	const mcp = await connected(service.front, bearer(tokens.all));
	const named = { pack: world.packSlug, challenge: world.challengeSlug };
	for (const step of [1, 2, 1])
		await called(mcp, "challenge_hint", { ...named, step });
	await expect(
		called(mcp, "challenge_hint", { ...named, step: 1000 }),
	).rejects.toThrow("there is no step 1000");
	const files = world.pack.challenges[0]?.scaffold;
	const hintsUsed = async (more: object) =>
		(await called(mcp, "attempt_record", { ...named, files, ...more })).attempt
			.hintsUsed;
	expect(await hintsUsed({})).toBe(2);
	expect(await hintsUsed({ hintsUsed: 1 })).toBe(2);
	expect(await hintsUsed({ hintsUsed: 3 })).toBe(3);
	const answer = await fetch(`${service.front}/api/v1/account/export`, {
		headers: { cookie },
	});
	const { hintsShown } = (await answer.json()).data;
	expect(hintsShown).toMatchObject([
		{ packSlug: named.pack, challengeSlug: named.challenge, step: 2 },
	]);
	await mcp.client.close();
});

test("the limit of attempts is one, by whichever way they come", async () => {
	const { cookie, tokens } = await newLearner();
	const { challengeId, packSlug: pack, challengeSlug: challenge } = world;
	for (let sent = 0; sent < 9; sent++) {
		const answer = await fetch(`${service.front}/api/v1/attempts`, {
			method: "POST",
			headers: { cookie, "content-type": "application/json" },
			body: JSON.stringify({ challengeId, passed: false }),
		});
		expect(answer.status).toBe(201);
	}
	const mcp = await connected(service.front, bearer(tokens.all));
	const files = [{ path: "app.js", content: "" }];
	const record = () =>
		called(mcp, "attempt_record", { pack, challenge, files });
	await record();
	await expect(record()).rejects.toThrow(
		/at most 10 of this kind .* Try again in \d+ s/,
	);
	await mcp.client.close();
});

test("a learner reads their own private pack, as others do not, and never its reference", async () => {
	const [lea, other] = [await newLearner(), await newLearner()];
	const { slug } = await ownedPack({ ...world, owner: lea });
	const one = await connected(service.front, bearer(lea.tokens.all));
	const two = await connected(service.front, bearer(other.tokens.all));
	const own = await called(one, "pack_get", { pack: slug });
	expect(own.pack).toMatchObject({ slug, visibility: "private" });
	const challenge = await called(one, "challenge_get", {
		...{ pack: slug, challenge: world.challengeSlug },
	});
	expect(JSON.stringify([own, challenge])).not.toContain(REFERENCE_MARK);
	await expect(called(two, "pack_get", { pack: slug })).rejects.toThrow(
		"There is no pack",
	);
	await Promise.all([one, two].map(({ client }) => client.close()));
});
