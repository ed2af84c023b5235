import { beforeEach, describe, expect, test } from "bun:test";
import type { SeedBody } from "@treeline/packs/format";
import { ADMIN_SECRET, serviceForFile } from "../../test/harness.ts";
import { launchPack, seedInto } from "../../test/seed-packs.ts";

const service = await serviceForFile();
beforeEach(async () => {
	await service.sql`TRUNCATE packs CASCADE`;
});

interface Answer {
	code?: string;
	errors?: { pointer: string }[];
	data: {
		packs: { slug: string; result: string }[];
		retired: string[];
	};
}

async function sync(
	body: unknown,
	query = "",
	headers: Record<string, string> = { "x-admin-secret": ADMIN_SECRET },
): Promise<{ status: number; body: Answer }> {
	const answer = await fetch(
		`${service.backend}/api/admin/packs/sync${query}`,
		{
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body: JSON.stringify(body),
		},
	);
	return { status: answer.status, body: (await answer.json()) as Answer };
}

/** The launch pack under other slugs. */
async function packs(...slugs: string[]): Promise<{ packs: SeedBody[] }> {
	const made = slugs.map(async (slug) => {
		const pack = await launchPack();
		pack.manifest.slug = slug;
		return pack;
	});
	return { packs: await Promise.all(made) };
}

const listed = async () => {
	const answer = await fetch(`${service.front}/api/v1/packs`);
	const { data } = (await answer.json()) as { data: { slug: string }[] };
	return data.map(({ slug }) => slug).sort();
};

test("what was submitted is all there is; a second run changes nothing", async () => {
	await seedInto(service, await launchPack());
	const first = await sync(await packs("shelves", "desks"));
	expect(first.status).toBe(200);
	expect(first.body.data.packs.map(({ result }) => result)).toEqual([
		"created",
		"created",
	]);
	expect(first.body.data.retired).toEqual(["express"]);
	expect(await listed()).toEqual(["desks", "shelves"]);
	const second = await sync(await packs("shelves", "desks"));
	expect(second.body.data).toMatchObject({
		packs: [{ result: "unchanged" }, { result: "unchanged" }],
		retired: [],
	});
});

test("the attempts of a retired pack stay and return with it", async () => {
	const pack = await launchPack();
	await seedInto(service, pack);
	const { cookie } = await service.signIn();
	const path = `${service.front}/api/v1/packs/express/challenges/say-hello-over-http`;
	const read = () => fetch(path, { headers: { cookie } });
	const challenge = (await (await read()).json()) as { data: { _id: string } };
	const challengeId = challenge.data._id;
	await fetch(`${service.front}/api/v1/attempts`, {
		method: "POST",
		headers: { cookie, "content-type": "application/json" },
		body: JSON.stringify({ challengeId, passed: true }),
	});
	expect((await sync(await packs("desks"))).body.data.retired).toEqual([
		"express",
	]);
	expect((await read()).status).toBe(404);
	const [kept] = await service.sql`SELECT count(*)::int AS n FROM attempts`;
	expect(kept?.n).toBe(1);
	expect(await seedInto(service, pack)).toMatchObject({ result: "updated" });
	expect(await (await read()).json()).toMatchObject({
		data: { _id: challengeId, status: "passed" },
	});
});

describe("an author takes the slug of a pack that sync retired", () => {
	const create = async (cookie: string) => {
		const { challenges: _, ...manifest } = (await launchPack()).manifest;
		const answer = await fetch(`${service.front}/api/v1/author/packs`, {
			method: "POST",
			headers: { cookie, "content-type": "application/json" },
			body: JSON.stringify(manifest),
		});
		return { status: answer.status, body: await answer.json() };
	};

	test("when nobody ever attempted it", async () => {
		await seedInto(service, await launchPack());
		const { cookie } = await service.signIn();
		expect(await create(cookie)).toMatchObject({
			status: 409,
			body: { code: "slug_conflict" },
		});
		const dry = await sync(await packs("desks"), "?dryRun=true");
		expect(dry.body.data.retired).toEqual(["express"]);
		expect((await create(cookie)).status).toBe(409);
		expect((await sync(await packs("desks"))).body.data.retired).toEqual([
			"express",
		]);
		expect((await create(cookie)).status).toBe(201);
		// And it is the author's from now on.
		expect((await sync(await packs("desks"))).body.data.retired).toEqual([]);
	});

	test("not when there are attempts at it, which the refusal says and names", async () => {
		await seedInto(service, await launchPack());
		const { userId, cookie } = await service.signIn();
		await service.sql`
			INSERT INTO attempts (id, user_id, challenge_id, passed, challenge_version)
			SELECT ${Bun.randomUUIDv7()}, ${userId}, id, true, version FROM challenges LIMIT 1`;
		await sync(await packs("desks"));
		const refused = await create(cookie);
		const [{ id } = { id: "" }] = await service.sql<{ id: string }[]>`
			SELECT id FROM packs WHERE slug = 'express'`;
		expect(refused).toMatchObject({
			status: 409,
			body: { code: "slug_conflict" },
		});
		expect(refused.body.detail).toContain('"express"');
		expect(refused.body.detail).toContain("attempts");
		expect(refused.body.detail).toContain(id);
	});
});

