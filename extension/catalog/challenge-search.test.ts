/** The search against a service on a real port: its answers, its faults, and the requests that it gets. */
import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import type { PublicChallenge, PublicPack } from "@treeline/packs/format";
import { createClient } from "@treeline/webview/client";
import {
	createChallengeSearch,
	type SearchResults,
} from "./challenge-search.ts";

const challenge = (slug: string, title: string) =>
	({ slug, title, tags: [], prompt: "" }) as unknown as PublicChallenge;
const packs = [
	{
		manifest: { slug: "express" },
		challenges: [challenge("hello", "Say Hello"), challenge("book", "A Book")],
	},
] as PublicPack[];
const row = (packSlug: string, slug: string) => ({ packSlug, slug });

/** How the service answers a query. */
const answers: Record<string, () => Response | Promise<Response>> = {
	hello: () => rows(row("express", "hello"), row("svelte", "hello")),
	he: () => rows(row("express", "hello"), row("express", "book")),
	twice: () => rows(row("svelte", "hello"), row("svelte", "hello")),
	error: () => Response.json({ code: "internal" }, { status: 500 }),
	limited: () => Response.json({ code: "rate_limited" }, { status: 429 }),
	page: () => new Response("<p>Another program listens here.</p>"),
	empty: () => Response.json({ meta: {} }),
};
const rows = (...data: object[]) => Response.json({ data, meta: {} });
/** A response that never comes. */
const hang = () => new Promise<Response>(() => {});

/** The queries that the service got, and those whose request was cancelled. */
let asked: string[] = [];
let cancelled: string[] = [];
const changed = new EventTarget();
const server = Bun.serve({
	hostname: "127.0.0.1",
	port: 0,
	fetch(request) {
		const query = new URL(request.url).searchParams.get("q") ?? "";
		asked.push(query);
		request.signal.addEventListener("abort", () => {
			cancelled.push(query);
			changed.dispatchEvent(new Event("change"));
		});
		changed.dispatchEvent(new Event("change"));
		return (answers[query] ?? hang)();
	},
});
afterAll(() => server.stop(true));

let shown: SearchResults[] = [];
let search: ReturnType<typeof createChallengeSearch>;
const start = (url = String(server.url)) => {
	const client = createClient(`${url}api/v1`);
	search = createChallengeSearch({
		packs,
		ask: client.search,
		show(results) {
			shown.push(results);
			changed.dispatchEvent(new Event("change"));
		},
	});
};
beforeEach(() => {
	asked = [];
	cancelled = [];
	shown = [];
	start();
});
afterEach(() => search.cancel());

/** Resolves once `check` holds; it is looked at after each request, cancellation and list. */
const until = (check: () => boolean) =>
	new Promise<void>((resolve) => {
		const look = () => check() && resolve();
		changed.addEventListener("change", look);
		look();
	});
const slugs = ({ bundled, updated, remote }: SearchResults) => ({
	bundled: bundled.map((each) => each.challenge.slug),
	updated: updated.map((each) => each.challenge.slug),
	remote: remote.map((each) => `${each.packSlug}/${each.slug}`),
});

test.each([
	["hello", { bundled: ["hello"], updated: [], remote: ["svelte/hello"] }],
	["he", { bundled: ["hello"], updated: ["book"], remote: [] }],
	["twice", { bundled: [], updated: [], remote: ["svelte/hello"] }],
])(
	"adds what only the service finds for %j, each challenge once",
	async (query, found) => {
		search.search(query);
		expect(shown.map(({ service }) => service)).toEqual(["pending"]);
		await until(() => shown.length === 2);
		expect(shown[1]?.service).toBe("answered");
		expect(slugs(shown[1] as SearchResults)).toEqual(found);
	},
);

test.each(["error", "limited", "page", "empty"])(
	"keeps the bundled packs' results when the service answers with: %s",
	async (query) => {
		search.search(query);
		await until(() => shown.length === 2);
		expect(shown[1]).toEqual({
			...(shown[0] as SearchResults),
			service: "failed",
		});
	},
);

test("keeps the bundled packs' results when nothing listens", async () => {
	const probe = Bun.serve({ port: 0, fetch: () => new Response() });
	const url = String(probe.url);
	await probe.stop(true);
	start(url);
	search.search("hello");
	await until(() => shown.length === 2);
	expect(shown[1]?.service).toBe("failed");
	expect(slugs(shown[1] as SearchResults).bundled).toEqual(["hello"]);
});

test("asks once for what was typed quickly", async () => {
	for (const query of ["h", "he", "hel", "hell", "hello"]) search.search(query);
	await until(() => shown.length === 6);
	expect(asked).toEqual(["hello"]);
	expect(shown.map(({ query }) => query)).toEqual([
		...["h", "he", "hel", "hell", "hello"],
		"hello",
	]);
});

test("cancels a slow request when typing goes on, and shows the bundled packs' results meanwhile", async () => {
	search.search("book slow");
	await until(() => asked.includes("book slow"));
	search.search("hello");
	expect(slugs(shown.at(-1) as SearchResults).bundled).toEqual(["hello"]);
	await until(() => cancelled.includes("book slow"));
	await until(() => shown.at(-1)?.service === "answered");
	expect(shown.map(({ query }) => query)).toEqual([
		"book slow",
		"hello",
		"hello",
	]);
});

test("does not ask for a query that was deleted at once", async () => {
	search.search("he");
	search.search("");
	const deleted = search;
	start();
	search.search("hello");
	await until(() => shown.at(-1)?.service === "answered");
	expect(asked).toEqual(["hello"]);
	deleted.cancel();
});

test("an empty query lists all challenges, and a cancelled search shows nothing more", async () => {
	search.search("");
	expect(shown).toHaveLength(1);
	expect(shown[0]?.service).toBe("not asked");
	expect(shown[0]?.bundled).toHaveLength(2);
	search.search("slow");
	await until(() => asked.includes("slow"));
	search.cancel();
	await until(() => cancelled.includes("slow"));
	expect(shown).toHaveLength(2);
	expect(asked).toEqual(["slow"]);
});

test.each([
	"https://treeline.example/packs/express/book",
	"vscode://treeline.treeline/challenge/express/book",
])("lists the challenge at %s alone, and does not ask for it", (address) => {
	search.search(address);
	expect(shown.map(({ service }) => service)).toEqual(["not asked"]);
	expect(slugs(shown[0] as SearchResults)).toEqual({
		bundled: ["book"],
		updated: [],
		remote: [],
	});
});
