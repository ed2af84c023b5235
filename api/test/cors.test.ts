/** Which pages of other sites may read which answers (contract, section 1, `CORS_ORIGINS`), as a table. */
import { describe, expect, test } from "bun:test";
import { serviceForFile } from "./harness.ts";

const LISTED = "https://app.example";

const service = await serviceForFile({
	CORS_ORIGINS: `${LISTED}, http://localhost:5173`,
});

type Side = "front" | "backend";
type Case = [side: Side, path: string, origin: string, readable: boolean];

const CASES: Case[] = [
	["front", "/api/v1/packs", LISTED, true],
	["front", "/api/v1/packs", "http://localhost:5173", true],
	["front", "/api/v1/packs", "https://app.example:8443", false],
	["front", "/api/v1/packs", "http://app.example", false],
	["front", "/api/v1/packs", "https://app.example.evil.example", false],
	["front", "/api/v1/packs", "https://evil.example", false],
	["front", "/api/v1/packs", "null", false],
	// Refusals are read too, so that a script learns why.
	["front", "/api/v1/packs/none", LISTED, true],
	["front", "/api/v1/settings", LISTED, true],
	["front", "/api/v1/drafts", LISTED, true],
	["front", "/api/v1/attempts", LISTED, true],
	["front", "/api/v1/classes", LISTED, true],
	["front", "/api/v1/search", LISTED, true],
	["front", "/api/v1/author/packs", LISTED, true],
	["front", "/api/v1/cli/packs", LISTED, true],
	["front", "/api/auth/session", LISTED, true],
	["front", "/api/v1/auth/session", LISTED, true],
	["front", "/api/v1/packsandmore", LISTED, false],
	["front", "/api/health/ready", LISTED, false],
	["front", "/api/openapi.json", LISTED, false],
	["front", "/api/admin/packs/seed", LISTED, false],
	["front", "/api/metrics", LISTED, false],
	["front", "/api/mcp", LISTED, false],
	["front", "/api/v1/chat", LISTED, false],
	["front", "/api/v1/admin/content", LISTED, false],
	["front", "/", LISTED, false],
	["backend", "/api/packs", LISTED, false],
	["backend", "/api/admin/packs/seed", LISTED, false],
];

describe.each(CASES)("%s %s for %s", (side, path, origin, readable) => {
	test(`is ${readable ? "" : "not "}to be read, with a session`, async () => {
		const { headers } = await fetch(service[side] + path, {
			headers: { origin },
		});
		const allowed = headers.get("access-control-allow-origin");
		expect(allowed).toBe(readable ? origin : null);
		expect(headers.get("access-control-allow-credentials")).toBe(
			readable ? "true" : null,
		);
		const exposed = headers.get("access-control-expose-headers") ?? "";
		expect(exposed.includes("x-request-id")).toBe(readable);
	});

	test(`is ${readable ? "" : "not "}asked for first with success`, async () => {
		const answer = await fetch(service[side] + path, {
			method: "OPTIONS",
			headers: {
				origin,
				"access-control-request-method": "PATCH",
				"access-control-request-headers": "authorization, content-type",
			},
		});
		const { headers } = answer;
		expect(headers.get("access-control-allow-origin")).toBe(
			readable ? origin : null,
		);
		expect(headers.has("access-control-allow-methods")).toBe(readable);
		if (!readable) return;
		expect(answer.status).toBe(204);
		expect(headers.get("access-control-allow-credentials")).toBe("true");
		expect(headers.get("access-control-allow-methods")).toContain("PATCH");
		// An editor in a browser holds its session in a header.
		for (const name of ["authorization", "idempotency-key"])
			expect(headers.get("access-control-allow-headers")).toContain(name);
	});
});

describe.each([
	["/api/v1/content", 200],
	["/api/v1/content/bundle", 200],
	["/api/v1/content/article/none", 404],
])("front %s", (path, status) => {
	test.each([LISTED, "https://evil.example", "null"])(
		"is to be read from %s, and with nobody's session",
		async (origin) => {
			const { cookie } = await service.signIn();
			const answer = await fetch(service.front + path, {
				headers: { origin, cookie },
			});
			const { headers } = answer;
			expect(answer.status).toBe(status);
			expect(headers.get("access-control-allow-origin")).toBe("*");
			expect(headers.get("access-control-allow-credentials")).toBe(null);
			expect(headers.get("vary") ?? "").not.toMatch(/origin|cookie/i);
		},
	);
});

test("caches keep what each origin gets apart, also from what nobody's gets", async () => {
	for (const headers of [
		{},
		{ origin: LISTED },
		{ origin: "https://evil.example" },
	]) {
		const answer = await fetch(`${service.front}/api/v1/packs`, {
			headers: headers as HeadersInit,
		});
		expect(answer.headers.get("vary")).toContain("origin");
	}
});

test("a change from a listed site is made, and one from another is refused", async () => {
	const { cookie } = await service.signIn();
	const change = (origin: string) =>
		fetch(`${service.front}/api/v1/settings`, {
			method: "PATCH",
			headers: { cookie, origin, "content-type": "application/json" },
			body: "{}",
		});
	expect((await change(LISTED)).status).toBe(200);
	const refused = await change("https://evil.example");
	expect(refused.status).toBe(403);
	expect(await refused.json()).toMatchObject({ code: "origin_rejected" });
});
