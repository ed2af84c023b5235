/** The tools, called by the SDK's own client, which holds every answer against the schema that the tool declares. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { challengeSlug } from "@treeline/packs/format";
import { serviceForFile } from "../../../test/harness.ts";
import { type Connected, connected } from "../../../test/mcp-clients.ts";
import {
	REFERENCE_MARK,
	WIDE,
	worldOf,
} from "../../../test/openapi/fixtures.ts";
import { launchPack } from "../../../test/seed-packs.ts";

const service = await serviceForFile({
	...WIDE,
	TRUSTED_PROXIES: "127.0.0.1",
});
let mcp: Connected;
beforeAll(async () => {
	await worldOf(service);
	mcp = await connected(service.front);
	// The client checks answers by the schemas that it has seen.
	await mcp.client.listTools();
});
afterAll(() => mcp.client.close());

interface Answer {
	isError?: boolean;
	content: { type: string; text: string }[];
	structuredContent?: Record<string, never>;
}

const call = async (name: string, args: Record<string, unknown> = {}) =>
	(await mcp.client.callTool({ name, arguments: args })) as unknown as Answer;

/** What a tool answers that must succeed. */
async function told(name: string, args: Record<string, unknown> = {}) {
	const { isError, content, structuredContent } = await call(name, args);
	if (isError) throw new Error(content[0]?.text);
	expect(JSON.parse(content[0]?.text ?? "")).toEqual(structuredContent);
	return structuredContent as Record<string, unknown>;
}

/** What a tool says that must refuse. */
async function refusal(name: string, args: Record<string, unknown>) {
	const { isError, content } = await call(name, args);
	expect(isError).toBe(true);
	return content[0]?.text;
}

test("each tool says what it does to what there is, and closes its arguments", async () => {
	const { tools } = await mcp.client.listTools();
	for (const {
		name,
		title,
		description,
		annotations,
		inputSchema,
		outputSchema,
	} of tools) {
		expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
		expect(title).toBeString();
		expect(description?.length).toBeGreaterThan(40);
		expect(inputSchema.additionalProperties).toBe(false);
		expect(outputSchema?.type).toBe("object");
		expect(Object.keys(annotations ?? {}).sort()).toEqual([
			"destructiveHint",
			"idempotentHint",
			"openWorldHint",
			"readOnlyHint",
			"title",
		]);
	}
});

describe("packs", () => {
	test("are listed, read and searched", async () => {
		expect(await told("packs_list", { language: "javascript" })).toMatchObject({
			packs: [{ slug: "express", challengeCount: 3 }],
			total: 1,
		});
		expect(await told("packs_list", { tags: ["no-such-tag"] })).toEqual({
			packs: [],
			total: 0,
		});
		const { challenges } = await told("pack_get", { pack: "express" });
		expect(challenges).toBeArrayOfSize(3);
		const { total } = await told("challenge_search", { q: "hello" });
		expect(total).toBe(1);
	});

	test("show a challenge's task, files and checks, and never its reference", async () => {
		const [{ slug = "" } = {}] = (await told("pack_get", { pack: "express" }))
			.challenges as { slug?: string }[];
		const challenge = await told("challenge_get", {
			pack: "express",
			challenge: slug,
		});
		expect(challenge).toMatchObject({ pack: "express", slug, previous: null });
		expect(challenge.checks).not.toBeEmpty();
		expect(JSON.stringify(challenge)).not.toContain(REFERENCE_MARK);
	});

	test("give hints one at a time", async () => {
		const [{ slug: challenge = "" } = {}] = (
			await told("pack_get", { pack: "express" })
		).challenges as { slug?: string }[];
		const named = { pack: "express", challenge };
		const first = await told("challenge_hint", { ...named, step: 1 });
		expect(first).toMatchObject({ step: 1, hint: expect.any(String) });
		const beyond = Number(first.of) + 1;
		expect(
			await refusal("challenge_hint", { ...named, step: beyond }),
		).toContain(`there is no step ${beyond}`);
	});

	test("refuse what there is not, and arguments that do not fit, with the field's name", async () => {
		expect(await refusal("pack_get", { pack: "no-such-pack" })).toContain(
			'There is no pack "no-such-pack"',
		);
		expect(await refusal("pack_get", { slug: "express" })).toContain("#/pack:");
		expect(await refusal("packs_list", { limit: 500 })).toContain("#/limit:");
	});
});

