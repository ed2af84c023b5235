/** Content by the tools of administrators' models: the same deeds as the routes', with the same conditions. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ADMIN_KEY, serviceForFile } from "../../../test/harness.ts";
import { type Connected, connected, send } from "../../../test/mcp-clients.ts";

const READ_ONLY = "a-key-for-reading-of-32-characters-or-more";
const service = await serviceForFile({ ADMIN_API_KEY_READONLY: READ_ONLY });
let mcp: Connected;
beforeAll(async () => {
	mcp = await connected(service.front);
	// The client checks answers by the schemas that it has seen.
	await mcp.client.listTools();
});
afterAll(() => mcp.client.close());

interface Item {
	id: string;
	slug: string;
	status: string;
	version: number;
	data: Record<string, unknown>;
	deletedAt: string | null;
}

interface Told {
	item: Item;
	items: Item[];
	versions: { version: number; changeSummary: string; changedBy: string }[];
	patch: object[];
	total: number;
	replayed: boolean;
}

async function call(name: string, args: Record<string, unknown>) {
	const answer = await mcp.client.callTool({ name, arguments: args });
	const [{ text = "" } = {}] = answer.content as { text?: string }[];
	return {
		failed: answer.isError === true,
		text,
		told: answer.structuredContent,
	};
}

/** What a tool answers that must succeed. */
async function told(name: string, args: Record<string, unknown>) {
	const answer = await call(name, args);
	if (answer.failed) throw new Error(answer.text);
	return answer.told as unknown as Told;
}

/** What a tool says that must refuse. */
async function refusal(name: string, args: Record<string, unknown>) {
	const answer = await call(name, args);
	expect(answer.failed).toBe(true);
	return answer.text;
}

let made = 0;
const create = async (more: Record<string, unknown> = {}) =>
	(
		await told("content_create", {
			type: "note",
			slug: `note-${++made}`,
			data: { title: "First", tags: ["a", "b"] },
			...more,
		})
	).item;

test("an item goes through its life, and each step is a version", async () => {
	const { id, slug, version, status } = await create();
	expect({ version, status }).toEqual({ version: 1, status: "draft" });

	const patch = { title: "Second", tags: null, body: "Text" };
	const changed = await told("content_update", {
		id,
		patch,
		expectedVersion: 1,
		changeSummary: "A better title",
	});
	expect(changed.item).toMatchObject({
		version: 2,
		data: { title: "Second", body: "Text" },
	});
	const published = await told("content_set_status", {
		id,
		status: "published",
	});
	expect(published.item).toMatchObject({ version: 3, status: "published" });
	const shown = await fetch(`${service.front}/api/v1/content/note/${slug}`);
	expect(shown.status).toBe(200);

	const { patch: steps } = await told("content_diff", { id, from: 1, to: 3 });
	expect(steps).toEqual([
		{ op: "replace", path: "/status", value: "published" },
		{ op: "remove", path: "/data/tags" },
		{ op: "replace", path: "/data/title", value: "Second" },
		{ op: "add", path: "/data/body", value: "Text" },
	]);
	const restored = await told("content_restore", { id, version: 1 });
	expect(restored.item).toMatchObject({
		version: 4,
		status: "published",
		data: { title: "First", tags: ["a", "b"] },
	});
	const { versions } = await told("content_history", { id });
	expect(versions.map((one) => one.version)).toEqual([4, 3, 2, 1]);
	expect(versions[2]).toMatchObject({ changeSummary: "A better title" });
	expect(versions[0]?.changedBy).toMatch(/^[0-9a-f]{8}$/);

	const deleted = await told("content_delete", { id });
	expect(deleted.item.deletedAt).toBeString();
	const back = await told("content_undelete", { id });
	expect(back.item).toMatchObject({ deletedAt: null, status: "draft" });
	expect(await refusal("content_delete", { id, hard: true })).toContain(
		"confirmSlug",
	);
	const gone = await told("content_delete", {
		id,
		hard: true,
		confirmSlug: slug,
	});
	expect(gone.item).toBeNull();
	expect(await refusal("content_get", { id })).toContain("no content item");
});

test("items are found by words, type and status, and read by address or id", async () => {
	const { id, slug } = await create({
		type: "found",
		data: { title: "An uncommon quokka" },
	});
	const { items, total } = await told("content_search", { q: "quok" });
	expect(total).toBe(1);
	expect(items[0]).toMatchObject({ id, slug, status: "draft" });
	expect(items[0]).not.toHaveProperty("data");
	const byAddress = await told("content_get", { type: "found", slug });
	expect(byAddress).toEqual(await told("content_get", { id }));
	expect(
		await told("content_search", { type: "found", status: "published" }),
	).toEqual({ items: [], total: 0 } as never);
});

