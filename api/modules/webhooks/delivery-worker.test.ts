/** Webhooks over HTTP: signed as the specification's own verifier wants, delivered through every fault of a receiver. */
import { describe, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { until } from "../../test/attempts-client.ts";
import { editor, newItem } from "../../test/content-client.ts";
import { startService } from "../../test/harness.ts";
import { WIDE } from "../../test/openapi/fixtures.ts";
import { exposition, samplesOf, total } from "../../test/prometheus-metrics.ts";
import {
	HOUR,
	MINUTE,
	SECOND,
	webhookFixture,
} from "../../test/webhook-fixture.ts";
import { type Received, startReceiver } from "../../test/webhook-receiver.ts";

const at = await webhookFixture();
const typesOf = (some: Received[]) => some.map(({ type }) => type);
const failedOnce = () => at.deliveryThat(({ attempts }) => attempts > 0);

describe("a change of content", () => {
	test("is delivered as the specification wants, once, whatever changed", async () => {
		const { id, slug } = await at.addItem();
		await at.change("PUT", `/${id}`, { slug: `${slug}-moved` });
		await at.change("DELETE", `/${id}`);
		await at.change("POST", `/${id}/restore`, { version: 1 });
		await at.change("DELETE", `/${id}?hard=true`);
		await until(() => at.receiver.accepted.length >= 5);
		const told = at.receiver.accepted.toSorted((a, b) =>
			a.id < b.id ? -1 : 1,
		);
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
		expect(at.receiver.refused).toEqual([]);
		expect(new Set(told.map(({ id }) => id)).size).toBe(5);
		// The answer is stored after the receiver has given it.
		await until(
			async () => (await at.deliveries("?state=pending")).length === 0,
		);
	});

	test("in a batch and in an import is delivered for each item, and not when it was refused or tried", async () => {
		const taken = await at.addItem();
		await until(() => at.receiver.accepted.length === 1);
		const [one, two] = [newItem(), newItem()];
		const operations = [one, two].map((item) => ({ op: "create", ...item }));
		await at.change("POST", "/batch", {
			operations: [...operations, { op: "create", ...taken, id: undefined }],
		});
		await at.change("POST", "/batch", { operations });
		await at.change("PUT", `/${crypto.randomUUID()}`, { sortOrder: 1 });
		await until(() => at.receiver.accepted.length >= 3);
		expect(
			at.receiver.accepted.map(({ data }) => data.slug as string).toSorted(),
		).toEqual([taken.slug, one.slug, two.slug].toSorted());
	});

	test("is delivered to each endpoint that wants its type, signed with its own secret", async () => {
		const other = await at.addEndpoint({ eventTypes: ["content.deleted"] });
		at.receiver.secrets = [at.endpoint.secret, other.secret];
		const { id } = await at.addItem();
		await at.change("DELETE", `/${id}`);
		await until(() => at.receiver.accepted.length >= 3);
		expect(typesOf(at.receiver.accepted).toSorted()).toEqual([
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
		for (const one of at.receiver.accepted)
			expect(verifies(at.endpoint, one)).toBe(!verifies(other, one));
	});

	test("is not stored for webhooks while there is no endpoint", async () => {
		await at.ask("DELETE", `/endpoints/${at.endpoint.id}`);
		await at.addItem();
		const [row] = await at.service.content<{ count: number }[]>`
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
		["cuts the connection", "cut", null, "connection"],
		["speaks another protocol", "nonsense", null, "no HTTP"],
	] as const)(
		"that %s is tried again, until it takes the message",
		async (_, fault, status, error) => {
			at.receiver.fault = fault;
			await at.addItem();
			const failed = await failedOnce();
			expect(failed).toMatchObject({
				state: "pending",
				attempts: 1,
				lastStatus: status,
			});
			expect(failed.lastError).toContain(error);
			expect(at.waitOf(failed)).toBeWithin(5 * SECOND, 6 * SECOND + 1);
			at.receiver.fault = null;
			await at.advance(4 * SECOND);
			expect(at.receiver.accepted).toEqual([]);
			await at.advance(2 * SECOND);
			await until(() => at.receiver.accepted.length > 0);
			await at.deliveryThat(({ state }) => state === "delivered");
			expect(new Set(at.receiver.seen.map(({ id }) => id)).size).toBe(1);
			expect(at.receiver.refused).toEqual([]);
		},
	);

	test("that always fails is given up after ten attempts in three days, and can be tried again", async () => {
		at.receiver.fault = 500;
		await at.addItem();
		const waits: number[] = [];
		for (let attempts = 1; attempts < 10; attempts++) {
			const failed = await at.deliveryThat(
				(one) => one.attempts === attempts && one.state === "pending",
			);
			const wait = at.waitOf(failed);
			waits.push(wait);
			// Microseconds of the database's are not told.
			await at.advance(wait + 1);
		}
		const dead = await at.deliveryThat(({ state }) => state === "dead");
		expect(dead).toMatchObject({ attempts: 10, nextAttemptAt: null });
		for (const [at, delay] of [
			...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
			...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
		].entries())
			expect(waits[at]).toBeWithin(delay, 1.2 * delay + 1);
		expect(await at.deliveries("?state=dead")).toHaveLength(1);
		at.receiver.fault = null;
		const told = await at.ask("POST", `/endpoints/${at.endpoint.id}/replay`, {
			onlyDead: true,
		});
		expect(told.body.data).toEqual({ queued: 1 });
		await until(() => at.receiver.accepted.length === 1);
		expect(at.receiver.accepted[0]?.id).toBe(dead.messageId);
		await until(async () => (await at.deliveries("?state=dead")).length === 0);
	});

	test("that answers 410 gets nothing any more, until it is enabled again", async () => {
		at.receiver.fault = 410;
		await at.addItem();
		await at.deliveryThat(({ state }) => state === "dead");
		const gone = (await at.ask("GET", `/endpoints/${at.endpoint.id}`)).body
			.data;
		expect(gone.disabledAt).toBeString();
		expect(gone.disabledReason).toContain("410");
		at.receiver.fault = null;
		await at.addItem();
		expect(await at.deliveries()).toHaveLength(1);
		const enabled = await at.ask("PATCH", `/endpoints/${at.endpoint.id}`, {
			enabled: true,
		});
		expect(enabled.body.data).toMatchObject({
			disabledAt: null,
			disabledReason: null,
		});
		await at.addItem();
		await until(() => at.receiver.accepted.length === 1);
	});

	test("that asks for time is left alone for so long, with other messages, too", async () => {
		Object.assign(at.receiver, {
			fault: 429,
			headers: { "Retry-After": "600" },
		});
		await at.addItem();
		expect(at.waitOf(await failedOnce())).toBe(600 * SECOND);
		at.receiver.fault = null;
		await at.addItem();
		await at.advance(599 * SECOND);
		await until(
			async () => (await at.deliveries("?state=pending")).length === 2,
		);
		expect(at.receiver.accepted).toEqual([]);
		await at.advance(2 * SECOND);
		await until(() => at.receiver.accepted.length === 2);
	});

	test("that is slow does not keep others waiting", async () => {
		const quick = startReceiver();
		await at.addEndpoint({ url: quick.url });
		at.receiver.fault = "silence";
		for (let n = 0; n < 12; n++) await at.addItem();
		await until(() => quick.accepted.length === 12);
		quick.stop();
	});
});

describe("a message", () => {
	test("survives the end of the process that was sending it, and is sent by the next", async () => {
		at.receiver.fault = "silence";
		await at.addItem();
		await until(() => at.receiver.seen.length === 1);
		await at.service.kill();
		at.receiver.fault = null;
		await at.service.restart();
		await at.advance(61 * SECOND);
		await until(() => at.receiver.accepted.length === 1);
		expect(at.receiver.accepted[0]?.id).toBe(at.receiver.seen[0]?.id);
	});

	test("is sent by one of several processes", async () => {
		const other = await at.service.another();
		await Promise.all(Array.from({ length: 30 }, () => at.addItem()));
		await until(() => at.receiver.accepted.length >= 30);
		await until(
			async () => (await at.deliveries("?state=pending")).length === 0,
		);
		expect(at.receiver.accepted).toHaveLength(30);
		expect(new Set(at.receiver.accepted.map(({ id }) => id)).size).toBe(30);
		await other.end("SIGTERM");
	});

	test("is sent again on request, one or those of a time, under its id", async () => {
		await at.addItem();
		await at.addItem();
		await until(() => at.receiver.accepted.length === 2);
		const [first, second] = at.receiver.accepted.map(({ id }) => id).toSorted();
		const path = `/endpoints/${at.endpoint.id}/replay`;
		const one = await at.ask("POST", path, { messageId: first });
		expect(one.body.data).toEqual({ queued: 1 });
		await until(() => at.receiver.accepted.length === 3);
		expect(at.receiver.accepted[2]?.id).toBe(first ?? "");
		const from = new Date(Date.now() - HOUR).toISOString();
		const all = await at.ask("POST", path, { from });
		expect(all.body.data).toEqual({ queued: 2 });
		await until(() => at.receiver.accepted.length === 5);
		const none = await at.ask("POST", path, { from, to: from });
		expect(none.body.data).toEqual({ queued: 0 });
		expect(new Set(at.receiver.accepted.map(({ id }) => id))).toEqual(
			new Set([first ?? "", second ?? ""]),
		);
		for (const body of [{}, { from: "yesterday" }])
			expect((await at.ask("POST", path, body)).status).toBe(400);
	});

	test("is sent again only where the endpoint asks for its type, tests never", async () => {
		await at.addItem();
		await at.ask("POST", `/endpoints/${at.endpoint.id}/test`);
		await until(() => at.receiver.accepted.length === 2);
		const other = await at.addEndpoint({ eventTypes: ["content.deleted"] });
		const from = new Date(Date.now() - HOUR).toISOString();
		const replayed = async (id: string) =>
			(await at.ask("POST", `/endpoints/${id}/replay`, { from })).body.data;
		expect(await replayed(other.id)).toEqual({ queued: 0 });
		expect(await replayed(at.endpoint.id)).toEqual({ queued: 1 });
	});

	test("of a test goes to its endpoint alone", async () => {
		await at.addEndpoint();
		const told = await at.ask("POST", `/endpoints/${at.endpoint.id}/test`);
		await until(() => at.receiver.accepted.length === 1);
		expect(at.receiver.accepted).toMatchObject([
			{
				id: told.body.data.messageId,
				type: "webhook.test",
				data: { endpointId: at.endpoint.id },
			},
		]);
	});
});

test("attempts and what waits are counted for the operator", async () => {
	const count = async (outcome: string) =>
		total(
			samplesOf(await exposition(at.service.front)),
			"webhook_attempts_total",
			{
				outcome,
			},
		);
	const [delivered, failed] = [await count("delivered"), await count("failed")];
	await at.addItem();
	await until(() => at.receiver.accepted.length === 1);
	at.receiver.fault = 500;
	await at.addItem();
	await until(async () => (await count("failed")) === failed + 1);
	expect(await count("delivered")).toBe(delivered + 1);
	const samples = samplesOf(await exposition(at.service.front));
	expect(total(samples, "webhook_deliveries", { state: "pending" })).toBe(1);
});

test("a server that sends none stores them, and one on the same database that does delivers them", async () => {
	const receiver = startReceiver();
	const settings = { ...WIDE, ...receiver.settings };
	const quiet = await startService({ ...settings, WEBHOOK_DELIVERY: "false" });
	const endpoint = await editor(quiet)("POST", "/../webhooks/endpoints", {
		url: receiver.url,
	});
	receiver.secrets = [endpoint.body.data.secret];
	await editor(quiet)("POST", "", newItem());
	// It would look for what is due each second.
	await Bun.sleep(2_500);
	expect(receiver.accepted).toEqual([]);
	await quiet.another({ WEBHOOK_DELIVERY: "true" });
	await until(() => receiver.accepted.length === 1);
	await quiet.stop();
	await receiver.stop();
});
