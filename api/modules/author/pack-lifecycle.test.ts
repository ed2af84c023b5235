/** The life of an author's pack: written, published, learned from, changed, exported and deleted, and no attempt is ever lost. */
import { expect, test } from "bun:test";
import type { SeedBody } from "@treeline/packs/format";
import { type Author, asking, newAuthor } from "../../test/author-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";

const service = await serviceForFile();

/** The launch pack as this author's own. */
async function ownPack(slug: string): Promise<SeedBody> {
	const pack = await launchPack();
	pack.manifest.slug = slug;
	return pack;
}

const publish = (ada: Author, slug: string, visibility = "public") =>
	ada.ask("PATCH", `/author/packs/${slug}`, { visibility });

test("a pack is written, published, and passed by a second learner", async () => {
	const [ada, robin] = [
		await newAuthor(service),
		await newAuthor(service, "Robin"),
	];
	const pack = await ownPack("life");
	const { challenges: _, ...manifest } = pack.manifest;
	const made = await ada.ask("POST", "/author/packs", manifest);
	expect(made.status).toBe(201);
	expect(made.headers.get("location")).toBe("/api/v1/author/packs/life");
	expect(made.headers.get("cache-control")).toBe("no-store");
	expect(made.body.data).toMatchObject({
		...manifest,
		visibility: "private",
		takenDownAt: null,
		challengeCount: 0,
		challenges: [],
	});
	const [challenge] = pack.challenges;
	const path = "/author/packs/life/challenges";
	const added = await ada.ask("POST", path, challenge);
	const first: string = added.body.data._id;
	expect(added.status).toBe(201);
	expect(added.headers.get("location")).toBe(
		`/api/v1/author/challenges/${first}`,
	);
	expect(added.body.data).toEqual({
		...challenge,
		_id: first,
		order: 1,
		version: 1,
	});
	// Its author may try it out; nobody else knows of it.
	for (const path of ["/packs/life", `/challenges/${first}`]) {
		expect((await ada.ask("GET", path)).status).toBe(200);
		expect((await robin.ask("GET", path)).status).toBe(404);
	}
	const attempt = {
		challengeId: first,
		passed: true,
		files: pack.challenges[0]?.files,
	};
	expect((await ada.ask("POST", "/attempts", attempt)).status).toBe(201);
	expect((await robin.ask("POST", "/attempts", attempt)).status).toBe(404);

	expect(await publish(ada, "life")).toMatchObject({
		status: 200,
		body: { data: { visibility: "public", challengeCount: 1 } },
	});
	const read = await robin.ask("GET", `/challenges/${first}`);
	expect(read.body.data.files).toEqual(pack.challenges[0]?.scaffold);
	expect(JSON.stringify(read.body)).not.toContain(
		'res.json({ message: \\"Welcome',
	);
	const passed = await robin.ask("POST", "/attempts", attempt);
	expect(passed.body.data).toMatchObject({ passed: true, verified: true });
	const found = await asking(service, "GET", "/search?q=hello");
	expect(found.body.data).toMatchObject([{ packSlug: "life" }]);
});

test("who sees a pack follows its visibility, on every road to it", async () => {
	const [ada, robin] = [
		await newAuthor(service),
		await newAuthor(service, "Robin"),
	];
	const pack = await ownPack("seen");
	pack.challenges = pack.challenges.slice(0, 1);
	Object.assign(pack.challenges[0] ?? {}, { title: "Periwinkle" });
	const [id] = await ada.write(pack);
	const slug = pack.challenges[0]?.slug;
	const open = [
		"/packs/seen",
		`/packs/seen/challenges/${slug}`,
		`/challenges/${id}`,
		"/cli/packs/seen",
		`/cli/challenges/seen/${slug}`,
	];
	const lists = ["/packs", "/cli/packs", "/search?q=periwinkle"];
	for (const [visibility, opened, listed] of [
		["private", 404, false],
		["unlisted", 200, false],
		["public", 200, true],
		["unlisted", 200, false],
		["private", 404, false],
	] as const) {
		await publish(ada, "seen", visibility);
		for (const path of open)
			expect([path, (await robin.ask("GET", path)).status]).toEqual([
				path,
				opened,
			]);
		for (const path of lists) {
			const { body } = await robin.ask("GET", path);
			expect([path, JSON.stringify(body).includes('"seen"')]).toEqual([
				path,
				listed,
			]);
		}
		for (const path of open.slice(0, 3))
			expect((await ada.ask("GET", path)).status).toBe(200);
		const attempts = await robin.ask("GET", `/challenges/${id}/attempts`);
		expect(attempts.status).toBe(opened);
	}
});

