/** Clients whose id is the address of a document: read over https, of public addresses or of the same machine, and held to what it says. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { openBrowser } from "../../../test/cookie-browser.ts";
import {
	answerConsent,
	appOf,
	openClient,
	openTransport,
	REDIRECT,
	stepsOf,
} from "../../../test/oauth-clients.ts";
import { startSigningIn } from "../../../test/sign-in-client.ts";
import {
	clientDocuments,
	isDocumentAddress,
	isReadable,
} from "./fetch-client-metadata.ts";

setDefaultTimeout(180_000);
const TLS = join(import.meta.dir, "../../../test/tls");

const documentOf = (url: string, more: object = {}) => ({
	...{ client_id: url, client_name: "Published app" },
	...{ redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" },
	...more,
});

/** What is found at each path, for the address that was asked. */
const PAGES: Record<string, (url: string) => Response> = {
	"/good.json": (url) => Response.json(documentOf(url)),
	"/other.json": () =>
		Response.json(documentOf("https://app.example/app.json")),
	"/nameless.json": (url) =>
		Response.json(documentOf(url, { client_name: undefined })),
	"/secret.json": (url) =>
		Response.json(
			documentOf(url, { token_endpoint_auth_method: "client_secret_post" }),
		),
	"/http.json": (url) =>
		Response.json(documentOf(url, { redirect_uris: ["http://app.example/"] })),
	"/text.json": () => new Response("no JSON"),
	"/null.json": () => Response.json(null),
	"/long.json": (url) =>
		Response.json(documentOf(url, { more: "x".repeat(20_000) })),
	"/moved.json": () => Response.redirect("/good.json"),
	"/away.json": () => new Response(null, { status: 404 }),
};
const asked: string[] = [];
const site: Bun.Server<undefined> = Bun.serve({
	port: 0,
	tls: {
		key: Bun.file(join(TLS, "server.key")),
		cert: Bun.file(join(TLS, "server.pem")),
	},
	fetch(request): Response {
		const { pathname } = new URL(request.url);
		asked.push(pathname);
		return (
			PAGES[pathname]?.(at(pathname)) ?? new Response(null, { status: 404 })
		);
	},
});
const at = (path: string): string => `https://localhost:${site.port}${path}`;

const signing = await startSigningIn({
	NODE_EXTRA_CA_CERTS: join(TLS, "ca.pem"),
});
const { front } = signing.service;
afterAll(async () => {
	await signing.stop();
	await site.stop(true);
});

test("the SDK's client comes in by its document, without a registration", async () => {
	signing.anew();
	const app = Object.assign(appOf(), { clientMetadataUrl: at("/good.json") });
	await expect(openClient(front, app)).rejects.toThrow("Unauthorized");
	expect(new URL(app.address).searchParams.get("client_id")).toBe(
		at("/good.json"),
	);
	const { back, page } = await answerConsent(openBrowser(), front, app.address);
	expect(page).toContain("Connect Published app?");
	expect(page).toContain(
		`published at <strong>localhost:${site.port}</strong>`,
	);
	await openTransport(front, app).finishAuth(
		back.searchParams.get("code") ?? "",
	);
	const { client } = await openClient(front, app);
	expect((await client.listTools()).tools).not.toBeEmpty();
	await client.close();
	const [row] = await signing.service.sql<{ n: number }[]>`
		SELECT count(*)::int AS n FROM oauth_clients`;
	expect(row?.n).toBe(0);
	// It is kept for a while.
	expect(asked.filter((path) => path === "/good.json")).toHaveLength(1);
});

const BAD = Object.keys(PAGES).filter((path) => path !== "/good.json");
const NOWHERE = [
	"https://10.0.0.1/app.json",
	"https://no-such-host.invalid/app.json",
];

test.each([...BAD, ...NOWHERE])("no app is known by %s", async (path) => {
	signing.anew();
	const steps = stepsOf(front, openBrowser());
	const id = path.startsWith("/") ? at(path) : path;
	const answer = await openBrowser().ask(steps.address(id));
	expect(answer.status).toBe(400);
	expect(await answer.text()).toContain("no app that is known here");
});

const ADDRESSES: [id: string, isOne: boolean][] = [
	["https://app.example/app.json", true],
	["https://app.example/a?b=c", true],
	["https://app.example/", false],
	["https://app.example", false],
	["http://app.example/app.json", false],
	["https://APP.example/app.json", false],
	["https://app.example/a/../app.json", false],
	["https://app.example/app.json#here", false],
	["https://me:secret@app.example/app.json", false],
	["client_123", false],
];
test.each(ADDRESSES)("%s is the address of a document: %p", (id, isOne) => {
	expect(isDocumentAddress(id)).toBe(isOne);
});

/** Whether it is read by a site elsewhere, and by one on this machine. */
const READABLE: [address: string, elsewhere: boolean, here: boolean][] = [
	["93.184.215.14", true, true],
	["2606:2800:21f:cb07:6820:80da:af6b:8b2c", true, true],
	["127.0.0.1", false, true],
	["::1", false, true],
	["::ffff:127.0.0.1", false, true],
	["10.1.2.3", false, false],
	["172.16.0.1", false, false],
	["192.168.1.1", false, false],
	["169.254.169.254", false, false],
	["100.64.0.1", false, false],
	["0.0.0.0", false, false],
	["::", false, false],
	["fe80::1", false, false],
	["fd00::1", false, false],
	["::ffff:10.0.0.1", false, false],
	["64:ff9b::a00:1", false, false],
	["224.0.0.1", false, false],
];
test.each(READABLE)(
	"of %s documents are read: elsewhere %p, on this machine %p",
	(address, elsewhere, here) => {
		expect([isReadable(address, false), isReadable(address, true)]).toEqual([
			elsewhere,
			here,
		]);
	},
);

test("a host whose addresses are looked up for ever has no document", async () => {
	const documents = clientDocuments(
		"https://site.example",
		() => {
			throw new Error("there is no document");
		},
		() => new Promise(() => {}),
	);
	expect(await documents.find("https://app.example/app.json")).toBeNull();
});