test("lists hold what a choice needs; content_get reads a version's data", async () => {
	const { id } = await create({ data: { title: "Long ago" } });
	await told("content_update", { id, data: { title: "By now" } });
	const { items } = await told("content_search", { type: "note" });
	expect(Object.keys(items[0] ?? {}).sort()).toEqual([
		"deletedAt",
		"id",
		"slug",
		"status",
		"type",
		"updatedAt",
		"version",
	]);
	const { versions } = await told("content_history", { id });
	expect(versions[0]).not.toHaveProperty("data");
	expect((await told("content_get", { id, version: 1 })).item).toMatchObject({
		id,
		version: 1,
		data: { title: "Long ago" },
	});
	expect(await refusal("content_get", { id, version: 9 })).toContain(
		"content_history",
	);
});

test("a deleted item leads to content_undelete", async () => {
	const { id, slug } = await create();
	await told("content_delete", { id });
	const named = await refusal("content_get", { type: "note", slug });
	expect(named).toContain("content_undelete");
	expect(named).toContain(id);
	for (const [name, args] of [
		["content_update", { sortOrder: 2 }],
		["content_update", { patch: { title: "New" } }],
		["content_set_status", { status: "published" }],
	] as const)
		expect(await refusal(name, { id, ...args })).toContain("content_undelete");
});

test("an id of another form is told what one looks like", async () => {
	expect(await refusal("content_get", { id: "1" })).toMatch(
		/#\/id: .*"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/,
	);
	expect(await refusal("content_update", { id: "note/one" })).toMatch(
		/#\/id: .*"[0-9a-f]{8}-/,
	);
	expect(await refusal("chat_session_get", { id: "1" })).toContain('"sess_');
});

