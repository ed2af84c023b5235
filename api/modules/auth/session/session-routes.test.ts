/** One's sessions: listed, ended one by one or together, and the ways out. */
import {
	afterAll,
	beforeAll,
	beforeEach,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { until } from "../../../test/attempts-client.ts";
import {
	type Browser,
	openBrowser,
	present,
} from "../../../test/cookie-browser.ts";
import {
	type SigningIn,
	startSigningIn,
} from "../../../test/sign-in-client.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const ENDED = /^JSESSIONID=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/;

let at: SigningIn;
beforeAll(async () => {
	at = await startSigningIn();
});
beforeEach(() => at.anew());
afterAll(() => at?.stop());

const call = (
	browser: Browser,
	method: string,
	path: string,
	headers: Record<string, string> = {},
) =>
	browser.ask(`${at.service.front}/api/v1/auth${path}`, {
		method,
		headers: present({ origin: at.service.front, ...headers }),
	});
interface Row {
	_id: string;
	current: boolean;
	userAgent: string | null;
}
const listed = async (browser: Browser): Promise<Row[]> =>
	(await (await call(browser, "GET", "/sessions")).json()).data;
const isIn = async (browser: Browser) =>
	(await at.session({ cookie: at.cookie(browser) })).authenticated;

describe("the list", () => {
	test("names where one is signed in, the one used last first, and says which one asks", async () => {
		const phone = await at.signedIn({ "user-agent": "A phone" });
		await at.service
			.sql`UPDATE sessions SET last_seen_at = last_seen_at - interval '2 days'`;
		const desk = await at.signedIn({ "user-agent": "A desk" });
		const answer = await call(desk, "GET", "/sessions");
		expect(answer.headers.get("cache-control")).toBe("no-store");
		const rows: Row[] = (await answer.json()).data;
		expect(rows.map(({ userAgent, current }) => [userAgent, current])).toEqual([
			["A desk", true],
			["A phone", false],
		]);
		const asking = (await listed(phone)).find(({ current }) => current);
		expect(asking?.userAgent).toBe("A phone");
		expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
			"_id",
			"createdAt",
			"current",
			"expiresAt",
			"lastSeenAt",
			"userAgent",
		]);
	});

	test("loses what has ended for good, with its user agent, although nobody signs in", async () => {
		const browser = await at.signedIn({ "user-agent": "An old phone" });
		const [row] = (await listed(browser)).filter(({ current }) => current);
		const left = () => at.service.sql`
			SELECT FROM sessions WHERE id = ${row?._id ?? ""}`;
		await at.service.sql`
			UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = ${row?._id ?? ""}`;
		expect(await left()).toHaveLength(1);
		const phone = await at.signedIn({ "user-agent": "A phone of last week" });
		await at.service
			.sql`UPDATE sessions SET created_at = now() - interval '8 days' WHERE user_agent = 'A phone of last week'`;
		const tablet = await at.signedIn({ "user-agent": "A tablet of today" });
		const another = await at.service.another({ CHAT_RETENTION_DAYS: "7" });
		await until(async () => (await left()).length === 0);
		await until(
			async () =>
				(await listed(phone)).find(({ current }) => current)?.userAgent ===
				null,
		);
		expect(
			(await listed(tablet)).find(({ current }) => current)?.userAgent,
		).toBe("A tablet of today");
		await another.end("SIGTERM");
	});

	test("holds nothing that has ended, and nothing of anyone else", async () => {
		const mine = await at.signedIn();
		const late = await at.signedIn();
		const [row] = (await listed(late)).filter(({ current }) => current);
		await at.service
			.sql`UPDATE sessions SET expires_at = now() WHERE id = ${row?._id ?? ""}`;
		at.anew();
		await at.signedIn();
		expect(await listed(mine)).toHaveLength(1);
	});

	test("is for the signed in", async () => {
		for (const [method, path] of [
			["GET", "/sessions"],
			["DELETE", "/sessions"],
			["DELETE", `/sessions/${Bun.randomUUIDv7()}`],
		] as const) {
			const answer = await call(openBrowser(), method, path);
			expect(answer.status).toBe(401);
			expect(answer.headers.has("www-authenticate")).toBe(true);
		}
	});
});

