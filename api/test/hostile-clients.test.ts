/** Addresses, cookies and pages that mean harm, at every route: nothing is found by them, and nobody gets in. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { ADMIN_KEY, ADMIN_SECRET } from "./harness.ts";
import {
	demands,
	expectUnharmed,
	hostile,
	isUnsafe,
	openTarget,
	ours,
	routesOf,
	type Target,
	unlike,
	wrongsOf,
} from "./openapi/hostile-requests.ts";

// Each test asks all routes, and a start takes its time on a busy machine.
setDefaultTimeout(180_000);

let target: Target;
beforeAll(async () => {
	target = await openTarget();
});
afterAll(() => target.service.stop());

/** Whether nothing but a session is enough for it. */
const isOfSessions = (each: Parameters<typeof demands>[0]) =>
	demands(each, "sessionCookie") && !demands(each, "adminSecret");

describe("a text in an address", () => {
	const TEXTS = [
		"' OR '1'='1",
		"'; DROP TABLE users; --",
		'" UNION SELECT token_hash FROM sessions --',
		"1); DELETE FROM packs; --",
		"$1",
		"\\'; SELECT pg_sleep(10); --",
		"%' ESCAPE '%",
		"a:* & b | !c",
		"x\r\nX-Injected: yes",
		"x\nSet-Cookie: JSESSIONID=evil",
		"__proto__",
		"constructor",
		"..%2f..%2fetc%2fpasswd",
		"../../../etc/passwd",
		"{{7*7}}<%= 7*7 %>$&",
		"\u202e\u200b\ufeff",
		"x".repeat(6_000),
	];

	test("in a path leads nowhere", async () => {
		const named = routesOf(target).filter(({ path }) => path.includes("{"));
		const wrongs = await wrongsOf(
			target,
			named,
			async ({ operation, good, send }) => {
				const found: (string | null)[] = [];
				for (const name of Object.keys(good.params ?? {}))
					for (const text of TEXTS) {
						const params = { ...good.params, [name]: text };
						const answer = await send({ params });
						found.push(
							ours(target, operation, answer),
							unlike(answer, { status: [404, 400] }),
						);
					}
				return found;
			},
		);
		expect(wrongs).toEqual([]);
	});

	test("in a query is a text", async () => {
		const asking = routesOf(target).filter(({ parameters }) =>
			parameters.some((each) => each.in === "query"),
		);
		const wrongs = await wrongsOf(target, asking, async (each) => {
			const { operation, good } = each;
			const found: (string | null)[] = [];
			for (const { name } of operation.parameters.filter(
				(one) => one.in === "query",
			))
				for (const text of TEXTS) {
					// Anew each time: what is asked for may be done by the last one.
					const { send } = isUnsafe(operation)
						? await hostile(target, operation)
						: each;
					const query = { ...good.query, [name]: text };
					found.push(ours(target, operation, await send({ query })));
				}
			return found;
		});
		expect(wrongs).toEqual([]);
	});
});

describe("who has only", () => {
	test.each<[string, (token: string) => Record<string, string>]>([
		["a cookie of words", () => ({ cookie: "JSESSIONID=' OR '1'='1" })],
		["a cookie of a path", () => ({ cookie: "JSESSIONID=../../etc/passwd" })],
		["a cookie of signs", () => ({ cookie: "JSESSIONID=%00%0d%0a" })],
		["an unknown session", () => ({ cookie: `JSESSIONID=${"0".repeat(64)}` })],
		["an endless cookie", () => ({ cookie: `JSESSIONID=${"a".repeat(7000)}` })],
		["an empty cookie", () => ({ cookie: "JSESSIONID=" })],
		[
			"cookies of others",
			() => ({ cookie: "PHPSESSID=1; __proto__=x; =; ;;" }),
		],
		[
			"a session by another name",
			(token) => ({ cookie: `jsessionid=${token}` }),
		],
		[
			"a session as a bearer token",
			(token) => ({ authorization: `Bearer ${token}` }),
		],
		[
			"a session as a password",
			(token) => ({ authorization: `Basic ${btoa(`a:${token}`)}` }),
		],
		["the admin secret", () => ({ "x-admin-secret": ADMIN_SECRET })],
		["the admin key", () => ({ "x-admin-key": ADMIN_KEY })],
	])("%s is nobody", async (_, presented) => {
		const personal = routesOf(target).filter(isOfSessions);
		const wrongs = await wrongsOf(
			target,
			personal,
			async ({ cookie, send }) => {
				const token = cookie.slice(cookie.indexOf("=") + 1);
				const headers = { cookie: "", ...presented(token) };
				return [unlike(await send({ headers }), { status: 401 })];
			},
		);
		expect(wrongs).toEqual([]);
	});
});

test.each<[string, Record<string, string>]>([
	["a foreign page", { origin: "https://evil.example" }],
	[
		"a foreign page, by a browser that says so",
		{ origin: "https://evil.example", "sec-fetch-site": "cross-site" },
	],
	["a sandboxed page", { origin: "null" }],
	["a sister site", { "sec-fetch-site": "same-site" }],
	["a link", { "sec-fetch-site": "cross-site" }],
	[
		"a page of our name with more to it",
		{ origin: "http://localhost.evil.example" },
	],
])("a change that %s asks for is refused", async (_, headers) => {
	const changes = routesOf(target).filter(
		(each) => isUnsafe(each) && isOfSessions(each),
	);
	const wrongs = await wrongsOf(target, changes, async ({ send }) => [
		unlike(await send({ headers }), { status: 403, code: "origin_rejected" }),
	]);
	expect(wrongs).toEqual([]);
});

test("afterwards all is as it was, and nothing was a fault of ours", () =>
	expectUnharmed(target));