describe("a solution", () => {
	test("is verified by its syntax tree, with what is missed and where it does not parse", async () => {
		const { manifest, challenges } = await launchPack();
		const named = {
			pack: manifest.slug,
			challenge: challengeSlug(manifest.challenges[0] ?? ""),
		};
		const { files = [], scaffold = [] } = challenges[0] ?? {};
		const right = await told("solution_verify", { ...named, files });
		expect(right).toMatchObject({ passed: true, missed: [], syntaxErrors: [] });
		expect(right.passedChecks).toBe(right.totalChecks as never);

		const wrong = await told("solution_verify", { ...named, files: scaffold });
		expect(wrong.passed).toBe(false);
		expect(wrong.missed).toContainEqual({
			file: expect.any(String),
			description: expect.any(String),
			message: expect.any(String),
			hint: expect.anything(),
			line: expect.any(Number),
		});
		const [first] = files;
		const broken = [{ path: first?.path, content: "const (" }];
		const result = await told("solution_verify", { ...named, files: broken });
		expect(result).toMatchObject({ passed: false, missed: [] });
		expect(result.syntaxErrors).not.toBeEmpty();
	});

	test("is refused when its files could not stand in a folder", async () => {
		const [pack, challenge] = ["express", "say-hello"];
		const files = [{ path: "../outside.js", content: "" }];
		const said = await refusal("solution_verify", { pack, challenge, files });
		expect(said).toContain("#/files");
	});
});

describe("a pack that is written", () => {
	const written = async () => {
		const { manifest, challenges } = await launchPack();
		return { manifest: { ...manifest, slug: "written-here" }, challenges };
	};

	test("is proved, and what is wrong with it told by its place", async () => {
		const pack = await written();
		expect(await told("pack_validate", pack)).toEqual({
			valid: true,
			challengeCount: 3,
			faults: [],
		} as never);
		const [first, ...rest] = pack.challenges;
		const files = [{ path: "app.js", content: "" }];
		const spoiled = { ...pack, challenges: [{ ...first, files }, ...rest] };
		const { valid, faults } = await told("pack_validate", spoiled);
		expect(valid).toBe(false);
		expect(faults).toContainEqual({
			pointer: expect.stringContaining("#/challenges/0/"),
			code: "reference_fails",
			detail: expect.any(String),
		});
		expect(
			await told("pack_validate", { manifest: {}, challenges: [] }),
		).toMatchObject({
			valid: false,
		});
	});

	test("is seeded after a dry run, and refused whole when it does not hold", async () => {
		const pack = await written();
		const created = { slug: "written-here", result: "created" };
		expect(await told("pack_seed", pack)).toMatchObject({
			dryRun: true,
			change: created,
		});
		expect(await refusal("pack_get", { pack: "written-here" })).toContain(
			"There is no pack",
		);
		expect(await told("pack_seed", { ...pack, dryRun: false })).toMatchObject({
			dryRun: false,
			change: created,
		});
		const { challenges } = await told("pack_get", { pack: "written-here" });
		expect(challenges).toBeArrayOfSize(3);
		expect(await told("pack_seed", { ...pack, dryRun: false })).toMatchObject({
			change: { result: "unchanged" },
		});
		const faulty = { ...pack, manifest: { ...pack.manifest, version: "one" } };
		expect(await refusal("pack_seed", faulty)).toContain("#/manifest/version");
	});

	test("has a format that can be read", async () => {
		const { manifest, challenge } = await told("pack_format");
		expect(manifest).toHaveProperty("properties.slug");
		expect(challenge).toHaveProperty("properties.assertions");
	});
});

