/**
 * Clients are told when content changes, whichever process makes the change and whichever they listen at: in both revisions of the
 * protocol, and of what they missed when they come back.
 */
import { beforeAll, expect, test } from "bun:test";
import {
	Client as ModernClient,
	StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import {
	ResourceListChangedNotificationSchema,
	ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { until } from "../../../test/attempts-client.ts";
import {
	ADMIN_KEY,
	type Program,
	serviceForFile,
} from "../../../test/harness.ts";
import { begun, connected, send } from "../../../test/mcp-clients.ts";
import { connectTo } from "../../../test/raw-http.ts";
import { launchPack, seedInto } from "../../../test/seed-packs.ts";
import { addNotifications } from "../session/session-and-event-queries.ts";
import { OWN_STREAM } from "../session/session-transport-and-event-store.ts";

const service = await serviceForFile();
let other: Program;
beforeAll(async () => {
	other = await service.another();
});

/** Sends to the content's routes at `front`; answers the item. */
async function change(
	front: string,
	method: string,
	path: string,
	body: unknown,
): Promise<{ id: string }> {
	const answer = await fetch(`${front}/api/v1/admin/content${path}`, {
		method,
		headers: { "content-type": "application/json", "x-admin-key": ADMIN_KEY },
		body: JSON.stringify(body),
	});
	expect(answer.ok, await answer.clone().text()).toBe(true);
	return (await answer.json()).data;
}

const create = (front: string, slug: string) =>
	change(front, "POST", "", { type: "news", slug, data: { n: 0 } });
const update = (front: string, id: string, n: number) =>
	change(front, "PUT", `/${id}`, { data: { n } });

test("a session is told of a subscribed item's change at another process, once, and of no other", async () => {
	const { client } = await connected(service.front);
	const heard: string[] = [];
	client.setNotificationHandler(ResourceUpdatedNotificationSchema, (told) => {
		heard.push(told.params.uri);
	});
	const uri = "content://news/subscribed";
	await client.subscribeResource({ uri });
	const apart = await create(other.front, "apart");
	const item = await create(other.front, "subscribed");
	await until(() => heard.length > 0);
	await update(other.front, apart.id, 1);
	await update(other.front, item.id, 1);
	await until(() => heard.length > 1);
	await update(service.front, item.id, 2);
	await until(() => heard.length > 2);
	expect(heard).toEqual([uri, uri, uri]);
	await client.unsubscribeResource({ uri: "content://news/subscribed" });
	await client.subscribeResource({ uri: "content://news/apart" });
	await update(other.front, item.id, 3);
	await update(other.front, apart.id, 2);
	await until(() => heard.length > 3);
	expect(heard.slice(3)).toEqual(["content://news/apart"]);
	await client.close();
});

test("a session is told that the list is another when an item comes or goes", async () => {
	const { client } = await connected(service.front);
	let lists = 0;
	client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
		lists++;
	});
	// Its stream is open once it is told of anything.
	const { id } = await create(other.front, "listed");
	await until(() => lists > 0);
	const before = lists;
	await change(other.front, "DELETE", `/${id}`, undefined);
	await until(() => lists > before);
	const { resources } = await client.listResources();
	expect(resources.map(({ uri }) => uri)).not.toContain(
		"content://news/listed",
	);
	await client.close();
});

test("who listens at any process, with a session or without, is told that the list is another when a pack comes or goes", async () => {
	const { client } = await connected(service.front);
	let lists = 0;
	client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
		lists++;
	});
	const modern = new ModernClient(
		{ name: "test", version: "1.0.0" },
		{ versionNegotiation: { mode: { pin: "2026-07-28" } } },
	);
	await modern.connect(
		new StreamableHTTPClientTransport(new URL(`${other.front}/api/mcp`), {
			requestInit: { headers: { "x-admin-key": ADMIN_KEY } },
		}),
	);
	let elsewhere = 0;
	modern.setNotificationHandler("notifications/resources/list_changed", () => {
		elsewhere++;
	});
	const subscription = await modern.listen({ resourcesListChanged: true });
	await until(async () => {
		const [row] = await service.content`SELECT hash FROM mcp_pack_list`;
		return row?.hash !== null;
	});
	for (const change of [
		async () => seedInto(service, await launchPack()),
		() => service.sql`UPDATE packs SET retired_at = now()`,
		() => service.sql`UPDATE packs SET retired_at = NULL`,
		() => service.sql`UPDATE packs SET retired_at = now()`,
	]) {
		const before = [lists, elsewhere];
		await change();
		await until(() => lists > (before[0] ?? 0) && elsewhere > (before[1] ?? 0));
	}
	const { resources } = await client.listResources();
	expect(resources.map(({ uri }) => uri)).not.toContain("pack://express");
	await subscription.close();
	await Promise.all([client.close(), modern.close()]);
});

