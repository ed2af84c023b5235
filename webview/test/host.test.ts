/** What the page keeps and sends: shelves that break, tabs that race, services that refuse. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { NewAttempt } from "@treeline/api/shapes";
import { createClient } from "../host/client.ts";
import { ApiError } from "../host/host.ts";
import { createOutbox } from "../host/outbox.ts";
import { createOwner } from "../host/person.ts";
import { furthest } from "../host/progress.ts";
import { createDrafts, createProgressBook } from "../host/records.ts";
import { createShelf } from "../host/shelf.ts";

const KEY = { pack: "express", challenge: "one" };

/** Web storage with a size, as browsers have it. */
class Box implements Storage {
	readonly items = new Map<string, string>();
	constructor(public space = 10_000) {}
	get length() {
		return this.items.size;
	}
	key = (index: number) => [...this.items.keys()][index] ?? null;
	getItem = (key: string) => this.items.get(key) ?? null;
	removeItem = (key: string) => void this.items.delete(key);
	clear = () => this.items.clear();
	setItem(key: string, text: string) {
		const others = [...this.items].filter(([name]) => name !== key);
		const used = others.reduce((all, [, each]) => all + each.length, 0);
		if (used + text.length > this.space)
			throw new DOMException("full", "QuotaExceededError");
		this.items.set(key, text);
	}
}

describe("a shelf", () => {
	const isNumber = (value: unknown): value is number =>
		typeof value === "number";

	test("sets aside what does not read, and goes on", () => {
		const box = new Box();
		box.setItem("treeline:progress:express/one", "{oh no");
		const shelf = createShelf(box);
		expect(createProgressBook(shelf).of(KEY).status).toBe("not_started");
		expect(box.getItem("treeline:aside:progress:express/one")).toBe("{oh no");
	});

	test("that is full keeps values while it lives, says so, and recovers", () => {
		const box = new Box(60);
		const shelf = createShelf(box);
		shelf.write("long", "x".repeat(100));
		expect(shelf.trouble.read()).toBe("full");
		expect(shelf.keys("long")).toEqual(["long"]);
		shelf.write("long", 7);
		expect(shelf.trouble.read()).toBeNull();
		expect(shelf.read("long", isNumber)).toBe(7);
	});

	test("that is blocked works until the page closes", () => {
		const shelf = createShelf(new Box(0));
		shelf.write("n", 1);
		expect(shelf.trouble.read()).toBe("blocked");
		expect(shelf.read("n", isNumber)).toBe(1);
	});
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
		const box = new Box();
		const [one, other] = [box, box].map((each) =>
			createProgressBook(createShelf(each)),
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
		const shelf = createShelf(new Box());
		shelf.write("draft:express/one", [{ path: 1 }]);
		expect(createDrafts(shelf).draft(KEY)).toBeNull();
	});
});

describe("what a browser keeps", () => {
	const A = { id: "a", name: "Ada" };
	const B = { id: "b", name: "Ben" };
	const file = (content: string) => [{ path: "app.js", content }];
	const browser = () => {
		const box = new Box();
		const owner = createOwner(createShelf(box));
		const progress = createProgressBook(owner.shelf);
		const drafts = createDrafts(owner.shelf);
		return { box, owner, progress, drafts };
	};

	test("signed out goes to who signs in next, and to nobody after", () => {
		const { owner, progress, drafts } = browser();
		progress.note(KEY, { status: "passed" });
		drafts.keep(KEY, file("nobody's"));
		owner.become(A);
		expect(progress.of(KEY).status).toBe("passed");
		expect(progress.passedIn("express")).toEqual(new Set(["one"]));
		expect(drafts.draft(KEY)).toEqual(file("nobody's"));
		owner.become(null);
		expect(progress.of(KEY).status).toBe("not_started");
		expect(drafts.draft(KEY)).toBeNull();
		owner.become(B);
		expect(progress.of(KEY).status).toBe("not_started");
		owner.become(A);
		expect(progress.of(KEY).status).toBe("passed");
	});

	test("of two drafts the one just typed stays, and the other is set aside", () => {
		const { box, owner, drafts } = browser();
		owner.become(A);
		drafts.keep(KEY, file("old"));
		owner.become(null);
		drafts.keep(KEY, file("new"));
		owner.become(A);
		expect(drafts.draft(KEY)).toEqual(file("new"));
		expect(box.getItem("treeline:aside:of:a:draft:express/one")).toBe(
			JSON.stringify(file("old")),
		);
	});

	test("does not change hands when it changes nothing", () => {
		const { owner } = browser();
		const turns: (string | undefined)[] = [];
		owner.watch(() => turns.push(owner.read()?.name));
		for (const person of [A, A, B, null, null]) owner.become(person);
		expect(turns).toEqual(["Ada", "Ben", undefined]);
	});
});