describe("resources", () => {
	test("are listed, and each that is listed can be read", async () => {
		const { resources } = await mcp.client.listResources();
		const addresses = resources.map(({ uri }) => uri);
		expect(addresses).toContain("pack://express");
		expect(addresses).toContain("schema://challenge");
		for (const uri of addresses) {
			const { contents } = await mcp.client.readResource({ uri });
			expect(contents).toHaveLength(1);
			expect(contents[0]?.uri).toBe(uri);
		}
	});

	test("have templates, which lead to challenges and their files", async () => {
		const { resourceTemplates } = await mcp.client.listResourceTemplates();
		expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
			expect.arrayContaining([
				"pack://{pack}",
				"challenge://{pack}/{challenge}",
				"challenge://{pack}/{challenge}/files/{+path}",
			]),
		);
		const { manifest, challenges } = await launchPack();
		const slug = challengeSlug(manifest.challenges[0] ?? "");
		const uri = `challenge://express/${slug}`;
		const challenge = await mcp.client.readResource({ uri });
		expect(JSON.stringify(challenge)).toContain(slug);
		expect(JSON.stringify(challenge)).not.toContain(REFERENCE_MARK);
		const [file] = challenges[0]?.scaffold ?? [];
		const starting = await mcp.client.readResource({
			uri: `${uri}/files/${file?.path}`,
		});
		expect(starting.contents[0]).toMatchObject({ text: file?.content });
	});

	test("that are not there are refused with the protocol's code", async () => {
		for (const uri of ["pack://no-such-pack", "pack://%", "nowhere://at/all"])
			await expect(mcp.client.readResource({ uri })).rejects.toMatchObject({
				code: -32002,
			});
	});

	test("complete their variables", async () => {
		const complete = async (
			uri: string,
			name: string,
			value: string,
			chosen: Record<string, string> = {},
		) =>
			(
				await mcp.client.complete({
					ref: { type: "ref/resource", uri },
					argument: { name, value },
					context: { arguments: chosen },
				})
			).completion.values;
		expect(await complete("pack://{pack}", "pack", "ex")).toEqual(["express"]);
		const uri = "challenge://{pack}/{challenge}";
		expect(
			await complete(uri, "challenge", "", { pack: "express" }),
		).toHaveLength(3);
		expect(await complete(uri, "challenge", "", { pack: "none" })).toEqual([]);
		// Packs that have not changed are not read again: nobody can read them now.
		await service.sql.begin(async (tx) => {
			await tx`LOCK TABLE packs IN ACCESS EXCLUSIVE MODE`;
			expect(await complete("pack://{pack}", "pack", "ex")).toEqual([
				"express",
			]);
		});
		await service.sql`UPDATE packs SET visibility = 'unlisted'`;
		expect(await complete("pack://{pack}", "pack", "ex")).toEqual([]);
		await service.sql`UPDATE packs SET visibility = 'public'`;
		expect(await complete("pack://{pack}", "pack", "ex")).toEqual(["express"]);
	});
});

test("prompts are written out with what they speak of", async () => {
	const { prompts } = await mcp.client.listPrompts();
	const { manifest } = await launchPack();
	const given: Record<string, string> = {
		pack: "express",
		challenge: challengeSlug(manifest.challenges[0] ?? ""),
		language: "javascript",
		topic: "closures",
		result: "{}",
		type: "note",
		brief: "A short note",
	};
	for (const { name, arguments: all = [] } of prompts) {
		const needed = all.filter(({ required }) => required);
		// There is no conversation here.
		if (needed.some((one) => one.name === "id")) continue;
		const { messages } = await mcp.client.getPrompt({
			name,
			arguments: Object.fromEntries(
				needed.map((one) => [one.name, given[one.name] ?? ""]),
			),
		});
		expect(messages).not.toBeEmpty();
		expect(JSON.stringify(messages)).not.toContain("undefined");
		if (needed.length > 0)
			await expect(mcp.client.getPrompt({ name })).rejects.toThrow(
				"needs the argument",
			);
	}
});

test("a front in a process of its own asks the backend over HTTP", async () => {
	const apart = await service.another({
		SERVE: "front",
		BACKEND_URL: service.backend,
	});
	const { client } = await connected(apart.front);
	const ask = async (name: string, args: Record<string, unknown>) =>
		(await client.callTool({ name, arguments: args })) as unknown as Answer;
	const { structuredContent } = await ask("pack_get", { pack: "express" });
	expect(structuredContent).toMatchObject({ pack: { slug: "express" } });
	const { manifest, challenges } = await launchPack();
	const seeded = await ask("pack_seed", {
		manifest: { ...manifest, slug: "from-apart" },
		challenges,
	});
	expect(seeded.structuredContent).toMatchObject({
		dryRun: true,
		change: { result: "created" },
	});
	const { isError, content } = await ask("pack_get", { pack: "nowhere" });
	expect(isError).toBe(true);
	expect(content[0]?.text).toContain("There is no pack");
	await client.close();
});

test("the service's status names what it depends on", async () => {
	expect(await told("service_status")).toMatchObject({
		status: "ready",
		checks: { database: "ok" },
	});
});
