/** The studio's server: who may read and write a pack through it, and what a save leaves on disk. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import {
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StudioChallenge } from "@treeline/packs/format";
import { createVerifier } from "@treeline/verify/worker";
import { convertAll } from "../convert/index.ts";
import { type StudioServer, serveStudio } from "./server.ts";

// A busy machine takes its time.
setDefaultTimeout(180_000);

const GOOD = join(import.meta.dir, "../broken/fixtures/good");
const TOKEN = "0123456789abcdef";
const FIRST = "challenges/01-say-hello-over-http.json";
const SECOND = "challenges/02-look-up-one-book.json";
const AT = "challenges/01-say-hello-over-http";

const root = mkdtempSync(join(tmpdir(), "treeline-studio-"));
const pack = join(root, "good");
const verifier = createVerifier();
let server: StudioServer;

/** The first challenge is a folder, the second one is JSON. */
beforeAll(async () => {
	cpSync(GOOD, pack, { recursive: true });
	await convertAll([join(pack, FIRST)], "files");
	server = serveStudio({ pack, page: root, port: 0, token: TOKEN, verifier });
});

afterAll(async () => {
	await server.stop();
	verifier.close();
	rmSync(root, { recursive: true, force: true });
});

function call(
	route: string,
	{
		method = "GET",
		body,
		headers = {},
	}: {
		method?: string;
		body?: unknown;
		headers?: Record<string, string>;
	} = {},
): Promise<Response> {
	return fetch(new URL(`/studio-api/${route}`, server.url), {
		method,
		headers: { "x-studio-token": TOKEN, ...headers },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
}

const read = async (path: string): Promise<StudioChallenge> =>
	(await call(`challenge?path=${path}`)).json();

const save = (path: string, body: unknown) =>
	call(`challenge?path=${path}`, { method: "PUT", body });

const filesBelow = (folder: string): Record<string, string> =>
	Object.fromEntries(
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			.sort()
			.map((path) => [
				path.slice(folder.length + 1),
				readFileSync(path, "utf8"),
			]),
	);

describe("who may call", () => {
	test.each([
		["without the key", { "x-studio-token": "" }, 401],
		["with another key", { "x-studio-token": "0123456789abcdee" }, 401],
		["of another site", { origin: "https://example.com" }, 403],
		["of another port", { origin: "http://127.0.0.1:1" }, 403],
		["of a document without an origin", { origin: "null" }, 403],
		["by another name", { host: "studio.example.com" }, 403],
		["by the name localhost", { host: "localhost:1" }, 403],
	])("a call %s is refused", async (_, headers, status) => {
		const response = await call("pack", { headers });
		expect(response.status).toBe(status);
		expect(response.headers.get("access-control-allow-origin")).toBeNull();
		expect(await response.json()).toEqual({ detail: expect.any(String) });
	});

	test("the page itself is only read, and nothing beside it", async () => {
		for (const [path, method, status] of [
			["/studio", "POST", 405],
			["/../good/pack.json", "GET", 404],
			["/%2e%2e/good/secret.js", "GET", 404],
			["/service-worker.js", "GET", 404],
		] as const)
			expect((await fetch(new URL(path, server.url), { method })).status).toBe(
				status,
			);
	});
});

test("the pack is listed with what each challenge has", async () => {
	expect(await (await call("pack")).json()).toMatchObject({
		slug: "good",
		faults: [],
		challenges: [
			{ path: FIRST, slug: "say-hello-over-http", checks: 4, fault: null },
			{ path: SECOND, slug: "look-up-one-book", checks: 4, fault: null },
		],
	});
});

test("the pack's details are changed in its manifest, unless that has changed meanwhile", async () => {
	const { name, description, author, tags } = await (await call("pack")).json();
	const before = { name, description, author, tags };
	const text = readFileSync(join(pack, "pack.json"), "utf8");
	const details = {
		...before,
		description: "What a server answers.",
		tags: [],
	};
	const change = (body: object) => call("pack", { method: "POST", body });
	expect((await change({ details, before: details })).status).toBe(409);
	expect(
		(await change({ details: { ...details, name: "" }, before })).status,
	).toBe(422);
	expect(readFileSync(join(pack, "pack.json"), "utf8")).toBe(text);
	expect(await (await change({ details, before })).json()).toMatchObject(
		details,
	);
	const now = JSON.parse(readFileSync(join(pack, "pack.json"), "utf8"));
	expect(now).toEqual({ ...JSON.parse(text), ...details });
	await change({ details: before, before: details });
	expect(readFileSync(join(pack, "pack.json"), "utf8")).toBe(text);
});

test.each([FIRST, SECOND])(
	"saving %s unchanged leaves every byte as it is",
	async (path) => {
		const before = filesBelow(pack);
		const { document, revision } = await read(path);
		const saved = await save(path, { document, revision });
		expect(saved.status).toBe(200);
		expect(filesBelow(pack)).toEqual(before);
		expect(((await saved.json()) as StudioChallenge).revision).toBe(revision);
	},
);

test("an edit writes the files that it is about, and a new case gets a folder of its own", async () => {
	const before = filesBelow(pack);
	const { document, revision } = await read(FIRST);
	if (!document) throw new Error("the challenge cannot be read");
	document.challenge.prompt = "Say hello.";
	const [first] = document.cases.accepted;
	if (!first) throw new Error("there is no case");
	first.name = "renamed";
	document.cases.accepted.push({
		name: "one more",
		files: [{ path: "app.js", content: "export {};\n" }],
	});
	document.cases.rejected.splice(0, 1);
	expect((await save(FIRST, { document, revision })).status).toBe(200);
	const after = filesBelow(pack);
	const changed = Object.keys({ ...before, ...after }).filter(
		(path) => before[path] !== after[path],
	);
	const added = `${AT}/accepted/0${document.cases.accepted.length}-one-more`;
	expect(changed.filter((path) => !path.includes("/rejected/01-"))).toEqual([
		`${AT}/${first.folder?.split("/").slice(0, 2).join("/")}/WHY.md`,
		`${AT}/prompt.md`,
		`${added}/WHY.md`,
		`${added}/app.js`,
	]);
	expect(after[`${AT}/prompt.md`]).toBe("Say hello.\n");
	expect(
		Object.keys(after).some((path) => path.includes("/rejected/01-")),
	).toBe(false);
	expect(readdirSync(pack).filter((one) => one.startsWith("."))).toEqual([]);
});

test("a change of a JSON challenge keeps its layout", async () => {
	const before = filesBelow(pack);
	const { document, revision } = await read(SECOND);
	if (!document) throw new Error("the challenge cannot be read");
	Object.assign(document.challenge, { title: "Look It Up" });
	expect((await save(SECOND, { document, revision })).status).toBe(200);
	expect(filesBelow(pack)).toEqual({
		...before,
		[SECOND]: String(before[SECOND]).replace("Look Up One Book", "Look It Up"),
	});
});

test.each([
	["made from other files", 409, (_: StudioChallenge) => {}, "x"],
	[
		"with a path that leaves the folder",
		422,
		({ document }: StudioChallenge) =>
			document?.challenge.files?.push({ path: "../../x.js", content: "" }),
		null,
	],
	[
		"with a case that says nothing",
		422,
		({ document }: StudioChallenge) => {
			const [first] = document?.cases.accepted ?? [];
			if (first) first.name = "";
		},
		null,
	],
	[
		"with a case in a folder elsewhere",
		422,
		({ document }: StudioChallenge) => {
			const [first] = document?.cases.accepted ?? [];
			if (first) first.folder = "accepted/../../x";
		},
		null,
	],
	[
		"with a case in the challenge's own folder",
		422,
		({ document }: StudioChallenge) => {
			const [first] = document?.cases.accepted ?? [];
			if (first) first.folder = "accepted/..";
		},
		null,
	],
])("a save %s writes nothing", async (_, status, spoil, revision) => {
	const before = filesBelow(pack);
	const found = await read(FIRST);
	spoil(found);
	const response = await save(FIRST, {
		document: found.document,
		revision: revision ?? found.revision,
	});
	expect(response.status).toBe(status);
	expect(filesBelow(pack)).toEqual(before);
});

test("a challenge that the pack does not list is not served, whatever its path leads to", async () => {
	for (const path of ["challenges/03.json", "../good/pack.json", ""])
		expect((await call(`challenge?path=${path}`)).status).toBe(404);
});

test("lines of the solution become a pattern, and the solution proposes patterns that every right answer has", async () => {
	const { document } = await read(FIRST);
	const ask = (route: string, body: unknown) =>
		call(route, { method: "POST", body });
	const lines = { document, path: "app.js" };
	const made = await ask("pattern", { ...lines, from: 5, to: 7 });
	expect(((await made.json()) as { pattern: string }).pattern).toContain(
		"app.get(",
	);
	const empty = await ask("pattern", { ...lines, from: 2, to: 2 });
	expect([empty.status, await empty.json()]).toEqual([
		422,
		{ detail: expect.stringContaining("no code that stands by itself") },
	]);
	// Right answers alone, as one without code would have nothing in common with them.
	const right = document?.cases.accepted.filter(
		({ name }) => name !== "one more",
	);
	const proposed = await ask("proposals", {
		...document,
		cases: { ...document?.cases, accepted: right },
	});
	expect(await proposed.json()).toContainEqual({
		file: "app.js",
		pattern: expect.stringContaining("export default"),
		catches: expect.arrayContaining([expect.any(String)]),
	});
});

test("a challenge is added at the end, and the order can be changed", async () => {
	const change = (body: unknown) => call("pack", { method: "POST", body });
	expect((await change({ slug: "No Slug" })).status).toBe(422);
	const { challenges } = (await (
		await change({ slug: "one-more" })
	).json()) as {
		challenges: { path: string }[];
	};
	const paths = challenges.map(({ path }) => path);
	expect(paths).toEqual([FIRST, SECOND, "challenges/03-one-more.json"]);
	expect((await change({ slug: "one-more" })).status).toBe(422);
	expect((await change({ order: [FIRST] })).status).toBe(409);
	const order = paths.toReversed();
	expect(await (await change({ order })).json()).toMatchObject({
		challenges: order.map((path) => ({ path })),
	});
});

test("a challenge is renamed and removed with all of its files, in either form", async () => {
	const change = async (body: unknown) => {
		const response = await call("pack", { method: "POST", body });
		return { status: response.status, ...((await response.json()) as object) };
	};
	const names = () => Object.keys(filesBelow(pack)).sort();
	const before = names();
	const refused = { rename: SECOND, slug: "say-hello-over-http" };
	expect(await change(refused)).toMatchObject({ status: 422 });
	expect(await change({ remove: "challenges/09.json" })).toMatchObject({
		status: 404,
	});
	expect(names()).toEqual(before);
	const moved = await change({ rename: SECOND, slug: "find-one" });
	expect(moved).toMatchObject({
		challenges: expect.arrayContaining([
			expect.objectContaining({ path: "challenges/02-find-one.json" }),
		]),
	});
	expect(names()).toEqual(
		before
			.map((path) => path.replace("02-look-up-one-book", "02-find-one"))
			.sort(),
	);
	expect(names()).toContain("cases/02-find-one.json");
	await change({ rename: "challenges/03-one-more.json", slug: "last" });
	expect(names()).toContain("challenges/03-last/solution/greet.js");
	await change({ remove: "challenges/03-last.json" });
	await change({
		rename: "challenges/02-find-one.json",
		slug: "look-up-one-book",
	});
	expect(names()).toEqual(
		before.filter((path) => !path.startsWith("challenges/03-")).sort(),
	);
});

test("validation tells faults with file and line", async () => {
	const found = (await (await call("validate", { method: "POST" })).json()) as {
		files: { findings: { file: string; detail: string }[] }[];
	};
	const details = found.files.flatMap(({ findings }) =>
		findings.map(({ file, detail }) => `${file}: ${detail}`),
	);
	expect(details.join("\n")).toContain(`${AT}/accepted/`);
});