describe("a change", () => {
	test("of another version than was read is refused", async () => {
		const { id } = await create();
		await told("content_update", { id, data: { title: "Mine" } });
		const said = await refusal("content_update", {
			id,
			data: { title: "Stale" },
			expectedVersion: 1,
		});
		expect(said).toContain("not at version 1 any more");
		const { item } = await told("content_get", { id });
		expect(item.data).toEqual({ title: "Mine" });
	});

	test("with a key is made once, and the key is good for nothing else", async () => {
		const slug = `keyed-${crypto.randomUUID()}`;
		const asked = {
			type: "note",
			slug,
			data: { title: "Once" },
			idempotencyKey: crypto.randomUUID(),
		};
		const first = await told("content_create", asked);
		const second = await told("content_create", asked);
		expect(second).toEqual({ ...first, replayed: true });
		expect(
			await refusal("content_create", { ...asked, data: { title: "Twice" } }),
		).toContain("used for another");
	});

	test("by a merge patch with a key is replayed, whatever the item has become", async () => {
		const { id } = await create({ data: { title: "Old", text: "Stays" } });
		const asked = {
			id,
			patch: { title: "Patched" },
			idempotencyKey: crypto.randomUUID(),
		};
		const first = await told("content_update", asked);
		expect(first.item.data).toEqual({ title: "Patched", text: "Stays" });
		const replay = { ...first, replayed: true };
		expect(await told("content_update", asked)).toEqual(replay);
		await told("content_update", { id, data: { title: "Newer" } });
		expect(await told("content_update", asked)).toEqual(replay);
		await told("content_delete", { id });
		expect(await told("content_update", asked)).toEqual(replay);
		expect(
			await refusal("content_update", { ...asked, patch: { title: "Other" } }),
		).toContain("used for another");
		const { versions } = await told("content_history", { id });
		expect(versions.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
	});

	test("by a merge patch is refused for another version than was read, and for an item that is not there", async () => {
		const { id } = await create();
		await told("content_update", { id, data: { title: "Mine" } });
		const patch = { title: "Stale" };
		expect(
			await refusal("content_update", { id, patch, expectedVersion: 1 }),
		).toContain("not at version 1 any more");
		expect(
			await refusal("content_update", { id: crypto.randomUUID(), patch }),
		).toContain("no content item");
	});

	test("to a taken address, of nothing, or of what is not there is refused", async () => {
		const { id, slug } = await create();
		const again = { type: "note", slug, data: {} };
		expect(await refusal("content_create", again)).toContain(slug);
		expect(await refusal("content_update", { id })).toContain(
			"changes nothing",
		);
		const unknown = { id: crypto.randomUUID(), status: "published" };
		expect(await refusal("content_set_status", unknown)).toContain(
			"no content item",
		);
	});

	test("keeps data as it was written, and refuses what could not be kept", async () => {
		const session = { "mcp-session-id": mcp.transport.sessionId ?? "" };
		const slug = `faithful-${crypto.randomUUID()}`;
		const write = async (data: string) => {
			const answer = await send(
				service.front,
				`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"content_create","arguments":{"type":"note","slug":"${slug}","data":${data}}}}`,
				session,
			);
			return (await answer.json()) as { result: { isError?: boolean } };
		};
		const refused = await write('{"n":12345678901234567890}');
		expect(refused.result.isError).toBe(true);
		await write('{"2":"b","1":"a","x":1.50}');
		const [row] = await service.content<{ data: string }[]>`
			SELECT data::text AS data FROM content_items WHERE slug = ${slug}`;
		expect(row?.data).toBe('{"2":"b","1":"a","x":1.50}');
	});
});

test("items are resources, as they are and as they were", async () => {
	const { id, slug } = await create({ data: { title: "A resource" } });
	await told("content_update", { id, data: { title: "A newer one" } });
	const uri = `content://note/${slug}`;
	const { resources } = await mcp.client.listResources();
	expect(resources).toContainEqual(
		expect.objectContaining({ uri, title: "A newer one" }),
	);
	const read = async (uri: string) => {
		const { contents } = await mcp.client.readResource({ uri });
		return JSON.parse((contents[0] as { text: string }).text);
	};
	expect(await read(uri)).toMatchObject({ id, version: 2 });
	expect(await read(`${uri}?version=1`)).toMatchObject({
		data: { title: "A resource" },
	});
	expect(await read("content://types")).toContainEqual(
		expect.objectContaining({ type: "note" }),
	);
	expect(await read("content://bundle")).not.toHaveProperty("note");
	await expect(read(`${uri}?version=9`)).rejects.toThrow("no resource");
	const { completion } = await mcp.client.complete({
		ref: { type: "ref/resource", uri: "content://{type}/{slug}{?version}" },
		argument: { name: "slug", value: slug },
		context: { arguments: { type: "note" } },
	});
	expect(completion.values).toEqual([slug]);
});

test("a draft is prompted for by what there is of its type", async () => {
	await create({ type: "prompted", data: { title: "An example" } });
	const { messages } = await mcp.client.getPrompt({
		name: "draft_content",
		arguments: { type: "prompted", brief: "Another one" },
	});
	expect(JSON.stringify(messages)).toContain("An example");
});

describe("a conversation", () => {
	const id = `sess_${"a".repeat(22)}`;
	beforeAll(async () => {
		await service.content`
			INSERT INTO chat_sessions (id, visitor_id, ip_hash, message_count, expires_at)
			VALUES (${id}, 'visitor', 'hash', 1, now() + interval '30 minutes')`;
		await service.content`
			INSERT INTO chat_messages (id, session_id, position, role, content)
			VALUES (${crypto.randomUUID()}, ${id}, 1, 'user', 'Where do I begin?')`;
	});

	test("is listed, read, summarized and ended", async () => {
		const list = await call("chat_sessions_list", { status: "active" });
		expect(list.told).toMatchObject({ sessions: [{ id }], total: 1 });
		const one = await call("chat_session_get", { id });
		expect(one.text).toContain("Where do I begin?");
		const uri = `chat-session://${id}`;
		const { contents } = await mcp.client.readResource({ uri });
		expect(JSON.stringify(contents)).toContain("Where do I begin?");
		const { messages } = await mcp.client.getPrompt({
			name: "summarize_chat_session",
			arguments: { id },
		});
		expect(JSON.stringify(messages)).toContain("Where do I begin?");
		const ended = await call("chat_session_end", { id });
		expect(ended.told).toMatchObject({ session: { id, status: "ended" } });
	});

	test("is not shown to a read-only key, unless the settings allow it", async () => {
		const uri = `chat-session://${id}`;
		const closed = await connected(service.front, READ_ONLY);
		const names = async ({ client }: Connected) => [
			...(await client.listTools()).tools,
			...(await client.listPrompts()).prompts,
			...(await client.listResourceTemplates()).resourceTemplates,
		];
		const seen = JSON.stringify(await names(closed));
		expect(seen).toContain("content_search");
		expect(seen).not.toContain("chat");
		await expect(closed.client.readResource({ uri })).rejects.toThrow(
			"no resource",
		);
		const get = { name: "chat_session_get", arguments: { id } };
		await expect(closed.client.callTool(get)).rejects.toThrow("no tool");
		const prompt = { name: "summarize_chat_session", arguments: { id } };
		await expect(closed.client.getPrompt(prompt)).rejects.toThrow("no prompt");
		await closed.client.close();

		const other = await service.another({
			ADMIN_API_KEY_READONLY_CHAT: "true",
		});
		const open = await connected(other.front, READ_ONLY);
		expect(JSON.stringify(await names(open))).toContain("chat_sessions_list");
		const { contents } = await open.client.readResource({ uri });
		expect(JSON.stringify(contents)).toContain("Where do I begin?");
		await open.client.close();
	});

	test("that there is not is refused", async () => {
		const other = `sess_${"b".repeat(22)}`;
		for (const name of ["chat_session_get", "chat_session_end"])
			expect(await refusal(name, { id: other })).toContain("no conversation");
		const prompt = { name: "summarize_chat_session", arguments: { id: other } };
		await expect(mcp.client.getPrompt(prompt)).rejects.toMatchObject({
			code: -32602,
		});
		expect(await refusal("chat_session_get", { id: "1" })).toContain("#/id");
	});
});

test("what is changed by a key is not shown by it", async () => {
	const { text } = await call("content_history", { id: (await create()).id });
	expect(text).not.toContain(ADMIN_KEY);
});