test("what is exported is what was seeded, and can be seeded and written again", async () => {
	const ada = await newAuthor(service);
	const pack = await ownPack("round");
	Object.assign(pack.challenges[0] ?? {}, { debrief: "Well done." });
	delete pack.challenges[1]?.scaffold;
	Object.assign(pack.challenges[1] ?? {}, { scaffolded: false });
	Object.assign(pack.challenges[2] ?? {}, {
		scaffolded: false,
		scaffold: pack.challenges[2]?.files,
	});
	delete pack.manifest.framework;
	await ada.write(pack);
	const exported = (await ada.ask("GET", "/author/packs/round/export")).body
		.data;
	expect(exported).toEqual(pack);
	const again = structuredClone(exported);
	again.manifest.slug = "round-again";
	await ada.write(again);
	const second = await ada.ask("GET", "/author/packs/round-again/export");
	expect(second.body.data).toEqual(again);
	const elsewhere = { ...again.manifest, slug: "round-elsewhere" };
	const body = { ...again, manifest: elsewhere };
	expect(await seedInto(service, body)).toMatchObject({ result: "created" });
	expect(await seedInto(service, body)).toMatchObject({ result: "unchanged" });
});

test("a read does not wait for a change that holds the pack", async () => {
	const ada = await newAuthor(service);
	const [id = ""] = await ada.write(await ownPack("read-while-held"));
	const reads = [
		"/author/packs/read-while-held",
		"/author/packs/read-while-held/export",
		`/author/challenges/${id}`,
	];
	const statuses = await service.sql.begin(async (tx) => {
		await tx`SELECT FROM packs WHERE slug = 'read-while-held' FOR UPDATE`;
		return Promise.all(
			reads.map(async (path) => (await ada.ask("GET", path)).status),
		);
	});
	expect(statuses).toEqual([200, 200, 200]);
});

test("what was read can be sent back, and changes nothing", async () => {
	const ada = await newAuthor(service);
	const [id] = await ada.write(await ownPack("same"));
	for (const path of ["/author/packs/same", `/author/challenges/${id}`]) {
		const { body, headers } = await ada.ask("GET", path);
		const sent = await ada.ask("PATCH", path, body.data);
		expect(sent.body).toEqual(body);
		expect(sent.headers.get("etag")).toBe(headers.get("etag"));
		const etag = headers.get("etag") ?? "";
		const known = await ada.ask("GET", path, undefined, {
			"if-none-match": etag,
		});
		expect([known.status, known.body]).toEqual([304, null]);
		expect(known.headers.get("etag")).toBe(etag);
	}
});

test("a patch changes what it names: members, members of members, and null takes away", async () => {
	const ada = await newAuthor(service);
	const [id] = await ada.write(await ownPack("patched"));
	const before = (await ada.ask("GET", `/author/challenges/${id}`)).body.data;
	const patch = {
		title: "Hello",
		slug: "hello",
		debrief: "Read on.",
		scaffolded: false,
		scaffold: null,
		assertions: { perFile: { "other.js": [] } },
	};
	const { scaffold: _, ...kept } = before;
	const changed = await ada.ask("PATCH", `/author/challenges/${id}`, patch);
	expect(changed.body.data).toEqual({
		...kept,
		title: "Hello",
		slug: "hello",
		debrief: "Read on.",
		scaffolded: false,
		assertions: {
			...before.assertions,
			perFile: { ...before.assertions.perFile, "other.js": [] },
		},
		version: 2,
	});
	const renamed = await ada.ask("PATCH", "/author/packs/patched", {
		slug: "renamed",
		framework: null,
		tags: ["one"],
	});
	expect(renamed.body.data).toMatchObject({
		slug: "renamed",
		framework: null,
		tags: ["one"],
	});
	expect((await ada.ask("GET", "/author/packs/patched")).status).toBe(404);
	const { manifest } = (await ada.ask("GET", "/author/packs/renamed/export"))
		.body.data;
	expect(manifest).not.toHaveProperty("framework");
});

