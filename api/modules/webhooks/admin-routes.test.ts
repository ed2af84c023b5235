/** Endpoints of webhooks as administrators manage them: where they may be, their secrets, and who may change them. */
import { describe, expect, test } from "bun:test";
import { until } from "../../test/attempts-client.ts";
import { editor, newItem } from "../../test/content-client.ts";
import { HOUR, READ_ONLY, webhookFixture } from "../../test/webhook-fixture.ts";

const at = await webhookFixture();

describe("an endpoint", () => {
	test("has its secret told once, and after a rotation two that sign for a time", async () => {
		expect(at.endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		for (const path of ["/endpoints", `/endpoints/${at.endpoint.id}`])
			expect((await at.ask("GET", path)).text).not.toContain("whsec_");
		const rotated = await at.ask(
			"POST",
			`/endpoints/${at.endpoint.id}/rotate-secret`,
			{ overlapHours: 2 },
		);
		const { secret } = rotated.body.data;
		expect(secret).not.toBe(at.endpoint.secret);
		for (const secrets of [[at.endpoint.secret], [secret]]) {
			at.receiver.secrets = secrets;
			await at.addItem();
			const count = secrets[0] === secret ? 2 : 1;
			await until(() => at.receiver.accepted.length === count);
			expect(at.receiver.accepted.at(-1)?.signatures).toHaveLength(2);
		}
		await at.advance(2 * HOUR);
		await at.addItem();
		await until(() => at.receiver.accepted.length === 3);
		expect(at.receiver.accepted.at(-1)?.signatures).toHaveLength(1);
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
		const told = await at.ask("POST", "/endpoints", { url });
		// What is written in another way is 127.0.0.0/8, which these settings allow.
		expect(told.status).toBe(words ? 400 : 201);
		if (words)
			expect(told.body.errors).toMatchObject([
				{ pointer: "#/url", detail: expect.stringContaining(words) },
			]);
	});

	test("whose name leads to a private network is not sent to", async () => {
		const strict = await at.service.another({ WEBHOOK_ALLOWED_NETWORKS: "" });
		await at.service.kill();
		const { port } = at.receiver;
		const told = await editor(strict)(
			"PATCH",
			`/../webhooks/endpoints/${at.endpoint.id}`,
			{ url: `https://localhost:${port}/hooks?of=treeline` },
		);
		expect(told.status).toBe(200);
		await editor(strict)("POST", "", newItem());
		let failed: { last_error: string } | undefined;
		await until(async () => {
			[failed] = await at.service.content<{ last_error: string }[]>`
				SELECT last_error FROM webhook_deliveries WHERE attempts > 0`;
			return failed !== undefined;
		});
		expect(failed?.last_error).toContain("private or reserved network");
		expect(at.receiver.seen).toEqual([]);
		await strict.end("SIGTERM");
		await at.service.restart();
	});

	test("is changed only with a key that may change, and read with one that may read", async () => {
		const path = `/endpoints/${at.endpoint.id}`;
		expect((await at.ask("GET", path, undefined, READ_ONLY)).status).toBe(200);
		for (const [method, to, body] of [
			["POST", "/endpoints", { url: at.receiver.url }],
			["PATCH", path, { enabled: false }],
			["POST", `${path}/rotate-secret`, {}],
			["POST", `${path}/replay`, { onlyDead: true }],
			["POST", `${path}/test`, undefined],
			["DELETE", path, undefined],
		] as const)
			expect([
				to,
				(await at.ask(method, to, body, READ_ONLY)).body.code,
			]).toEqual([to, "forbidden"]);
		expect(
			(await at.ask("GET", `/endpoints/${crypto.randomUUID()}`)).status,
		).toBe(404);
	});
});