describe("the outbox", () => {
	const attempt = (challengeId: string): NewAttempt => ({
		challengeId,
		passed: true,
		clientAttemptId: crypto.randomUUID(),
		attemptedAt: new Date().toISOString(),
	});
	const refusal = (status: number) =>
		new ApiError("refused", "It was refused.", "Wait.", status);
	/** An outbox on `box` whose service answers with `fault`, or takes everything. */
	const outboxOn = (box: Box, fault: ApiError | null) => {
		const sent: string[] = [];
		const outbox = createOutbox(createShelf(box), async (each) => {
			if (fault) throw fault;
			sent.push(each.challengeId);
		});
		return { outbox, sent };
	};

	test("sends at once what it can, and forgets it then", async () => {
		const box = new Box();
		const { outbox, sent } = outboxOn(box, null);
		expect(await outbox.put(attempt("a"), "me")).toBe("sent");
		expect(sent).toEqual(["a"]);
		expect(box.length).toBe(0);
	});

	test.each([0, 401, 429, 500, 503])(
		"keeps what meets status %p and sends it later",
		async (status) => {
			const box = new Box();
			const failing = outboxOn(box, refusal(status));
			expect(await failing.outbox.put(attempt("a"), "me")).toBe("waiting");
			expect(failing.outbox.waiting.read()).toBe(1);
			expect(failing.outbox.signedOut.read()).toBe(status === 401);
			const { outbox, sent } = outboxOn(box, null);
			await outbox.flush("me");
			expect(sent).toEqual(["a"]);
			expect(outbox.waiting.read()).toBe(0);
		},
	);

	test("sets aside what will never be taken, and sends the rest", async () => {
		const box = new Box();
		const { outbox } = outboxOn(box, refusal(404));
		expect(await outbox.put(attempt("gone"), "me")).toBe("refused");
		expect(outbox.refused.read()?.status).toBe(404);
		expect(outbox.waiting.read()).toBe(0);
		expect([...box.items.keys()][0]).toStartWith("treeline:aside:outbox:");
	});

	test("forgets a refusal once something is taken", async () => {
		let fault: ApiError | null = refusal(413);
		const outbox = createOutbox(createShelf(new Box()), async () => {
			if (fault) throw fault;
		});
		expect(await outbox.put(attempt("long"), "me")).toBe("refused");
		fault = null;
		expect(await outbox.put(attempt("short"), "me")).toBe("sent");
		expect(outbox.refused.read()).toBeNull();
	});

	test("leaves the moment to the service when the clock here runs ahead", async () => {
		const posted: NewAttempt[] = [];
		const outbox = createOutbox(createShelf(new Box()), async (each) => {
			posted.push(each);
			if (each.attemptedAt)
				throw new ApiError("invalid", "No.", "Wait.", 422, null, ["in_future"]);
		});
		const early = attempt("a");
		expect(await outbox.put(early, "me")).toBe("sent");
		expect(posted).toEqual([early, { ...early, attemptedAt: undefined }]);
		expect(outbox.refused.read()).toBeNull();
	});

	test("tells of storage that fails under way, and rejects nothing", async () => {
		const box = new Box();
		const shelf = createShelf(box);
		const outbox = createOutbox(shelf, async () => {
			box.removeItem = () => {
				throw new DOMException("denied", "SecurityError");
			};
		});
		expect(await outbox.put(attempt("a"), "me")).toBe("refused");
		expect(outbox.refused.read()?.detail).toContain("denied");
	});

	test("never sends one person's attempt for another", async () => {
		const box = new Box();
		await outboxOn(box, refusal(401)).outbox.put(attempt("mine"), "me");
		const { outbox, sent } = outboxOn(box, null);
		await outbox.put(attempt("yours"), "you");
		expect(sent).toEqual(["yours"]);
		expect(outbox.waiting.read()).toBe(1);
	});

	test("sends nobody's to who claims it, in order, and tells how many; the next person gets none", async () => {
		const box = new Box();
		const { outbox, sent } = outboxOn(box, null);
		const at = (second: number) => new Date(second * 1000).toISOString();
		for (const [index, id] of ["b", "a"].entries()) {
			const early = { ...attempt(id), attemptedAt: at(2 - index) };
			expect(await outbox.put(early, null)).toBe("waiting");
		}
		await outbox.flush("me");
		expect([sent, outbox.waiting.read()]).toEqual([[], 0]);
		outbox.claim("me");
		outbox.claim("you");
		await outbox.flush("you");
		expect([sent, outbox.waiting.read()]).toEqual([[], 2]);
		await outbox.flush("me");
		expect([sent, outbox.added.read()]).toEqual([["a", "b"], 2]);
	});

	test("keeps two hundred of nobody's, and lets misses go before passes", async () => {
		const { outbox, sent } = outboxOn(new Box(500_000), null);
		for (let each = 0; each < 101; each++) {
			await outbox.put({ ...attempt(`pass ${each}`), passed: true }, null);
			await outbox.put({ ...attempt(`miss ${each}`), passed: false }, null);
		}
		outbox.claim("me");
		await outbox.flush("me");
		expect(sent.length).toBe(200);
		expect(sent.filter((id) => id.startsWith("pass")).length).toBe(101);
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
		["strange", "not_json", 0, "try again"],
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

	test("a service that is down is told as such", async () => {
		const error = await createClient("http://127.0.0.1:9")
			.session()
			.catch((each) => each);
		expect(error).toMatchObject({ code: "unreachable", status: 0 });
	});
});
