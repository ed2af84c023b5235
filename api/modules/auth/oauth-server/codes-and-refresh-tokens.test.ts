/** What a hostile or a broken client does with a code or a token: each is refused, and a copy of one ends what it was for. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { hashOf, newToken } from "../../../server/session-authentication.ts";
import { bearer, INITIALIZE, send } from "../../../test/mcp-clients.ts";
import { stepsOf } from "../../../test/oauth-clients.ts";
import { startSigningIn } from "../../../test/sign-in-client.ts";

setDefaultTimeout(180_000);
const signing = await startSigningIn();
const { front, sql } = signing.service;
afterAll(() => signing.stop());

async function signedIn() {
	signing.anew();
	return { steps: stepsOf(front, await signing.signedIn()) };
}

const ask = (token: string) =>
	send(front, INITIALIZE, { "x-admin-key": null, ...bearer(token) });

describe("a code is refused", () => {
	const EXCHANGES: [
		what: string,
		error: string,
		fields: Record<string, string | null>,
	][] = [
		[
			"with another verifier",
			"invalid_grant",
			{ code_verifier: "w".repeat(43) },
		],
		["without a verifier", "invalid_request", { code_verifier: null }],
		["from another client", "invalid_grant", { client_id: "client_other" }],
		["without a client", "invalid_request", { client_id: null }],
		[
			"with another address",
			"invalid_grant",
			{ redirect_uri: "http://127.0.0.1:33418/other" },
		],
		[
			"for another resource",
			"invalid_target",
			{ resource: "https://mcp.example/" },
		],
		[
			"for another kind of grant",
			"unsupported_grant_type",
			{ grant_type: "password" },
		],
		["without a kind of grant", "invalid_request", { grant_type: null }],
		["with a NUL", "invalid_request", { client_id: "\0" }],
	];
	test.each(EXCHANGES)("%s", async (_, error, fields) => {
		const { steps } = await signedIn();
		const { id } = await steps.register();
		const { status, body } = await steps.exchange(
			id,
			await steps.code(id),
			fields,
		);
		expect([status, body.error]).toEqual([400, error]);
		expect(body).not.toHaveProperty("access_token");
	});

	test("after a wrong verifier, also with the right one", async () => {
		const { steps } = await signedIn();
		const { id } = await steps.register();
		const code = await steps.code(id);
		await steps.exchange(id, code, { code_verifier: "w".repeat(43) });
		expect((await steps.exchange(id, code)).body.error).toBe("invalid_grant");
	});

	test("a minute after the consent", async () => {
		const { steps } = await signedIn();
		const { id } = await steps.register();
		const code = await steps.code(id);
		const [row] = await sql<{ left: number }[]>`
			UPDATE oauth_authorizations a SET expires_at = now() FROM oauth_authorizations old
			WHERE a.secret_hash = ${hashOf(code)} AND old.secret_hash = a.secret_hash
			RETURNING extract(epoch FROM old.expires_at - now())::float8 AS left`;
		expect(row?.left).toBeWithin(1, 61);
		expect((await steps.exchange(id, code)).body.error).toBe("invalid_grant");
	});

	test("a second time, and what the first brought ends", async () => {
		const { steps } = await signedIn();
		const { id } = await steps.register();
		const code = await steps.code(id);
		const { body } = await steps.exchange(id, code);
		expect((await ask(body.access_token)).status).toBe(200);
		expect((await steps.exchange(id, code)).body.error).toBe("invalid_grant");
		expect((await ask(body.access_token)).status).toBe(401);
		expect((await steps.refresh(id, body.refresh_token)).body.error).toBe(
			"invalid_grant",
		);
	});

	test("by all but one of those that send it at once", async () => {
		const { steps } = await signedIn();
		const { id } = await steps.register();
		const code = await steps.code(id);
		const all = await Promise.all(
			Array.from({ length: 8 }, () => steps.exchange(id, code)),
		);
		const issued = all.filter(({ status }) => status === 200);
		expect(issued.length).toBeLessThanOrEqual(1);
		for (const { body } of issued)
			expect((await ask(body.access_token)).status).toBe(401);
	});
});

describe("a refresh token is refused", () => {
	const grant = async () => {
		const { steps } = await signedIn();
		const { id } = await steps.register();
		const { body } = await steps.exchange(id, await steps.code(id));
		return {
			steps,
			id,
			tokens: body as { access_token: string; refresh_token: string },
		};
	};
	const REFRESHES: [
		what: string,
		error: string,
		fields: Record<string, string | null>,
	][] = [
		["from another client", "invalid_grant", { client_id: "client_other" }],
		[
			"for another resource",
			"invalid_target",
			{ resource: "https://mcp.example/" },
		],
		["that never was", "invalid_grant", { refresh_token: newToken("tlr_") }],
		["that is missing", "invalid_request", { refresh_token: null }],
	];
	test.each(REFRESHES)(
		"%s, and the right one works on",
		async (_, error, fields) => {
			const { steps, id, tokens } = await grant();
			const { body } = await steps.refresh(id, tokens.refresh_token, fields);
			expect(body.error).toBe(error);
			expect((await steps.refresh(id, tokens.refresh_token)).status).toBe(200);
		},
	);

	test("a second time, and the whole grant ends", async () => {
		const { steps, id, tokens } = await grant();
		const { body: next } = await steps.refresh(id, tokens.refresh_token);
		expect((await ask(next.access_token)).status).toBe(200);
		expect((await steps.refresh(id, tokens.refresh_token)).body.error).toBe(
			"invalid_grant",
		);
		expect((await ask(next.access_token)).status).toBe(401);
		expect((await steps.refresh(id, next.refresh_token)).body.error).toBe(
			"invalid_grant",
		);
	});

	test("for more than the learner allowed", async () => {
		const { steps } = await signedIn();
		const { id } = await steps.register();
		const code = await steps.code(id, { scope: "read" });
		const { body } = await steps.exchange(id, code);
		const { body: refused } = await steps.refresh(id, body.refresh_token, {
			scope: "read attempt",
		});
		expect(refused.error).toBe("invalid_scope");
	});

	test("as an access token, and an access token as one", async () => {
		const { steps, id, tokens } = await grant();
		expect((await ask(tokens.refresh_token)).status).toBe(401);
		expect((await steps.refresh(id, tokens.access_token)).body.error).toBe(
			"invalid_grant",
		);
	});
});

test("a token that was issued for another address is refused", async () => {
	const { steps } = await signedIn();
	const { id } = await steps.register();
	const { body } = await steps.exchange(id, await steps.code(id));
	await sql`
		UPDATE oauth_grants SET resource = 'https://mcp.example/' WHERE id = (
			SELECT grant_id FROM oauth_tokens WHERE token_hash = ${hashOf(body.access_token)})`;
	const answer = await ask(body.access_token);
	expect(answer.status).toBe(401);
	expect(answer.headers.get("www-authenticate")).toContain(
		'error="invalid_token"',
	);
});
