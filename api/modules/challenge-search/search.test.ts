import { beforeAll, describe, expect, test } from "bun:test";
import { serviceForFile } from "../../test/harness.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";

const service = await serviceForFile();
beforeAll(async () => {
	await seedInto(service, await launchPack());
});

const get = async (path: string) => {
	const answer = await fetch(service.front + path);
	return { answer, body: await answer.json() };
};
const titles = async (q: string) =>
	(await get(`/api/v1/search?q=${encodeURIComponent(q)}`)).body.data.map(
		({ title }: { title: string }) => title,
	);

describe("search", () => {
	test.each([
		["boo", ["Check In a New Book", "Look Up One Book"]],
		["LOOK", ["Look Up One Book"]],
		["one bo", ["Look Up One Book"]],
		["hello http", ["Say Hello over HTTP"]],
		["zebra", []],
		["' | !:*&", []],
		["book'; DROP TABLE packs; --", []],
	])("%s finds %j", async (q, expected) => {
		expect(await titles(q)).toEqual(expected);
	});

	test.each(["next", "js", "next.js rou", "NEXT-JS", "file_based", "3d"])(
		"%s finds a title with signs in it",
		async (q) => {
			const set = (title: string) => service.sql`
				UPDATE challenges SET title = ${title} WHERE slug = 'look-up-one-book'`;
			await set("Next.js: file-based routes/3D");
			expect(await titles(q)).toEqual(["Next.js: file-based routes/3D"]);
			await set("Look Up One Book");
		},
	);

	test("finds tags and tasks too where it is asked to, the titles first", async () => {
		const slugs = async (query: string) =>
			(await get(`/api/v1/search?${query}`)).body.data.map(
				({ slug }: { slug: string }) => slug,
			);
		expect(await slugs("q=politely")).toEqual([]);
		expect(await slugs("q=politely&in=titles")).toEqual([]);
		expect(await slugs("q=politely&in=all")).toEqual(["look-up-one-book"]);
		expect(await slugs("q=routing&in=all")).toContain("say-hello-over-http");
		expect((await slugs("q=book&in=all"))[0]).toMatch(/book/);
		const { answer, body } = await get("/api/v1/search?q=book&in=files");
		expect(answer.status).toBe(400);
		expect(body.errors[0].pointer).toBe("#/query/in");
	});

	test("answers rows with their pack and rank, in pages", async () => {
		const { body } = await get("/api/v1/search?q=b&limit=2");
		expect(body.meta).toMatchObject({ limit: 2, offset: 0 });
		expect(body.meta.total).toBeGreaterThan(1);
		expect(body.data[0]).toMatchObject({
			packSlug: "express",
			packName: "Express: Open a Lending Library",
			status: null,
		});
		expect(body.data[0].rank).toBeNumber();
	});

	test.each(["/api/v1/search", "/api/v1/search?q="])(
		"%s is a 400",
		async (path) => {
			const { answer, body } = await get(path);
			expect(answer.status).toBe(400);
			expect(body.errors[0].pointer).toBe("#/query/q");
		},
	);

	test("leaves out what is not public, and what is retired", async () => {
		await service.sql`UPDATE packs SET visibility = 'unlisted'`;
		expect(await titles("hello")).toEqual([]);
		await service.sql`UPDATE packs SET visibility = 'public', retired_at = now()`;
		expect(await titles("hello")).toEqual([]);
		await service.sql`UPDATE packs SET retired_at = NULL`;
		expect(await titles("hello")).toHaveLength(1);
	});
});

describe("the command line's reads", () => {
	test("list packs, and give one whole, without its references", async () => {
		const { body } = await get("/api/v1/cli/packs");
		expect(body.data[0]).toMatchObject({
			slug: "express",
			language: "javascript",
		});
		expect(body.meta.total).toBe(1);
		const { body: pack } = await get("/api/v1/cli/packs/express");
		expect(pack.data.challenges).toHaveLength(pack.data.challengeCount);
		expect(pack.data.challenges[0].files[0].path).toBe("app.js");
		expect(pack.data.challenges[0].assertions.perFile).toHaveProperty([
			"app.js",
		]);
		expect(JSON.stringify(pack)).not.toContain("reference");
		expect(JSON.stringify(pack.data.challenges[0].files)).not.toContain(
			"res.json(",
		);
	});

	test("give one challenge", async () => {
		const { body } = await get(
			"/api/v1/cli/challenges/express/look-up-one-book",
		);
		expect(body.data).toMatchObject({
			slug: "look-up-one-book",
			order: 2,
			version: 1,
		});
	});

	test.each([
		"/api/v1/cli/packs/nothing",
		"/api/v1/cli/challenges/express/nothing",
		"/api/v1/cli/nothing",
	])("%s is a 404", async (path) => {
		expect((await get(path)).answer.status).toBe(404);
	});
});
