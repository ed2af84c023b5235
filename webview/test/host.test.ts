/** What the page keeps and reads: shelves that break, tabs that race, people who take turns, services that refuse. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { SessionState } from "@treeline/api/client-types";
import { createDataCache } from "../app/data-cache.ts";
import { createAccount } from "../host/account.ts";
import { createApiCaller } from "../host/api-caller.ts";
import { createClient } from "../host/client.ts";
import { createDisputes } from "../host/disputes.ts";
import { ApiError, type SignedIn } from "../host/host.ts";
import { createDrafts, createProgressStore } from "../host/local-records.ts";
import { createLocalUser } from "../host/local-user.ts";
import { createMemoryHost } from "../host/memory.ts";
import { furthest } from "../host/progress.ts";
import { signal } from "../host/signal.ts";
import { createStorage } from "../host/storage.ts";
import { STORED_HEADER } from "../offline/manifest.ts";
import { QuotaStorage } from "./quota-storage.ts";

const KEY = { pack: "express", challenge: "one" };

describe("a storage", () => {
	const isNumber = (value: unknown): value is number =>
		typeof value === "number";

	test("sets aside what does not read, and goes on", () => {
		const box = new QuotaStorage();
		box.setItem("treeline:progress:express/one", "{oh no");
		const storage = createStorage(box);
		expect(createProgressStore(storage).of(KEY).status).toBe("not_started");
		expect(box.getItem("treeline:aside:progress:express/one")).toBe("{oh no");
	});

	test("that is full keeps values while it lives, says so, and recovers", () => {
		const box = new QuotaStorage(60);
		const storage = createStorage(box);
		storage.write("long", "x".repeat(100));
		expect(storage.fault.read()).toBe("full");
		expect(storage.keys("long")).toEqual(["long"]);
		storage.write("long", 7);
		expect(storage.fault.read()).toBeNull();
		expect(storage.read("long", isNumber)).toBe(7);
	});

	test("that is blocked works until the page closes", () => {
		const storage = createStorage(new QuotaStorage(0));
		storage.write("n", 1);
		expect(storage.fault.read()).toBe("blocked");
		expect(storage.read("n", isNumber)).toBe(1);
	});
});

test("disputes are sent as their owner, once, and one that is refused for good is told and not kept", async () => {
	const storage = createStorage(new QuotaStorage());
	const localUser = createLocalUser(storage);
	const state = signal<SignedIn>({ state: "out" });
	const sent: string[] = [];
	let status = 0;
	const queue = createDisputes(
		storage,
		async ({ challengeId }) => {
			if (status) throw new ApiError("refused", "No.", "", status, 3600);
			sent.push(challengeId);
		},
		{ state, offered: true, ask: async () => {} },
		localUser,
	);
	const dispute = (challengeId: string) =>
		queue.send({
			challengeId,
			clientDisputeId: crypto.randomUUID(),
			...{ files: [], failed: [] },
		});
	const signIn = async (_id: string) => {
		localUser.switchTo({ id: _id, name: _id });
		const user = {
			name: _id,
			image: null,
			provider: null,
			role: "learner" as const,
		};
		state.set({ state: "in", user: { ...user, _id, providerAccountId: null } });
		await queue.sendAllOf(_id);
	};
	expect(await dispute("of nobody")).toEqual({
		...{ state: "waiting", for: "sign-in" },
	});
	await signIn("robin");
	status = 429;
	expect(await dispute("of robin")).toEqual({
		...{ state: "waiting", for: "limit" },
	});
	status = 401;
	await signIn("kim");
	expect(await dispute("of kim")).toEqual({
		...{ state: "waiting", for: "sign-in" },
	});
	status = 404;
	expect(await dispute("gone")).toMatchObject({ state: "refused" });
	await signIn("kim");
	expect(queue.refused.read()?.status).toBe(404);
	status = 0;
	await signIn("kim");
	expect(sent).toEqual(["of nobody"]);
	await signIn("robin");
	await signIn("robin");
	expect(sent).toEqual(["of nobody", "of robin"]);
	expect(queue.delivered.read()).toBe(2);
	expect(storage.keys("dispute:")).toEqual([]);
});

describe("progress", () => {
	test.each([
		["passed", "attempted", "passed"],
		["not_started", "attempted", "attempted"],
		[null, "not_started", "not_started"],
		["attempted", null, "attempted"],
	] as const)("of %p and %p the further is %p", (one, other, expected) => {
		expect(furthest(one, other)).toBe(expected);
	});

	test("only rises, also when two tabs write", () => {
		const box = new QuotaStorage();
		const [one, other] = [box, box].map((each) =>
			createProgressStore(createStorage(each)),
		);
		one?.note(KEY, { status: "passed", hintsShown: 1 });
		other?.note(KEY, { status: "attempted", hintsShown: 2, seconds: 9.6 });
		expect(one?.of(KEY)).toEqual({
			status: "passed",
			hintsShown: 2,
			seconds: 10,
		});
		expect(one?.passedIn("express")).toEqual(new Set(["one"]));
	});

	test("a draft of an unknown form is no draft", () => {
		const storage = createStorage(new QuotaStorage());
		storage.write("draft:express/one", [{ path: 1 }]);
		expect(createDrafts(storage).draft(KEY)).toBeNull();
	});
});

describe("what a browser keeps", () => {
	const A = { id: "a", name: "Ada" };
	const B = { id: "b", name: "Ben" };
	const file = (content: string) => [{ path: "app.js", content }];
	const browser = () => {
		const box = new QuotaStorage();
		const localUser = createLocalUser(createStorage(box));
		const progress = createProgressStore(localUser.storage);
		const drafts = createDrafts(localUser.storage);
		return { box, localUser, progress, drafts };
	};

	test("signed out goes to who signs in next, and to nobody after", () => {
		const { localUser, progress, drafts } = browser();
		progress.note(KEY, { status: "passed" });
		drafts.keep(KEY, file("nobody's"));
		drafts.keepPrevious(KEY, file("reset"));
		localUser.switchTo(A);
		expect(progress.of(KEY).status).toBe("passed");
		expect(progress.passedIn("express")).toEqual(new Set(["one"]));
		expect(drafts.draft(KEY)).toEqual(file("nobody's"));
		expect(drafts.previous(KEY)).toEqual(file("reset"));
		localUser.switchTo(null);
		expect(progress.of(KEY).status).toBe("not_started");
		expect(drafts.draft(KEY)).toBeNull();
		expect(drafts.previous(KEY)).toBeNull();
		localUser.switchTo(B);
		expect(progress.of(KEY).status).toBe("not_started");
		localUser.switchTo(A);
		expect(progress.of(KEY).status).toBe("passed");
	});

	test("of two drafts the one just typed stays, and the other is set aside", () => {
		const { box, localUser, drafts } = browser();
		localUser.switchTo(A);
		drafts.keep(KEY, file("old"));
		localUser.switchTo(null);
		drafts.keep(KEY, file("new"));
		localUser.switchTo(A);
		expect(drafts.draft(KEY)).toEqual(file("new"));
		expect(box.getItem("treeline:aside:of:a:draft:express/one")).toBe(
			JSON.stringify(file("old")),
		);
	});

	test.each([
		["somebody else", A, 1],
		["the same person", B, 0],
		["a person where nobody was", null, 0],
	])(
		"is shown anew when %s turns out to be signed in",
		async (_, before, turns) => {
			const { localUser } = browser();
			localUser.switchTo(before);
			const unused = async () => {
				throw new Error("not asked");
			};
			const account = createAccount(
				{
					session: async () =>
						({ user: { _id: B.id, name: B.name } }) as SessionState,
					signOut: unused,
					sessions: unused,
					endSession: unused,
					endOtherSessions: unused,
					endAllSessions: unused,
				},
				localUser,
				true,
			);
			const verifier = { check: unused, diagnose: unused, close() {} };
			const cache = createDataCache({
				...createMemoryHost({ verifier }),
				account,
			});
			await account.ask();
			expect(cache.generation.value).toBe(turns);
		},
	);

	test("does not change hands when it changes nothing", () => {
		const { localUser } = browser();
		const turns: (string | undefined)[] = [];
		localUser.watch(() => turns.push(localUser.read()?.name));
		for (const user of [A, A, B, null, null]) localUser.switchTo(user);
		expect(turns).toEqual(["Ada", "Ben", undefined]);
	});
});

describe("the client", () => {
	let server: ReturnType<typeof Bun.serve>;
	const answers: Record<string, () => Response> = {
		"/packs/busy": () =>
			Response.json(
				{ code: "rate_limited", detail: "Too many requests.", status: 429 },
				{ status: 429, headers: { "retry-after": "7" } },
			),
		"/packs/broken": () => new Response("<h1>Oops</h1>", { status: 502 }),
		"/packs/wrong": () =>
			Response.json(
				{
					code: "validation_failed",
					detail: "It is wrong.",
					errors: [{ pointer: "#/attemptedAt", code: "in_future", detail: "" }],
				},
				{ status: 422 },
			),
		"/packs/long": () => new Response(null, { status: 413 }),
		"/packs/strange": () => new Response("<h1>Hello</h1>"),
		"/packs/a%2Fb": () => Response.json({ data: { slug: "a/b" } }),
	};
	beforeAll(() => {
		server = Bun.serve({
			port: 0,
			fetch: ({ url }) =>
				answers[new URL(url).pathname]?.() ??
				new Response(null, { status: 404 }),
		});
	});
	afterAll(() => server.stop(true));

	test.each([
		["busy", "rate_limited", 429, "Try again in 7 seconds."],
		["broken", "http_502", 502, "Try again in a moment."],
		["strange", "not_json", 0, "A proxy or firewall"],
		["nowhere", "http_404", 404, "Check the address"],
		["long", "http_413", 413, "Make your files shorter"],
	] as const)("%s becomes %s", async (slug, code, status, nextStep) => {
		const client = createClient(server.url.origin);
		const error = await client.pack(slug).catch((each) => each);
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({ code, status });
		expect(error.nextStep).toContain(nextStep);
	});

	test("tells which fields are refused, by their codes", async () => {
		const client = createClient(server.url.origin);
		const error = await client.pack("wrong").catch((each) => each);
		expect(error.fields).toEqual(["in_future"]);
	});

	test("writes slugs as one segment of the address", async () => {
		const pack = await createClient(server.url.origin).pack("a/b");
		expect(pack.slug).toBe("a/b");
	});

	test("an answer from the browser's store replaces no answer of the service", async () => {
		const catalogue = createClient(server.url.origin);
		const unused = () => Promise.reject(new Error("verifies nothing"));
		const verifier = { check: unused, diagnose: unused, close() {} };
		const cache = createDataCache({
			...createMemoryHost({ verifier }),
			catalogue: {
				...catalogue,
				challenge: () => Promise.reject(new Error("reads packs only")),
			},
		});
		const answerWith = (passedCount: number | null, stored: boolean) => {
			answers["/packs/trees"] = answers["/packs"] = () =>
				Response.json(
					{ data: [{ passedCount }], meta: { total: 1, tags: [] } },
					{ headers: stored ? { [STORED_HEADER]: "1" } : {} },
				);
		};
		const entries = [
			cache.pack("trees"),
			cache.packs(),
			cache.packList({ page: 1 }),
		];
		const counts = async () => {
			for (const entry of entries) await entry.refresh();
			return JSON.stringify(entries.map(({ load }) => load.value)).match(
				/(?<="passedCount":)\w+/g,
			);
		};
		answerWith(null, true);
		expect(await counts()).toEqual(["null", "null", "null"]);
		answerWith(3, false);
		expect(await counts()).toEqual(["3", "3", "3"]);
		answerWith(null, true);
		expect(await counts()).toEqual(["3", "3", "3"]);
		answerWith(4, false);
		expect(await counts()).toEqual(["4", "4", "4"]);
	});

	test("a service that is down is told as such", async () => {
		const error = await createClient("http://127.0.0.1:9")
			.session()
			.catch((each) => each);
		expect(error).toMatchObject({ code: "unreachable", status: 0 });
	});

	test("sends queries and nothing else, and does not compile otherwise", async () => {
		const asked: string[] = [];
		const listening = Bun.serve({
			port: 0,
			fetch({ url, method }) {
				asked.push(`${method} ${url.slice(listening.url.origin.length)}`);
				return Response.json({ data: null });
			},
		});
		const call = createApiCaller(listening.url.origin);
		await call("GET /packs", { query: { tag: ["a", "b&c"], q: undefined } });
		// @ts-expect-error: there is no such route
		await call("GET /nothing");
		// @ts-expect-error: the pack is not named
		await call("GET /packs/:slug");
		// @ts-expect-error: a search is for something
		await call("GET /search", { query: { limit: 1 } });
		// @ts-expect-error: not one of an attempt's fields
		await call("POST /attempts", { body: { passed: "yes" } });
		await listening.stop(true);
		expect(asked).toEqual([
			"GET /packs?tag=a&tag=b%26c",
			"GET /nothing",
			"GET /packs/",
			"GET /search?limit=1",
			"POST /attempts",
		]);
	});
});
