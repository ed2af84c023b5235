/** The tools, called by the SDK's own client, which holds every answer against the schema that the tool declares. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { REFERENCE_MARK, WIDE, worldOf } from "./described/world.ts";
import { type Service, startService } from "./harness.ts";
import { type Connected, connected } from "./mcp-clients.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(60_000);

let service: Service;
let mcp: Connected;
beforeAll(async () => {
	service = await startService(WIDE);
	await worldOf(service);
	mcp = await connected(service.front);
	// The client checks answers by the schemas that it has seen.
	await mcp.client.listTools();
});
afterAll(async () => {
	await mcp.client.close();
	await service.stop();
});

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

test("the service's status names what it depends on", async () => {
	expect(await told("service_status")).toMatchObject({
		status: "ready",
		checks: { database: "ok" },
	});
});