/** A session's own stream, read by hand. */
async function listen(front: string, headers: Record<string, string>) {
	const answer = await send(
		front,
		undefined,
		{
			...headers,
			accept: "text/event-stream",
			"mcp-protocol-version": "2025-11-25",
		},
		"GET",
	);
	expect(answer.status).toBe(200);
	const reader = answer.body?.getReader();
	let text = "";
	return {
		/** All that was said when `holds` does. */
		async until(holds: (text: string) => boolean): Promise<string> {
			while (!holds(text)) {
				const { done, value } = (await reader?.read()) ?? { done: true };
				if (done) throw new Error(`the stream ended after ${text}`);
				text += new TextDecoder().decode(value);
			}
			return text;
		},
		hangUp: () => reader?.cancel(),
	};
}

const idsIn = (text: string) =>
	[...text.matchAll(/^id: (\d+)$/gm)].map(([, id = ""]) => id);

/** Whether the ids in `text` rise, and all follow `last`. */
function inOrder(last: string, text: string): boolean {
	const ids = [last, ...idsIn(text)].map(BigInt);
	return ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? id));
}

test("who lost the stream is told what was missed once and in order, by another process and after a crash", async () => {
	const session = { "mcp-session-id": await begun(service.front) };
	const uri = "content://news/missed";
	await send(
		service.front,
		{ jsonrpc: "2.0", id: 5, method: "resources/subscribe", params: { uri } },
		session,
	);
	const { id } = await create(service.front, "missed");
	const first = await listen(service.front, session);
	const told = (text: string) => text.match(/resources\/updated/g)?.length ?? 0;
	const mark = idsIn(await first.until((text) => told(text) > 0)).at(-1) ?? "";
	await first.hangUp();
	await update(service.front, id, 1);
	/** The ids of what is kept after `mark`, once there are `count`: whoever tells of a change has stored it by then. */
	const kept = async (mark: string, count: number): Promise<string[]> => {
		let ids: string[] = [];
		await until(async () => {
			const rows = await service.content<{ id: string }[]>`
				SELECT id FROM mcp_events WHERE id > ${mark}::bigint AND message LIKE ${`%${uri}%`} ORDER BY id`;
			ids = rows.map(({ id }) => id);
			return ids.length >= count;
		});
		return ids;
	};
	await kept(mark, 1);
	await service.kill();
	await update(other.front, id, 2);
	const missed = await kept(mark, 2);
	const again = await listen(other.front, {
		...session,
		"last-event-id": mark,
	});
	const heard = await again.until((text) => told(text) >= 2);
	expect(idsIn(heard).filter((id) => missed.includes(id))).toEqual(missed);
	expect(inOrder(mark, heard)).toBe(true);
	await again.hangUp();
	// A process that starts looks at the last changes again. It waits for this lock, and so does so while the client listens.
	const lock = await service.content.reserve();
	await lock`BEGIN`;
	await lock`LOCK TABLE mcp_events IN SHARE ROW EXCLUSIVE MODE`;
	await service.restart();
	const last = missed.at(-1) ?? "";
	const back = await listen(service.front, {
		...session,
		"last-event-id": last,
	});
	await lock`COMMIT`;
	lock.release();
	await update(other.front, id, 3);
	const next = await kept(last, 1);
	const rest = await back.until((text) => idsIn(text).includes(next[0] ?? ""));
	expect(told(rest)).toBe(1);
	expect(inOrder(last, rest)).toBe(true);
	// Each process tells of changes in their order: once both have told of a later one, both have told of this one. It is kept once.
	const elsewhere = { "mcp-session-id": await begun(other.front) };
	const there = await listen(other.front, elsewhere);
	await there.until((text) => text.includes("data:"));
	await create(other.front, "later");
	for (const stream of [back, there])
		await stream.until((text) => text.includes("list_changed"));
	expect(await kept(last, 1)).toEqual(next);
	await there.hangUp();
	await back.hangUp();
});