describe("an end", () => {
	test("of another session", async () => {
		const [mine, other] = [await at.signedIn(), await at.signedIn()];
		const row = (await listed(mine)).find(({ current }) => !current);
		const answer = await call(mine, "DELETE", `/sessions/${row?._id}`);
		expect(answer.status).toBe(204);
		expect(answer.headers.getSetCookie()).toEqual([]);
		expect([await isIn(mine), await isIn(other)]).toEqual([true, false]);
		const again = await call(mine, "DELETE", `/sessions/${row?._id}`);
		expect(again.status).toBe(404);
	});

	test.each([
		["as it is listed", (id: string) => id],
		["in capitals", (id: string) => id.toUpperCase()],
	])("of the asking session, %s: the cookie goes, too", async (_, spelt) => {
		const mine = await at.signedIn();
		const [row] = await listed(mine);
		const cookie = at.cookie(mine);
		const answer = await call(
			mine,
			"DELETE",
			`/sessions/${spelt(row?._id ?? "")}`,
		);
		expect(answer.status).toBe(204);
		expect(answer.headers.getSetCookie()).toEqual([
			expect.stringMatching(ENDED),
		]);
		expect((await at.session({ cookie })).authenticated).toBe(false);
	});

	test("of somebody else's is not to be had, and does not say that it is there", async () => {
		const theirs = await at.signedIn();
		const [row] = await listed(theirs);
		at.anew();
		const mine = await at.signedIn();
		const answers = await Promise.all(
			[row?._id, Bun.randomUUIDv7(), "nonsense"].map(async (id) => {
				const answer = await call(mine, "DELETE", `/sessions/${id}`);
				return [answer.status, (await answer.json()).code];
			}),
		);
		expect(answers).toEqual(Array(3).fill([404, "not_found"]));
		expect(await isIn(theirs)).toBe(true);
	});

	test("of all others, and of all", async () => {
		const [mine, other] = [await at.signedIn(), await at.signedIn()];
		const first = await call(mine, "DELETE", "/sessions?except=current");
		expect(first.status).toBe(204);
		expect(first.headers.getSetCookie()).toEqual([]);
		expect([await isIn(mine), await isIn(other)]).toEqual([true, false]);
		const third = await at.signedIn();
		const cookie = at.cookie(mine);
		const all = await call(mine, "DELETE", "/sessions");
		expect(all.headers.getSetCookie()).toEqual([expect.stringMatching(ENDED)]);
		expect((await at.session({ cookie })).authenticated).toBe(false);
		expect(await isIn(third)).toBe(false);
	});

	test("of all but what nobody knows is refused, and ends nothing", async () => {
		const mine = await at.signedIn();
		const answer = await call(mine, "DELETE", "/sessions?except=mine");
		expect(answer.status).toBe(400);
		expect(await isIn(mine)).toBe(true);
	});

	test("is not to be had from another site", async () => {
		const mine = await at.signedIn();
		const [row] = await listed(mine);
		for (const path of ["/sessions", `/sessions/${row?._id}`]) {
			const answer = await call(mine, "DELETE", path, {
				origin: "https://evil.example",
			});
			expect(answer.status).toBe(403);
		}
		expect(await isIn(mine)).toBe(true);
	});
});

describe("signing out", () => {
	test.each([
		["POST", "/signout", 204],
		["GET", "/signout", 303],
	] as const)(
		"by %s ends the session and takes the cookie",
		async (method, path, status) => {
			const [mine, other] = [await at.signedIn(), await at.signedIn()];
			const cookie = at.cookie(mine);
			const answer = await call(mine, method, path);
			expect(answer.status).toBe(status);
			expect(answer.headers.get("location")).toBe(status === 303 ? "/" : null);
			expect(answer.headers.get("cache-control")).toBe("no-store");
			expect(answer.headers.getSetCookie()).toEqual([
				expect.stringMatching(ENDED),
			]);
			expect((await at.session({ cookie })).authenticated).toBe(false);
			expect(await isIn(other)).toBe(true);
		},
	);

	test("by the header ends the header's session", async () => {
		const mine = await at.signedIn();
		const authorization = `Session ${mine.cookies(at.service.front).get("JSESSIONID")}`;
		const answer = await fetch(`${at.service.front}/api/auth/signout`, {
			method: "POST",
			headers: { authorization, origin: "https://anywhere.example" },
		});
		expect(answer.status).toBe(204);
		expect((await at.session({ authorization })).authenticated).toBe(false);
	});

	test("twice, and without a session, is no error", async () => {
		const mine = await at.signedIn();
		await call(mine, "POST", "/signout");
		expect((await call(mine, "POST", "/signout")).status).toBe(204);
		expect((await call(openBrowser(), "POST", "/signout")).status).toBe(204);
		expect((await call(openBrowser(), "GET", "/signout")).status).toBe(303);
	});

	test.each<[string, Record<string, string>]>([
		["POST", { origin: "https://evil.example" }],
		["POST", { origin: "null" }],
		["POST", { "sec-fetch-site": "cross-site", origin: "" }],
		["GET", { "sec-fetch-site": "cross-site" }],
		["GET", { "sec-fetch-site": "same-site" }],
		["GET", { "sec-purpose": "prefetch" }],
		["HEAD", {}],
	])("by %s with %j is refused, and ends nothing", async (method, headers) => {
		const mine = await at.signedIn();
		const answer = await call(mine, method, "/signout", headers);
		expect(answer.status).toBe(403);
		expect(answer.headers.getSetCookie()).toEqual([]);
		expect(await isIn(mine)).toBe(true);
		if (method === "GET")
			expect(await answer.text()).toContain("You are still signed in");
	});
});

describe("a session", () => {
	test("moves its end on when it is used, and not past thirty days", async () => {
		const mine = await at.signedIn();
		const [row] = await listed(mine);
		const id = row?._id ?? "";
		const daysLeft = async () => {
			const { expiresAt } = await at.session({ cookie: at.cookie(mine) });
			return (Date.parse(expiresAt ?? "") - Date.now()) / 86_400_000;
		};
		await at.service.sql`
			UPDATE sessions SET created_at = now() - interval '3 days', last_seen_at = now() - interval '3 days',
				expires_at = now() + interval '4 days' WHERE id = ${id}`;
		// The use that moves it is answered by what was before.
		await daysLeft();
		expect(await daysLeft()).toBeCloseTo(7, 1);
		await at.service.sql`
			UPDATE sessions SET created_at = now() - interval '28 days', last_seen_at = now() - interval '2 hours',
				expires_at = now() + interval '1 days' WHERE id = ${id}`;
		await daysLeft();
		expect(await daysLeft()).toBeCloseTo(2, 1);
		await at.service
			.sql`UPDATE sessions SET expires_at = now() WHERE id = ${id}`;
		expect(await isIn(mine)).toBe(false);
		const answer = await call(mine, "GET", "/sessions");
		expect((await answer.json()).code).toBe("session_expired");
	});
});