test("the order has no gaps, whatever is added and deleted", async () => {
	const ada = await newAuthor(service);
	const [a, b, c] = await ada.write(await ownPack("ordered"));
	const order = async () =>
		(await ada.ask("GET", "/author/packs/ordered")).body.data.challenges.map(
			(one: { _id: string; order: number }) => [one.order, one._id],
		);
	const put = (ids: unknown[]) =>
		ada.ask("PUT", "/author/packs/ordered/challenges/order", { ids });
	expect(await put([c, a, b])).toMatchObject({
		status: 200,
		body: { data: { ids: [c, a, b] } },
	});
	expect(await order()).toEqual([
		[1, c],
		[2, a],
		[3, b],
	]);
	const learner = await ada.ask("GET", `/challenges/${a}`);
	expect(learner.body.data).toMatchObject({
		previous: { _id: c },
		next: { _id: b },
		version: 1,
	});
	expect((await ada.ask("DELETE", `/author/challenges/${c}`)).status).toBe(204);
	expect(await order()).toEqual([
		[1, a],
		[2, b],
	]);
	const [, , third] = (await launchPack()).challenges;
	const added = await ada.ask(
		"POST",
		"/author/packs/ordered/challenges",
		third,
	);
	expect(added.body.data).toMatchObject({ order: 3, version: 1 });
	for (const [ids, pointer, code] of [
		[[a, b], "#/ids", "missing"],
		[[a, b, b], "#/ids/2", "duplicate"],
		[[a, b, c], "#/ids/2", "not_found"],
		[[a, b, "x"], "#/ids/2", "malformed"],
		[[], "#/ids", "missing"],
	] as const) {
		const refused = await put([...ids]);
		expect(refused.status).toBe(400);
		expect(refused.body.errors).toContainEqual(
			expect.objectContaining({ pointer, code }),
		);
	}
});

test("what was attempted is retired when it is deleted, and comes back with its attempts", async () => {
	const [ada, robin] = [
		await newAuthor(service),
		await newAuthor(service, "Robin"),
	];
	const pack = await ownPack("kept");
	const [id = "", untried = ""] = await ada.write(pack);
	await publish(ada, "kept");
	const attempt = { challengeId: id, passed: true };
	expect((await robin.ask("POST", "/attempts", attempt)).status).toBe(201);
	const attempts = async () => {
		const rows = await service.sql`
			SELECT a.challenge_version FROM attempts a WHERE a.challenge_id = ${id}`;
		return rows.map((row) => row.challenge_version);
	};
	const changed = await ada.ask("PATCH", `/author/challenges/${id}`, {
		title: "Say it",
	});
	expect(changed.body.data.version).toBe(2);
	expect(await attempts()).toEqual([1]);

	for (const challenge of [id, untried])
		await ada.ask("DELETE", `/author/challenges/${challenge}`);
	expect((await robin.ask("GET", `/challenges/${id}`)).status).toBe(404);
	expect(await attempts()).toEqual([1]);
	const [row] = await service.sql`
		SELECT count(*)::int AS n FROM challenges WHERE id = ${untried}`;
	expect(row?.n).toBe(0);
	const back = await ada.ask(
		"POST",
		"/author/packs/kept/challenges",
		pack.challenges[0],
	);
	expect(back.body.data).toMatchObject({ _id: id, version: 3, order: 2 });
	const seen = await robin.ask("GET", `/challenges/${id}`);
	expect(seen.body.data.status).toBe("passed");

	// The whole pack: its slug stays its author's, and nobody else's.
	expect((await ada.ask("DELETE", "/author/packs/kept")).status).toBe(204);
	expect((await ada.ask("GET", "/author/packs/kept")).status).toBe(404);
	expect((await robin.ask("GET", "/packs/kept")).status).toBe(404);
	expect((await ada.ask("GET", "/author/packs")).body.meta.total).toBe(0);
	expect(await attempts()).toEqual([1]);
	const { challenges: _, ...manifest } = pack.manifest;
	expect(await robin.ask("POST", "/author/packs", manifest)).toMatchObject({
		status: 409,
		body: { code: "slug_conflict" },
	});
	const revived = await ada.ask("POST", "/author/packs", manifest);
	expect(revived.status).toBe(201);
	expect(revived.body.data).toMatchObject({
		visibility: "private",
		challenges: [],
	});
	const returned = await ada.ask(
		"POST",
		"/author/packs/kept/challenges",
		pack.challenges[0],
	);
	expect(returned.body.data).toMatchObject({ _id: id, version: 4, order: 1 });
});

test("a slug that nobody attempted is free again once it is deleted", async () => {
	const [ada, robin] = [
		await newAuthor(service),
		await newAuthor(service, "Robin"),
	];
	const pack = await ownPack("free");
	await ada.write(pack);
	await ada.ask("DELETE", "/author/packs/free");
	expect(await robin.write(pack)).toHaveLength(3);
});