test("what is stored last is read last: a change that is committed late is not passed over", async () => {
	const session = { "mcp-session-id": await begun(service.front) };
	const stream = await listen(service.front, session);
	await stream.until((text) => text.includes("data:"));
	// Its id is given, and it is not committed before the lock is free.
	await service.content.unsafe(`
		CREATE FUNCTION hold_event() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			IF NEW.change = 'late' THEN PERFORM pg_advisory_xact_lock(1); END IF;
			RETURN NEW;
		END $$;
		CREATE TRIGGER hold_event BEFORE INSERT ON mcp_events FOR EACH ROW EXECUTE FUNCTION hold_event()`);
	const lock = await service.content.reserve();
	await lock`SELECT pg_advisory_lock(1)`;
	const message = JSON.stringify({
		jsonrpc: "2.0",
		method: "notifications/resources/updated",
		params: { uri: "content://news/late" },
	});
	const waits = async (what: "late" | "others") => {
		const [row] = await lock<{ waits: boolean }[]>`
			SELECT count(*) > 0 AS waits FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
				AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
				AND (classid = 0 AND objid = 1) = ${what === "late"}`;
		return row?.waits ?? false;
	};
	const late = addNotifications(service.content, OWN_STREAM, [
		{ uri: null, change: "late", message },
	]);
	await until(() => waits("late"));
	await create(service.front, "early");
	// It waits for the late one too, or is there before it.
	await until(async () => {
		const [early] = await lock`
			SELECT FROM mcp_events WHERE change LIKE '% list' AND id > (SELECT max(id) - 10 FROM mcp_events)
				AND session_id_hash = (SELECT id_hash FROM mcp_sessions ORDER BY created_at DESC LIMIT 1)`;
		return early !== undefined || (await waits("others"));
	});
	await lock`SELECT pg_advisory_unlock(1)`;
	lock.release();
	await late;
	await service.content.unsafe("DROP TRIGGER hold_event ON mcp_events");
	await create(service.front, "last");
	const heard = await stream.until(
		(text) => text.split("list_changed").length > 2,
	);
	expect(heard).toContain("content://news/late");
	await stream.hangUp();
});

test("an id that is not known, or not any more, is no place to go on from: what comes is told from now on", async () => {
	const session = { "mcp-session-id": await begun(service.front) };
	const uri = "content://news/unknown-id";
	await send(
		service.front,
		{ jsonrpc: "2.0", id: 5, method: "resources/subscribe", params: { uri } },
		session,
	);
	const { id } = await create(service.front, "unknown-id");
	const first = await listen(service.front, session);
	const before = idsIn(await first.until((text) => text.includes(uri)));
	await first.hangUp();
	for (const unknown of ["999999999999999999", "none", "-1"]) {
		const stream = await listen(service.front, {
			...session,
			"last-event-id": unknown,
		});
		await update(service.front, id, 1);
		const heard = idsIn(await stream.until((text) => text.includes(uri)));
		expect(heard.filter((one) => before.includes(one))).toEqual([]);
		await stream.hangUp();
	}
});

test("a session that was ended at another process hears no more, and keeps nothing from the others", async () => {
	const { id } = await create(service.front, "ended");
	const session = { "mcp-session-id": await begun(service.front) };
	const ended = await listen(service.front, session);
	await ended.until((text) => text.includes("data:"));
	await send(other.front, undefined, session, "DELETE");
	const { client } = await connected(service.front);
	const heard: string[] = [];
	client.setNotificationHandler(ResourceUpdatedNotificationSchema, (told) => {
		heard.push(told.params.uri);
	});
	await client.subscribeResource({ uri: "content://news/ended" });
	await update(other.front, id, 1);
	await until(() => heard.length > 0);
	await expect(ended.until(() => false)).rejects.toThrow("ended");
	await client.close();
});

test("who listens without a session is told, too", async () => {
	const client = new ModernClient(
		{ name: "test", version: "1.0.0" },
		{ versionNegotiation: { mode: { pin: "2026-07-28" } } },
	);
	await client.connect(
		new StreamableHTTPClientTransport(new URL(`${service.front}/api/mcp`), {
			requestInit: { headers: { "x-admin-key": ADMIN_KEY } },
		}),
	);
	const heard: string[] = [];
	client.setNotificationHandler("notifications/resources/updated", (told) => {
		heard.push(told.params.uri);
	});
	client.setNotificationHandler("notifications/resources/list_changed", () => {
		heard.push("list");
	});
	const subscription = await client.listen({
		resourceSubscriptions: ["content://news/modern"],
		resourcesListChanged: true,
	});
	const { id } = await create(other.front, "modern");
	await until(() => heard.length > 1);
	await update(other.front, id, 1);
	await until(() => heard.length > 2);
	const uri = "content://news/modern";
	expect(heard).toEqual([uri, "list", uri]);
	await subscription.close();
	await client.close();
});

test("a stop ends open streams, opens no more, and does not wait for who listens", async () => {
	const third = await service.another({ SHUTDOWN_GRACE_MS: "600000" });
	const session = { "mcp-session-id": await begun(third.front) };
	const stream = await listen(third.front, session);
	await stream.until((text) => text.includes("data:"));
	// A request under way, so that the process is still there when a client connects again.
	const slow = await connectTo(third.front);
	slow.send(
		"POST /api/v1/chat HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n",
	);
	slow.send("Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{");
	await slow.has("100 Continue");
	const ended = third.end("SIGTERM");
	await expect(stream.until(() => false)).rejects.toThrow("ended");
	const again = await send(third.front, undefined, session, "GET");
	expect(again.status).toBe(503);
	expect(await again.json()).toMatchObject({
		error: { data: { code: "draining" } },
	});
	slow.cut();
	expect(await ended).toBe(0);
});
