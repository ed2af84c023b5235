/** Webhooks through the front door: signed as the specification's own verifier wants, delivered through every fault of a receiver. */
import {
	afterAll,
	beforeAll,
	beforeEach,
	describe,
	expect,
	test,
} from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { until } from "../../test/attempts-client.ts";
import { editor, newItem, type Told } from "../../test/content-client.ts";
import { ADMIN_KEY, serviceForFile } from "../../test/harness.ts";
import { WIDE } from "../../test/openapi/fixtures.ts";
import { exposition, samplesOf, total } from "../../test/prometheus-metrics.ts";
import {
	type SettableClock,
	settableClock,
} from "../../test/settable-clock.ts";
import {
	type Received,
	startReceiver,
	type WebhookReceiver,
} from "../../test/webhook-receiver.ts";

const READ_ONLY = "a-key-for-reading-of-32-characters-or-more";
const folder = mkdtempSync(join(tmpdir(), "treeline-webhooks-"));
const receiver = startReceiver();
const service = await serviceForFile({
	...WIDE,
	...receiver.settings,
	ADMIN_API_KEY_READONLY: READ_ONLY,
	WEBHOOK_TIMEOUT_MS: "500",
});
let clock: SettableClock;
let moment = 0;
beforeAll(async () => {
	clock = await settableClock(service.content, join(folder, "ahead"));
});
afterAll(() => {
	receiver.stop();
	rmSync(folder, { recursive: true });
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const advance = async (ms: number) => {
	moment += ms;
	await clock.setTo(moment, "stay");
};

const ask = (
	method: string,
	path: string,
	body?: unknown,
	key = ADMIN_KEY,
): Promise<Told> => editor(service, key)(method, `/../webhooks${path}`, body);
const change = (method: string, path: string, body?: unknown) =>
	editor(service)(method, path, body);
const made = async (more: object = {}) =>
	(await change("POST", "", newItem(more))).body.data;

async function addEndpoint(more: object = {}) {
	const told = await ask("POST", "/endpoints", { url: receiver.url, ...more });
	expect(told.status).toBe(201);
	return told.body.data as { id: string; secret: string };
}

/** One endpoint, and a receiver that knows its secret and has received nothing. */
let endpoint: { id: string; secret: string };
beforeEach(async () => {
	await service.content`DELETE FROM webhook_endpoints`;
	await service.content`DELETE FROM webhook_messages`;
	endpoint = await addEndpoint();
	Object.assign(receiver, {
		...{ secrets: [endpoint.secret], fault: null, headers: {} },
		...{ accepted: [], seen: [], refused: [] },
	} satisfies Partial<WebhookReceiver>);
});

const typesOf = (some: Received[]) => some.map(({ type }) => type);
const deliveries = async (query = "") =>
	(await ask("GET", `/deliveries${query}`)).body.data as {
		messageId: string;
		endpointId: string;
		state: string;
		attempts: number;
		nextAttemptAt: string | null;
		lastStatus: number | null;
		lastError: string | null;
	}[];
/** The one delivery, once `holds`. */
async function deliveryThat(
	holds: (delivery: Awaited<ReturnType<typeof deliveries>>[number]) => boolean,
) {
	let found: Awaited<ReturnType<typeof deliveries>>[number] | undefined;
	await until(async () => {
		[found] = await deliveries();
		return found !== undefined && holds(found);
	});
	return found as NonNullable<typeof found>;
}
const failedOnce = () => deliveryThat(({ attempts }) => attempts > 0);

describe("a change of content", () => {
	test("is told with what the specification wants, once, whatever changed", async () => {
		const { id, slug } = await made();
		await change("PUT", `/${id}`, { slug: `${slug}-moved` });
		await change("DELETE", `/${id}`);
		await change("POST", `/${id}/restore`, { version: 1 });
		await change("DELETE", `/${id}?hard=true`);
		await until(() => receiver.accepted.length >= 5);
		const told = receiver.accepted.toSorted((a, b) => (a.id < b.id ? -1 : 1));
		expect(typesOf(told)).toEqual([
			"content.created",
			"content.updated",
			"content.deleted",
			"content.restored",
			"content.deleted",
		]);
		expect(told.map(({ data }) => data)).toMatchObject([
			{ id, slug, formerSlug: null, version: 1, isErased: false },
			{ id, slug: `${slug}-moved`, formerSlug: slug, version: 2 },
			{ id, version: 3, isErased: false },
			{ id, version: 4, status: "draft", deletedAt: null },
			{ id, version: 4, isErased: true },
		]);
		expect(receiver.refused).toEqual([]);
		expect(new Set(told.map(({ id }) => id)).size).toBe(5);
		expect(await deliveries("?state=pending")).toEqual([]);
	});

	test("in a batch and in an import is told for each item, and not when it was refused or tried", async () => {
		const taken = await made();
		await until(() => receiver.accepted.length === 1);
		const [one, two] = [newItem(), newItem()];
		const operations = [one, two].map((item) => ({ op: "create", ...item }));
		await change("POST", "/batch", {
			operations: [...operations, { op: "create", ...taken, id: undefined }],
		});
		await change("POST", "/batch", { operations });
		await change("PUT", `/${crypto.randomUUID()}`, { sortOrder: 1 });
		await until(() => receiver.accepted.length >= 3);
		expect(
			receiver.accepted.map(({ data }) => data.slug as string).toSorted(),
		).toEqual([taken.slug, one.slug, two.slug].toSorted());
	});

	test("is told to each endpoint that wants its type, signed with its own secret", async () => {
		const other = await addEndpoint({ eventTypes: ["content.deleted"] });
		receiver.secrets = [endpoint.secret, other.secret];
		const { id } = await made();
		await change("DELETE", `/${id}`);
		await until(() => receiver.accepted.length >= 3);
		expect(typesOf(receiver.accepted).toSorted()).toEqual([
			...["content.created", "content.deleted", "content.deleted"],
		]);
		const verifies = ({ secret }: { secret: string }, one: Received) => {
			const headers = {
				"webhook-id": one.id,
				"webhook-timestamp": String(one.timestamp),
				"webhook-signature": one.signatures.join(" "),
			};
			try {
				new Webhook(secret).verify(one.text, headers);
				return true;
			} catch {
				return false;
			}
		};
		for (const one of receiver.accepted)
			expect(verifies(endpoint, one)).toBe(!verifies(other, one));
	});

	test("is not stored for webhooks while there is no endpoint", async () => {
		await ask("DELETE", `/endpoints/${endpoint.id}`);
		await made();
		const [row] = await service.content<{ count: number }[]>`
			SELECT count(*)::int AS count FROM webhook_messages`;
		expect(row?.count).toBe(0);
	});
});

describe("a receiver", () => {
	test.each([
		["answers 500", 500, 500, "500"],
		["answers 404", 404, 404, "404"],
		["redirects", "redirect", 302, "redirect"],
		["is silent", "silence", null, "no answer within 0.5 s"],
		["cuts the connection", "cut", null, "closed before an answer"],
		["speaks another protocol", "nonsense", null, "no HTTP"],
	] as const)(
		"that %s is tried again, until it takes the message",
		async (_, fault, status, error) => {
			receiver.fault = fault;
			await made();
			const failed = await failedOnce();
			expect(failed).toMatchObject({
				state: "pending",
				attempts: 1,
				lastStatus: status,
			});
			expect(failed.lastError).toContain(error);
			const wait =
				Date.parse(failed.nextAttemptAt ?? "") - clock.start - moment;
			expect(wait).toBeWithin(5 * SECOND, 6 * SECOND + 1);
			receiver.fault = null;
			await advance(4 * SECOND);
			expect(receiver.accepted).toEqual([]);
			await advance(2 * SECOND);
			await until(() => receiver.accepted.length > 0);
			await deliveryThat(({ state }) => state === "delivered");
			expect(new Set(receiver.seen.map(({ id }) => id)).size).toBe(1);
			expect(receiver.refused).toEqual([]);
		},
	);

	test("that always fails is given up after ten attempts in three days, and can be tried again", async () => {
		receiver.fault = 500;
		await made();
		const waits: number[] = [];
		for (let attempts = 1; attempts < 10; attempts++) {
			const { nextAttemptAt } = await deliveryThat(
				(one) => one.attempts === attempts && one.state === "pending",
			);
			const wait = Date.parse(nextAttemptAt ?? "") - clock.start - moment;
			waits.push(wait);
			await advance(wait);
		}
		const dead = await deliveryThat(({ state }) => state === "dead");
		expect(dead).toMatchObject({ attempts: 10, nextAttemptAt: null });
		for (const [at, delay] of [
			...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
			...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
		].entries())
			expect(waits[at]).toBeWithin(delay, 1.2 * delay + 1);
		expect(await deliveries("?state=dead")).toHaveLength(1);
		receiver.fault = null;
		const told = await ask("POST", `/endpoints/${endpoint.id}/replay`, {
			onlyDead: true,
		});
		expect(told.body.data).toEqual({ queued: 1 });
		await until(() => receiver.accepted.length === 1);
		expect(receiver.accepted[0]?.id).toBe(dead.messageId);
		await until(async () => (await deliveries("?state=dead")).length === 0);
	});

	test("that answers 410 gets nothing any more, until it is enabled again", async () => {
		receiver.fault = 410;
		await made();
		await deliveryThat(({ state }) => state === "dead");
		const gone = (await ask("GET", `/endpoints/${endpoint.id}`)).body.data;
		expect(gone.disabledAt).toBeString();
		expect(gone.disabledReason).toContain("410");
		receiver.fault = null;
		await made();
		expect(await deliveries()).toHaveLength(1);
		const enabled = await ask("PATCH", `/endpoints/${endpoint.id}`, {
			enabled: true,
		});
		expect(enabled.body.data).toMatchObject({
			disabledAt: null,
			disabledReason: null,
		});
		await made();
		await until(() => receiver.accepted.length === 1);
	});

	test("that asks for time is left alone for so long, with other messages, too", async () => {
		Object.assign(receiver, { fault: 429, headers: { "Retry-After": "600" } });
		await made();
		const { nextAttemptAt } = await failedOnce();
		expect(Date.parse(nextAttemptAt ?? "") - clock.start - moment).toBe(
			600 * SECOND,
		);
		receiver.fault = null;
		await made();
		await advance(599 * SECOND);
		await until(async () => (await deliveries("?state=pending")).length === 2);
		expect(receiver.accepted).toEqual([]);
		await advance(2 * SECOND);
		await until(() => receiver.accepted.length === 2);
	});

	test("that is slow does not keep others waiting", async () => {
		const quick = startReceiver();
		await addEndpoint({ url: quick.url });
		receiver.fault = "silence";
		for (let n = 0; n < 12; n++) await made();
		await until(() => quick.accepted.length === 12);
		quick.stop();
	});
});

describe("a message", () => {
	test("survives the end of the process that was sending it, and is sent by the next", async () => {
		receiver.fault = "silence";
		await made();
		await until(() => receiver.seen.length === 1);
		await service.kill();
		receiver.fault = null;
		await service.restart();
		await advance(61 * SECOND);
		await until(() => receiver.accepted.length === 1);
		expect(receiver.accepted[0]?.id).toBe(receiver.seen[0]?.id);
	});

	test("is sent by one of several processes", async () => {
		const other = await service.another();
		await Promise.all(Array.from({ length: 30 }, () => made()));
		await until(() => receiver.accepted.length >= 30);
		await until(async () => (await deliveries("?state=pending")).length === 0);
		expect(receiver.accepted).toHaveLength(30);
		expect(new Set(receiver.accepted.map(({ id }) => id)).size).toBe(30);
		await other.end("SIGTERM");
	});

	test("is sent again on request, one or those of a time, under its id", async () => {
		await made();
		await made();
		await until(() => receiver.accepted.length === 2);
		const [first, second] = receiver.accepted.map(({ id }) => id).toSorted();
		const path = `/endpoints/${endpoint.id}/replay`;
		const one = await ask("POST", path, { messageId: first });
		expect(one.body.data).toEqual({ queued: 1 });
		await until(() => receiver.accepted.length === 3);
		expect(receiver.accepted[2]?.id).toBe(first ?? "");
		const from = new Date(Date.now() - HOUR).toISOString();
		const all = await ask("POST", path, { from });
		expect(all.body.data).toEqual({ queued: 2 });
		await until(() => receiver.accepted.length === 5);
		const none = await ask("POST", path, { from, to: from });
		expect(none.body.data).toEqual({ queued: 0 });
		expect(new Set(receiver.accepted.map(({ id }) => id))).toEqual(
			new Set([first ?? "", second ?? ""]),
		);
		for (const body of [{}, { from: "yesterday" }])
			expect((await ask("POST", path, body)).status).toBe(400);
	});

	test("of a test goes to its endpoint alone", async () => {
		await addEndpoint();
		const told = await ask("POST", `/endpoints/${endpoint.id}/test`);
		await until(() => receiver.accepted.length === 1);
		expect(receiver.accepted).toMatchObject([
			{
				id: told.body.data.messageId,
				type: "webhook.test",
				data: { endpointId: endpoint.id },
			},
		]);
	});
});

describe("an endpoint", () => {
	test("has its secret told once, and after a rotation two that sign for a time", async () => {
		expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		for (const path of ["/endpoints", `/endpoints/${endpoint.id}`])
			expect((await ask("GET", path)).text).not.toContain("whsec_");
		const rotated = await ask(
			"POST",
			`/endpoints/${endpoint.id}/rotate-secret`,
			{ overlapHours: 2 },
		);
		const { secret } = rotated.body.data;
		expect(secret).not.toBe(endpoint.secret);
		for (const secrets of [[endpoint.secret], [secret]]) {
			receiver.secrets = secrets;
			await made();
			const count = secrets[0] === secret ? 2 : 1;
			await until(() => receiver.accepted.length === count);
			expect(receiver.accepted.at(-1)?.signatures).toHaveLength(2);
		}
		await advance(2 * HOUR);
		await made();
		await until(() => receiver.accepted.length === 3);
		expect(receiver.accepted.at(-1)?.signatures).toHaveLength(1);
	});

	test.each([
		["ftp://example.com/", "is no http"],
		["example.com", "is no http"],
		["https://user:secret@example.com/", "password"],
		["https://example.com/#there", "fragment"],
		["http://93.184.216.34/", "https"],
		["https://10.0.0.1/", "private"],
		["https://169.254.169.254/latest/meta-data", "private"],
		["https://[::1]/", "private"],
		["https://[::ffff:10.0.0.1]/", "private"],
		["https://0x7f.1.1.1:1/", null],
		["https://2130706433/", null],
		["https://[fd00::1]/", "private"],
		["https://0.0.0.0/", "private"],
	])("at %s is %s", async (url, words) => {
		const told = await ask("POST", "/endpoints", { url });
		// What is written in another way is 127.0.0.0/8, which these settings allow.
		expect(told.status).toBe(words ? 400 : 201);
		if (words)
			expect(told.body.errors).toMatchObject([
				{ pointer: "#/url", detail: expect.stringContaining(words) },
			]);
	});

	test("whose name leads to a private network is not sent to", async () => {
		const strict = await service.another({ WEBHOOK_ALLOWED_NETWORKS: "" });
		await service.kill();
		const { port } = receiver;
		const told = await editor(strict)(
			"PATCH",
			`/../webhooks/endpoints/${endpoint.id}`,
			{ url: `https://localhost:${port}/hooks?of=treeline` },
		);
		expect(told.status).toBe(200);
		await editor(strict)("POST", "", newItem());
		let failed: { last_error: string } | undefined;
		await until(async () => {
			[failed] = await service.content<{ last_error: string }[]>`
				SELECT last_error FROM webhook_deliveries WHERE attempts > 0`;
			return failed !== undefined;
		});
		expect(failed?.last_error).toContain("private or reserved network");
		expect(receiver.seen).toEqual([]);
		await strict.end("SIGTERM");
		await service.restart();
	});

	test("is changed only with a key that may change, and read with one that may read", async () => {
		const path = `/endpoints/${endpoint.id}`;
		expect((await ask("GET", path, undefined, READ_ONLY)).status).toBe(200);
		for (const [method, to, body] of [
			["POST", "/endpoints", { url: receiver.url }],
			["PATCH", path, { enabled: false }],
			["POST", `${path}/rotate-secret`, {}],
			["POST", `${path}/replay`, { onlyDead: true }],
			["POST", `${path}/test`, undefined],
			["DELETE", path, undefined],
		] as const)
			expect([to, (await ask(method, to, body, READ_ONLY)).body.code]).toEqual([
				to,
				"forbidden",
			]);
		expect((await ask("GET", `/endpoints/${crypto.randomUUID()}`)).status).toBe(
			404,
		);
	});
});

test("attempts and what waits are counted for the operator", async () => {
	const count = async (outcome: string) =>
		total(
			samplesOf(await exposition(service.front)),
			"webhook_attempts_total",
			{
				outcome,
			},
		);
	const [delivered, failed] = [await count("delivered"), await count("failed")];
	await made();
	await until(() => receiver.accepted.length === 1);
	receiver.fault = 500;
	await made();
	await until(async () => (await count("failed")) === failed + 1);
	expect(await count("delivered")).toBe(delivered + 1);
	const samples = samplesOf(await exposition(service.front));
	expect(total(samples, "webhook_deliveries", { state: "pending" })).toBe(1);
});
