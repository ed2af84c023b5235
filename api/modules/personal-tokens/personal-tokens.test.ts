/** A learner's own programs do with a personal token what its scopes say, as the learner, and never more. */
import { describe, expect, test } from "bun:test";
import { asking, type Told } from "../../test/author-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { admin, shownPack } from "../../test/moderation-client.ts";

const service = await serviceForFile();

type Person = Awaited<ReturnType<typeof shownPack>>["ada"];

const create = (who: Person, body: object) =>
	who.ask("POST", "/account/tokens", body);

/** A new token of `who`'s with these scopes: its value, and its id. */
async function tokenOf(who: Person, ...scopes: string[]) {
	const { status, body } = await create(who, { name: "A script", scopes });
	if (status !== 201) throw new Error(JSON.stringify(body));
	return { token: body.data.token as string, id: body.data._id as string };
}

const bearing = (
	token: string,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Told> =>
	asking(service, method, path, body, {
		authorization: `Bearer ${token}`,
		...headers,
	});

const BEARER = 'Bearer realm="treeline"';

describe("a personal token", () => {
	test("is shown once, stored as a hash, listed without its value, and ends when it is revoked", async () => {
		const { ada, robin } = await shownPack(service, "tokens", "Tokens");
		const empty = await ada.ask("GET", "/account/tokens");
		expect([empty.status, empty.body.data]).toEqual([200, []]);
		const made = await create(ada, {
			name: " Nightly  ",
			scopes: ["read", "attempt"],
			expiresInDays: 30,
		});
		expect(made.status).toBe(201);
		expect(made.headers.get("cache-control")).toBe("no-store");
		const { token, ...shown } = made.body.data;
		expect(token).toMatch(/^tl_[0-9A-Za-z]{43}$/);
		expect(shown).toMatchObject({
			name: "Nightly",
			scopes: ["read", "attempt"],
			lastUsedAt: null,
		});
		const days = Date.parse(shown.expiresAt) - Date.parse(shown.createdAt);
		expect(days).toBe(30 * 86_400_000);
		const forever = await create(ada, { name: "Forever", scopes: ["read"] });
		expect(forever.body.data.expiresAt).toBeNull();

		const listed = await ada.ask("GET", "/account/tokens");
		expect(listed.headers.get("cache-control")).toBe("no-store");
		expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual([
			"Forever",
			"Nightly",
		]);
		expect(listed.body.data[1]).toEqual(shown);
		expect(JSON.stringify(listed.body)).not.toContain("tl_");
		const rows = await service.sql`
			SELECT FROM personal_tokens t WHERE position(${token.slice(3)} IN to_json(t)::text) > 0`;
		expect(rows).toHaveLength(0);
		expect((await robin.ask("GET", "/account/tokens")).body.data).toEqual([]);

		const path = `/account/tokens/${shown._id}`;
		expect((await robin.ask("DELETE", path)).status).toBe(404);
		expect((await bearing(token, "GET", "/settings")).status).toBe(200);
		expect((await ada.ask("DELETE", path)).status).toBe(204);
		expect((await ada.ask("DELETE", path)).status).toBe(404);
		const ended = await bearing(token, "GET", "/settings");
		expect([ended.status, ended.body.code]).toEqual([401, "token_invalid"]);
		expect(ended.headers.get("www-authenticate")).toBe(BEARER);
	});

	test("does what its scopes allow, and a refusal names the scope that it lacks", async () => {
		const { ada, id } = await shownPack(service, "scopes", "Scopes");
		const files = [{ path: "app.js", content: "// so far" }];
		const failed = [{ check: "perFile/app.js/0", message: "It lacks a call." }];
		const pack = {
			...{ name: "Mine", slug: "scopes-mine", description: "A first try." },
			...{ language: "javascript", version: "0.1.0", author: "Ada", tags: [] },
		};
		const attempt = { challengeId: id, passed: false, files };
		const { body } = await ada.ask("POST", "/attempts", attempt);
		const needs: [
			scope: string,
			method: string,
			path: string,
			body?: object,
		][] = [
			["read", "GET", "/packs/scopes"],
			["read", "GET", `/challenges/${id}`],
			["read", "GET", "/search?q=scopes"],
			["read", "GET", "/settings"],
			["read", "GET", `/drafts/${id}`],
			["read", "GET", `/attempts/${body.data._id}`],
			["read", "GET", `/challenges/${id}/attempts`],
			["read", "GET", `/challenges/${id}/disputes`],
			["attempt", "POST", "/attempts", attempt],
			["attempt", "POST", "/attempts/import", { attempts: [] }],
			["attempt", "PUT", `/drafts/${id}`, { files }],
			["attempt", "DELETE", `/drafts/${id}`],
			["attempt", "PATCH", "/settings", { keybindings: "vim" }],
			["attempt", "POST", `/challenges/${id}/disputes`, { files, failed }],
			["author", "GET", "/author/packs"],
			["author", "GET", "/author/packs/scopes/disputes"],
			["author", "POST", "/author/packs", pack],
		];
		const wrong: string[] = [];
		for (const scope of ["read", "attempt", "author"]) {
			const { token } = await tokenOf(ada, scope);
			for (const [needed, method, path, body] of needs) {
				const told = await bearing(token, method, path, body);
				const right =
					needed === scope
						? told.status < 300 || told.body.errors?.length > 0
						: told.status === 403 &&
							told.body.code === "scope_missing" &&
							told.body.detail.includes(`“${needed}”`);
				if (!right)
					wrong.push(`${scope}: ${method} ${path}: ${JSON.stringify(told)}`);
			}
		}
		expect(wrong).toEqual([]);
	});

	test("opens nothing of the account, ends no session, and is not asked where it comes from", async () => {
		const { ada } = await shownPack(service, "closed", "Closed");
		const { token, id } = await tokenOf(ada, "read", "attempt", "author");
		for (const [method, path, body] of [
			["GET", "/account/tokens"],
			["POST", "/account/tokens", { name: "More", scopes: ["read"] }],
			["DELETE", `/account/tokens/${id}`],
			["GET", "/account/export"],
			["GET", "/account/activity"],
			["DELETE", "/account", { name: "Ada" }],
			["GET", "/auth/sessions"],
			["DELETE", "/auth/sessions"],
			["POST", "/auth/signout"],
		] as const) {
			// A session beside it does not count: it is another credential.
			for (const headers of [undefined, { cookie: ada.cookie }]) {
				const told = await bearing(token, method, path, body, headers);
				expect([told.status, told.body?.code], `${method} ${path}`).toEqual([
					403,
					"session_required",
				]);
			}
		}
		const elsewhere = {
			...{ origin: "https://elsewhere.example" },
			"sec-fetch-site": "cross-site",
		};
		const changed = await bearing(
			...([token, "PATCH", "/settings", { keybindings: "vim" }] as const),
			elsewhere,
		);
		expect(changed.status).toBe(200);
		const { data } = (await bearing(token, "GET", "/auth/session")).body;
		expect(data).toMatchObject({
			authenticated: true,
			user: { _id: ada.userId, name: "Ada" },
			expiresAt: null,
		});
		expect((await ada.ask("GET", "/settings")).body.data.keybindings).toBe(
			"vim",
		);
	});

	test("that is wrong, expired or of a blocked account is refused, on public reads too", async () => {
		const { ada } = await shownPack(service, "refused", "Refused");
		const { token, id } = await tokenOf(ada, "read");
		const guess = `tl_${"a".repeat(43)}`;
		for (const path of ["/packs", "/settings", "/auth/session"])
			for (const value of [guess, "tl_short", `${token}x`]) {
				const told = await bearing(value, "GET", path);
				expect([told.status, told.body.code]).toEqual([401, "token_invalid"]);
				expect(told.headers.get("www-authenticate")).toBe(BEARER);
			}
		await service.sql`
			UPDATE personal_tokens SET expires_at = now() - interval '1 second' WHERE id = ${id}`;
		const expired = await bearing(token, "GET", "/settings");
		expect([expired.status, expired.body.code]).toEqual([401, "token_invalid"]);
		const { token: other } = await tokenOf(ada, "read", "attempt");
		const reason = { reason: "Spam." };
		await admin(service, "POST", `/users/${ada.userId}/block`, reason);
		for (const [method, path, body] of [
			["GET", "/settings"],
			["PATCH", "/settings", { keybindings: "vim" }],
		] as const) {
			const told = await bearing(other, method, path, body);
			expect([told.status, told.body.code]).toEqual([403, "account_blocked"]);
			expect(told.body.detail).toContain("Spam");
		}
		expect((await bearing(other, "GET", "/packs/refused")).body.data).toEqual(
			(await asking(service, "GET", "/packs/refused")).body.data,
		);
	});

	test("notes its last use, at most once an hour", async () => {
		const { ada } = await shownPack(service, "used", "Used");
		const { token, id } = await tokenOf(ada, "read");
		const lastUse = async () => {
			const [one] = (await ada.ask("GET", "/account/tokens")).body.data;
			return one.lastUsedAt as string | null;
		};
		await bearing(token, "GET", "/packs");
		const first = await lastUse();
		expect(first).not.toBeNull();
		await bearing(token, "GET", "/packs");
		expect(await lastUse()).toBe(first);
		await service.sql`
			UPDATE personal_tokens SET last_used_at = now() - interval '61 minutes' WHERE id = ${id}`;
		await Promise.all([1, 2, 3].map(() => bearing(token, "GET", "/packs")));
		expect(Date.parse((await lastUse()) ?? "")).toBeGreaterThanOrEqual(
			Date.parse(first ?? ""),
		);
	});

	test("goes with the account, and is in the export without its value", async () => {
		const { ada } = await shownPack(service, "leaving", "Leaving");
		const { token, id } = await tokenOf(ada, "read");
		const { data } = (await ada.ask("GET", "/account/export")).body;
		expect(data.tokens).toMatchObject([{ _id: id, name: "A script" }]);
		expect(JSON.stringify(data)).not.toContain(token.slice(3));
		const gone = await ada.ask("DELETE", "/account", { name: "Ada" });
		expect(gone.status).toBe(204);
		expect((await bearing(token, "GET", "/settings")).status).toBe(401);
		const left =
			await service.sql`SELECT FROM personal_tokens WHERE id = ${id}`;
		expect(left).toHaveLength(0);
	});
});

test("what a new token lacks is said with its place, and there are 50 at most", async () => {
	const { ada } = await shownPack(service, "limits", "Limits");
	for (const [body, pointer] of [
		[{ scopes: ["read"] }, "#/name"],
		[{ name: " ", scopes: ["read"] }, "#/name"],
		[{ name: "x".repeat(101), scopes: ["read"] }, "#/name"],
		[{ name: "A script", scopes: [] }, "#/scopes"],
		[{ name: "A script", scopes: ["read", "read"] }, "#/scopes"],
		[{ name: "A script", scopes: ["admin"] }, "#/scopes/0"],
		[
			{ name: "A script", scopes: ["read"], expiresInDays: 0 },
			"#/expiresInDays",
		],
		[
			{ name: "A script", scopes: ["read"], expiresInDays: 367 },
			"#/expiresInDays",
		],
	] as const) {
		const told = await create(ada, body);
		expect([told.status, told.body.errors[0].pointer]).toEqual([400, pointer]);
	}
	await service.sql`
		INSERT INTO personal_tokens (id, user_id, token_hash, name, scopes)
		SELECT gen_random_uuid(), ${ada.userId}, 'of-a-test-' || n, 'Old', '{read}' FROM generate_series(1, 49) n`;
	const both = await Promise.all(
		["One", "Two"].map((name) => create(ada, { name, scopes: ["read"] })),
	);
	expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
	const refused = both.find(({ status }) => status === 400);
	expect(refused?.body.detail).toContain("50");
});
