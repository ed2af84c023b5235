/** What is answered to everyone alike is kept, and is never what was. */
import { beforeAll, expect, test } from "bun:test";
import { newAuthor } from "../../test/author-client.ts";
import { ADMIN_KEY, type Program, serviceForFile } from "../../test/harness.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";

const service = await serviceForFile();
let other: Program;
beforeAll(async () => {
	other = await service.another();
	await seedInto(service, await launchPack());
});

const READS = [
	"/api/v1/packs",
	"/api/v1/packs/express",
	"/api/v1/packs/express/challenges/look-up-one-book",
	"/api/v1/search?q=book",
	"/api/v1/cli/packs",
	"/api/v1/cli/packs/express",
	"/api/v1/cli/challenges/express/look-up-one-book",
];

const get = async (
	path: string,
	headers: Record<string, string> = {},
	{ front }: Pick<Program, "front"> = service,
) => {
	const answer = await fetch(front + path, { headers });
	return { answer, text: await answer.text(), tag: answer.headers.get("etag") };
};

test.each(READS)(
	"%s has a tag, is sent once, and the same to all",
	async (path) => {
		const first = await get(path);
		expect(first.answer.status).toBe(200);
		expect(first.tag).toMatch(/^"[\w-]{22}"$/);
		expect(first.answer.headers.get("cache-control")).toBe(
			path.includes("/cli/")
				? "public, max-age=0, must-revalidate"
				: "private, no-cache",
		);
		const again = await get(path, {}, other);
		expect([again.text, again.tag]).toEqual([first.text, first.tag]);
		const known = await get(path, { "if-none-match": first.tag ?? "" });
		expect([known.answer.status, known.text]).toEqual([304, ""]);
	},
);

test.each(READS)(
	"%s is told anew after a change, by every process",
	async (path) => {
		const before = await get(path);
		const beforeThere = await get(path, {}, other);
		const title = `Look Up One Book ${crypto.randomUUID()}`;
		await service.sql`UPDATE challenges SET title = ${title} WHERE slug = 'look-up-one-book'`;
		await service.sql`UPDATE packs SET name = ${title} WHERE slug = 'express'`;
		for (const [program, known] of [
			[service, before],
			[other, beforeThere],
		] as const) {
			const headers = { "if-none-match": known.tag ?? "" };
			const { answer, text } = await get(path, headers, program);
			expect(answer.status).toBe(200);
			expect(text).toContain(title);
		}
	},
);

const revision = async (): Promise<string> =>
	(await service.sql`SELECT revision FROM catalogue_revision`)[0]?.revision;

test("a change that is undone moves nothing on", async () => {
	const before = await revision();
	const undone = service.sql.begin(async (tx) => {
		await tx`UPDATE packs SET name = 'Other'`;
		throw new Error("undone");
	});
	await expect(undone).rejects.toThrow("undone");
	expect(await revision()).toBe(before);
});

test("a private pack moves nothing on until others can see it", async () => {
	const ada = await newAuthor(service);
	const pack = await launchPack();
	pack.manifest.slug = "draft";
	const path = "/author/packs/draft";
	const first = await revision();
	const [id = ""] = await ada.write(pack);
	const title = "Another Title";
	for (const [method, at, body] of [
		["PATCH", path, { name: "Another" }],
		["PATCH", `/author/challenges/${id}`, { title }],
		["DELETE", `/author/challenges/${id}`, undefined],
	] as const)
		expect((await ada.ask(method, at, body)).status).toBeLessThan(300);
	expect(await revision()).toBe(first);

	const moves = async (work: () => PromiseLike<unknown>) => {
		const before = await revision();
		await work();
		return (await revision()) !== before;
	};
	const { sql } = service;
	const show = (visibility: string) =>
		moves(
			() =>
				sql`UPDATE packs SET visibility = ${visibility} WHERE slug = 'draft'`,
		);
	const edit = () =>
		moves(
			() => sql`
				UPDATE challenges SET hints = array_append(hints, 'more')
				WHERE pack_id = (SELECT id FROM packs WHERE slug = 'draft') AND "order" = 1`,
		);
	const takeDown = () =>
		moves(
			() => sql`UPDATE packs SET taken_down_at = now() WHERE slug = 'draft'`,
		);
	const remove = () => moves(() => sql`DELETE FROM packs WHERE slug = 'draft'`);
	expect([
		await edit(),
		await show("unlisted"),
		await edit(),
		await show("public"),
		await edit(),
		await show("private"),
		await edit(),
		await show("public"),
		await takeDown(),
		await edit(),
		await remove(),
	]).toEqual([
		false,
		true,
		true,
		true,
		true,
		true,
		false,
		true,
		true,
		false,
		false,
	]);
});