test("a pack of an author is neither retired nor overwritten", async () => {
	await sync(await packs("desks", "authored"));
	const { userId } = await service.signIn();
	await service.sql`
		UPDATE packs SET author_user_id = ${userId} WHERE slug = 'authored'`;
	expect((await sync(await packs("desks"))).body.data.retired).toEqual([]);
	expect(await listed()).toEqual(["authored", "desks"]);
	const taken = await sync(await packs("shelves", "authored"));
	expect(taken).toMatchObject({ status: 409, body: { code: "slug_conflict" } });
	expect(await listed()).toEqual(["authored", "desks"]);
});

describe("one fault refuses the whole call, with its pointer", () => {
	const faults: [
		name: string,
		pointer: string,
		code: string,
		break_: (packs: SeedBody[]) => void,
	][] = [
		[
			"a reference that fails",
			"#/packs/1/challenges/0/assertions/perFile/app.js/1",
			"reference_fails",
			([, pack]) => {
				const [first] = pack?.challenges ?? [];
				if (first) first.files = first.scaffold ?? [];
			},
		],
		[
			"a version that is none",
			"#/packs/1/manifest/version",
			"validation_failed",
			([, pack]) => {
				if (pack) pack.manifest.version = "1.0";
			},
		],
		[
			"a path that leaves the folder",
			"#/packs/1/challenges/0/files",
			"validation_failed",
			([, pack]) => {
				pack?.challenges[0]?.files.push({ path: "../x.js", content: "" });
			},
		],
		[
			"two packs of one slug",
			"#/packs/1/manifest/slug",
			"validation_failed",
			([first, second]) => {
				if (first && second) second.manifest.slug = first.manifest.slug;
			},
		],
	];
	test.each(faults)("%s", async (_, pointer, code, break_) => {
		await seedInto(service, await launchPack());
		const body = await packs("shelves", "desks");
		break_(body.packs);
		const { status, body: answer } = await sync(body);
		expect(status).toBe(400);
		expect(answer.code).toBe(code);
		expect(answer.errors?.map((error) => error.pointer)).toContain(pointer);
		expect(await listed()).toEqual(["express"]);
	});
});

describe("no packs at all", () => {
	test("is refused, and nothing is retired", async () => {
		await seedInto(service, await launchPack());
		const { status, body } = await sync({ packs: [] });
		expect(status).toBe(400);
		expect(body.errors?.[0]?.pointer).toBe("#/packs");
		expect(await listed()).toEqual(["express"]);
	});

	test("retires every pack when that is said", async () => {
		await seedInto(service, await launchPack());
		const { body } = await sync({ packs: [] }, "?allowEmpty=true");
		expect(body.data).toEqual({ packs: [], retired: ["express"] });
		expect(await listed()).toEqual([]);
	});
});

describe("a dry run answers what would change, and changes nothing", () => {
	test("of a sync", async () => {
		await seedInto(service, await launchPack());
		const { body } = await sync(await packs("desks"), "?dryRun=true");
		expect(body.data).toMatchObject({
			packs: [{ slug: "desks", result: "created" }],
			retired: ["express"],
		});
		expect(await listed()).toEqual(["express"]);
	});

	test("of a seeding", async () => {
		const answer = await fetch(
			`${service.backend}/api/admin/packs/seed?dryRun=true`,
			{
				method: "POST",
				headers: {
					"content-type": "application/json",
					"x-admin-secret": ADMIN_SECRET,
				},
				body: JSON.stringify(await launchPack()),
			},
		);
		expect(await answer.json()).toMatchObject({ data: { result: "created" } });
		expect(await listed()).toEqual([]);
	});

	test("takes no other word", async () => {
		const { status, body } = await sync(await packs("desks"), "?dryRun=maybe");
		expect(status).toBe(400);
		expect(body.errors?.[0]?.pointer).toBe("#/query/dryRun");
	});
});

test("the secret is asked for before anything else", async () => {
	expect(await sync({}, "", {})).toMatchObject({
		status: 401,
		body: { code: "admin_key_missing" },
	});
	expect(
		await sync({}, "", { "x-admin-secret": "x".repeat(40) }),
	).toMatchObject({ status: 401, body: { code: "admin_key_invalid" } });
});

test("10 MB may be sent, and no more", async () => {
	const body = await packs("desks");
	const [challenge] = body.packs[0]?.challenges ?? [];
	if (!challenge) throw new Error("the pack has no challenge");
	challenge.scaffold?.push({
		path: "notes.txt",
		content: "x".repeat(9 * 1024 * 1024),
	});
	expect((await sync(body)).status).toBe(200);
	challenge.scaffold?.push({
		path: "more.txt",
		content: "x".repeat(2 * 1024 * 1024),
	});
	expect((await sync(body)).status).toBe(413);
});

test("of two at once, both end whole", async () => {
	const [one, two] = await Promise.all([
		sync(await packs("shelves")),
		sync(await packs("desks")),
	]);
	expect([one.status, two.status]).toEqual([200, 200]);
	expect(await listed()).toHaveLength(1);
});