test("a public pack that is deleted moves on", async () => {
	const { manifest, challenges } = await launchPack();
	await seedInto(service, {
		manifest: { ...manifest, slug: "short-lived" },
		challenges,
	});
	const before = await revision();
	await service.sql`DELETE FROM packs WHERE slug = 'short-lived'`;
	expect(await revision()).not.toBe(before);
});

test("what a learner is told is his own", async () => {
	const { cookie } = await service.signIn();
	const { answer, text, tag } = await get("/api/v1/packs/express", { cookie });
	expect(tag).toBeNull();
	expect(answer.headers.get("cache-control")).toBe("private, no-cache");
	expect(JSON.parse(text).data.passedCount).toBe(0);
	const nobody = await get("/api/v1/packs/express");
	expect(JSON.parse(nobody.text).data).not.toHaveProperty("passedCount");
});

test("a learner gets everyone's response with their own values, from every process at once", async () => {
	const { cookie } = await service.signIn();
	const bySlug = READS[2] ?? "";
	const { _id } = JSON.parse((await get(bySlug)).text).data;
	const values = async (front: Pick<Program, "front">) => {
		const read = async (path: string) =>
			JSON.parse((await get(path, { cookie }, front)).text);
		const [list, pack, challenge, found] = await Promise.all(
			READS.slice(0, 4).map(read),
		);
		const statusIn = (rows: { _id: string; status: string }[]) =>
			rows.find((row) => row._id === _id)?.status;
		return {
			counts: [list.data[0].passedCount, pack.data.passedCount],
			statuses: [
				statusIn(pack.data.challenges),
				challenge.data.status,
				statusIn(found.data),
			],
			hasDebrief: challenge.data.debrief !== null,
		};
	};
	const everywhere = () => Promise.all([service, other].map(values));
	const twice = <Value>(value: Value) => [value, value];
	const attempt = (sent: object) =>
		fetch(`${service.front}/api/v1/attempts`, {
			method: "POST",
			headers: { cookie, "content-type": "application/json" },
			body: JSON.stringify({ challengeId: _id, passed: false, ...sent }),
		}).then(({ status }) => expect(status).toBe(201));
	const all = <Value>(value: Value) => [value, value, value];
	expect(await everywhere()).toEqual(
		twice({
			counts: [0, 0],
			statuses: all("not_started"),
			hasDebrief: false,
		}),
	);
	await attempt({ gaveUp: true });
	expect(await everywhere()).toEqual(
		twice({ counts: [0, 0], statuses: all("attempted"), hasDebrief: true }),
	);
	await attempt({ passed: true });
	expect(await everywhere()).toEqual(
		twice({ counts: [1, 1], statuses: all("passed"), hasDebrief: true }),
	);
	for (const path of READS.slice(0, 4)) {
		const own = JSON.parse((await get(path, { cookie })).text, withoutOwn);
		const everyone = JSON.parse((await get(path)).text, withoutOwn);
		expect(own).toEqual(everyone);
	}
});

/** Leaves out what is a learner's own. */
const withoutOwn = (name: string, value: unknown) =>
	["status", "passedCount", "debrief"].includes(name) ? undefined : value;

test("an author alone reads a private pack, and no cached response of it is left to others", async () => {
	const ada = await newAuthor(service);
	const pack = await launchPack();
	pack.manifest.slug = "sketch";
	const [id = ""] = await ada.write(pack);
	const { cookie } = await service.signIn();
	for (const path of [
		"/api/v1/packs/sketch",
		`/api/v1/challenges/${id}`,
		"/api/v1/packs/sketch/challenges/look-up-one-book",
	])
		for (const [headers, status] of [
			[{ cookie: ada.cookie }, 200],
			[{ cookie }, 404],
			[{}, 404],
			[{ cookie: ada.cookie }, 200],
		] as [Record<string, string>, number][])
			expect([path, (await get(path, headers)).answer.status]).toEqual([
				path,
				status,
			]);
	const own = await get("/api/v1/packs/sketch", { cookie: ada.cookie });
	expect(JSON.parse(own.text).data).toMatchObject({
		passedCount: 0,
		challenges: [{ status: "not_started" }, {}, {}],
	});
});

test("what is missing is looked for each time", async () => {
	const path = "/api/v1/packs/later";
	expect((await get(path)).answer.status).toBe(404);
	const { manifest, challenges } = await launchPack();
	await seedInto(service, {
		manifest: { ...manifest, slug: "later" },
		challenges,
	});
	expect((await get(path)).answer.status).toBe(200);
});

/** How many reads were answered from the cache of packs so far. */
const hits = async () => {
	const { text } = await get("/api/metrics", { "x-admin-key": ADMIN_KEY });
	const [, count] =
		/^cache_requests_total\{cache="packs",result="hit"\} (\d+)$/m.exec(text) ??
		[];
	return Number(count);
};

test("the metrics tell what was kept", async () => {
	expect(await hits()).toBeGreaterThan(READS.length - 1);
});

test("any number of distinct queries evicts nothing that everybody reads", async () => {
	// Each list of them takes about 200 kB.
	await service.sql`
		INSERT INTO packs (id, slug, name, description, language, version, author)
		SELECT gen_random_uuid(), 'large-' || n, 'Large', repeat('large ', 333), 'python', '1.0.0', 'Ada'
		FROM generate_series(1, 100) n`;
	const common = [
		"/api/v1/packs",
		"/api/v1/packs?limit=100&offset=0",
		...READS.filter((path) => !path.includes("?")).slice(1),
	];
	for (const path of common) expect((await get(path)).answer.status).toBe(200);
	let bytes = 0;
	for (let count = 0; bytes < 40 * 1024 * 1024; count++) {
		// Other signs, but the same words.
		const signs = count.toString(2).replaceAll("0", "!").replaceAll("1", ".");
		const { answer, text } = await get(
			`/api/v1/packs?limit=100&q=large${signs}`,
		);
		expect(answer.status).toBe(200);
		bytes += text.length;
	}
	const before = await hits();
	for (const path of common) await get(path);
	expect((await hits()) - before).toBe(common.length);
});

test("a long list says its length, by HEAD too, for everyone and for a learner", async () => {
	const path = "/api/v1/packs?limit=100&q=large";
	const { cookie } = await service.signIn();
	const askers: Record<string, string>[] = [{}, { cookie }];
	for (const headers of askers) {
		const { answer, text } = await get(path, headers);
		const bytes = Buffer.byteLength(text);
		expect(bytes).toBeGreaterThan(100_000);
		expect(answer.headers.get("content-length")).toBe(String(bytes));
		const head = await fetch(service.front + path, { method: "HEAD", headers });
		expect(head.headers.get("content-length")).toBe(String(bytes));
	}
});

test("a challenge is kept once, however its id is written", async () => {
	const { text } = await get(READS[2] ?? "");
	const id: string = JSON.parse(text).data._id;
	await get(`/api/v1/challenges/${id}`);
	const before = await hits();
	await get(`/api/v1/challenges/${id.toUpperCase()}`);
	expect((await hits()) - before).toBe(1);
});
