import { describe, expect, test } from "bun:test";
import type { SeedBody } from "@treeline/packs/format";
import type { Challenge } from "../../client-types.ts";
import { newAuthor } from "../../test/author-client.ts";
import { ADMIN_SECRET, serviceForFile } from "../../test/harness.ts";
import { launchPack, seed, seedInto } from "../../test/seed-packs.ts";

const service = await serviceForFile();

test("a pack is created, then unchanged, then updated where it differs", async () => {
	const pack = await launchPack();
	expect(await seedInto(service, pack)).toEqual({
		slug: "express",
		result: "created",
		challenges: { created: 3, updated: 0, unchanged: 0, retired: 0 },
	} as never);
	expect(await seedInto(service, pack)).toMatchObject({
		result: "unchanged",
		challenges: { unchanged: 3 },
	});
	challenge(pack, 0).title = "Say Hello";
	expect(await seedInto(service, pack)).toMatchObject({
		result: "updated",
		challenges: { created: 0, updated: 1, unchanged: 2, retired: 0 },
	});
	const [row] = await service.sql`
		SELECT title, version FROM challenges WHERE slug = 'say-hello-over-http'`;
	expect(row).toEqual({ title: "Say Hello", version: 2 } as never);
});

test("a dropped challenge leaves every read, keeps its attempts and returns with them", async () => {
	const pack = await launchPack();
	await seedInto(service, pack);
	const { cookie } = await service.signIn();
	const path = `${service.front}/api/v1/packs/express/challenges/check-in-a-new-book`;
	const read = async () => {
		const answer = await fetch(path, { headers: { cookie } });
		return (await answer.json()) as {
			status: number;
			data: { _id: string; status: string };
		};
	};
	const count = async () => {
		const answer = await fetch(`${service.front}/api/v1/packs`);
		return (await answer.json()).data[0].challengeCount;
	};
	const { _id } = (await read()).data;
	await fetch(`${service.front}/api/v1/attempts`, {
		method: "POST",
		headers: { cookie, "content-type": "application/json" },
		body: JSON.stringify({ challengeId: _id, passed: true }),
	});
	const shorter = structuredClone(pack);
	shorter.manifest.challenges.pop();
	shorter.challenges.pop();
	expect(await seedInto(service, shorter)).toMatchObject({
		challenges: { unchanged: 2, retired: 1 },
	});
	expect((await read()).status).toBe(404);
	expect(await count()).toBe(2);
	await seedInto(service, pack);
	expect(await count()).toBe(3);
	expect((await read()).data).toMatchObject({ _id, status: "passed" });
});

test("what is public is the scaffold, and the reference is stored apart", async () => {
	await seedInto(service, await launchPack());
	const [row] = await service.sql`
		SELECT files, reference_solution FROM challenges WHERE slug = 'say-hello-over-http'`;
	expect(row?.files[0].content).toContain("Answer GET /hello here");
	expect(row?.reference_solution[0].content).toContain("res.json(");
});

test("without a scaffold the files are public, and the reference is the same files", async () => {
	const pack = await launchPack();
	pack.manifest.slug = "no-scaffold";
	const first = challenge(pack, 0);
	delete first.scaffold;
	first.scaffolded = false;
	await seedInto(service, pack);
	const answer = await fetch(
		`${service.backend}/api/packs/no-scaffold/challenges/say-hello-over-http`,
	);
	const { data } = (await answer.json()) as { data: Challenge };
	expect(data.files).toEqual(first.files);
	const [row] = await service.sql`
		SELECT reference_solution FROM challenges WHERE id = ${data._id}`;
	expect(row?.reference_solution).toEqual(first.files);
});

describe("the slug of an author's pack", () => {
	/** With one challenge. */
	const named = async (slug: string) => {
		const { manifest, challenges } = await launchPack();
		return {
			manifest: {
				...manifest,
				slug,
				challenges: manifest.challenges.slice(0, 1),
			},
			challenges: challenges.slice(0, 1),
		};
	};
	const seeded = async (slug: string, query = "") => {
		const answer = await fetch(
			`${service.backend}/api/admin/packs/seed${query}`,
			{
				method: "POST",
				headers: {
					"content-type": "application/json",
					"x-admin-secret": ADMIN_SECRET,
				},
				body: JSON.stringify(await named(slug)),
			},
		);
		return { status: answer.status, body: await answer.json() };
	};
	const publicPack = (slug: string) =>
		fetch(`${service.front}/api/v1/packs/${slug}`);

	test("is taken from a private pack, which keeps its content under another slug, and its author is told", async () => {
		const slug = "x".repeat(200);
		const ada = await newAuthor(service);
		const [challengeId = ""] = await ada.write(await named(slug));
		const before = await ada.ask("GET", `/author/packs/${slug}`);
		const dry = await seeded(slug, "?dryRun=true");
		expect(dry.body.data.renamed).toMatch(/^x{191}-[0-9a-f]{8}$/);
		expect((await ada.ask("GET", `/author/packs/${slug}`)).body).toEqual(
			before.body,
		);

		const { status, body } = await seeded(slug);
		expect([status, body.data?.result]).toEqual([200, "created"]);
		const { renamed } = body.data;
		expect((await publicPack(slug)).status).toBe(200);
		expect((await publicPack(renamed)).status).toBe(404);
		const after = await ada.ask("GET", `/author/packs/${renamed}`);
		expect(after.body.data).toEqual({
			...before.body.data,
			slug: renamed,
			renamedFrom: slug,
			updatedAt: after.body.data.updatedAt,
		});
		expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
		const listed = await ada.ask("GET", "/author/packs");
		expect(listed.body.data).toMatchObject([
			{ slug: renamed, renamedFrom: slug },
		]);
		const there = await ada.ask("GET", `/author/packs/${slug}`);
		expect([there.status, there.body.detail]).toEqual([
			403,
			expect.stringContaining("it has another slug now"),
		]);
		const challenge = await ada.ask("GET", `/author/challenges/${challengeId}`);
		expect(challenge.status).toBe(200);
		expect((await seeded(slug)).body.data).toMatchObject({
			result: "unchanged",
		});

		const chosen = { slug: "chosen-by-ada" };
		const moved = await ada.ask("PATCH", `/author/packs/${renamed}`, chosen);
		expect(moved.body.data).toMatchObject({ ...chosen, renamedFrom: null });
	});

	test("is taken from a pack that was deleted and has attempts, which stay", async () => {
		const ada = await newAuthor(service);
		const [challengeId = ""] = await ada.write(await named("deleted"));
		const attempt = { challengeId, passed: true };
		expect((await ada.ask("POST", "/attempts", attempt)).status).toBe(201);
		await ada.ask("DELETE", "/author/packs/deleted");
		expect((await seeded("deleted")).status).toBe(200);
		const [row] = await service.sql`
			SELECT count(*)::int AS n FROM attempts WHERE challenge_id = ${challengeId}`;
		expect(row?.n).toBe(1);
	});

	test("stays with a pack that others can see, until it is taken down", async () => {
		const ada = await newAuthor(service);
		await ada.write(await named("shown"));
		for (const visibility of ["unlisted", "public"]) {
			const shown = await ada.ask("PATCH", "/author/packs/shown", {
				visibility,
			});
			expect(shown.status).toBe(200);
			const refused = await seeded("shown");
			expect([refused.status, refused.body.code]).toEqual([
				409,
				"slug_conflict",
			]);
			expect(refused.body.detail).toContain("/packs/shown/takedown");
		}
		await fetch(
			`${service.backend}/api/admin/moderation/packs/shown/takedown`,
			{
				method: "POST",
				headers: {
					"content-type": "application/json",
					"x-admin-secret": ADMIN_SECRET,
				},
				body: JSON.stringify({ reason: "Its slug is needed." }),
			},
		);
		const { status, body } = await seeded("shown");
		expect([status, body.data?.result]).toEqual([200, "created"]);
		const own = await ada.ask("GET", `/author/packs/${body.data.renamed}`);
		expect(own.body.data).toMatchObject({
			renamedFrom: "shown",
			takenDownReason: "Its slug is needed.",
		});
	});
});

describe("the secret", () => {
	test.each([
		["missing", {}, 401, "admin_key_missing"],
		["wrong", { "x-admin-secret": "x".repeat(40) }, 401, "admin_key_invalid"],
		["a bearer token", { authorization: `Bearer ${ADMIN_SECRET}` }, 400, ""],
	])("%s", async (_, headers, status, code) => {
		const answer = await seed(service, "{", headers as never);
		expect(answer.status).toBe(status);
		if (!code) return;
		expect(answer.headers.get("www-authenticate")).toContain("AdminSecret");
		expect(await answer.json()).toMatchObject({ code });
	});

	test("is asked for before a body is read", async () => {
		const answer = await seed(service, "x".repeat(11 * 1024 * 1024), {});
		expect(answer.status).toBe(401);
	});
});

describe("a pack that does not hold is refused whole, with pointers", () => {
	const withPath = (path: string) => (pack: SeedBody) => {
		challenge(pack, 1).files.push({ path, content: "" });
	};
	const faults: [
		name: string,
		pointer: string,
		break_: (pack: SeedBody) => void,
	][] = [
		["absolute path", "#/challenges/1/files", withPath("/etc/passwd")],
		["parent path", "#/challenges/1/files", withPath("../x.js")],
		["drive letter", "#/challenges/1/files", withPath("C:\\x.js")],
		["NUL", "#/challenges/1/files/1/path", withPath("a\0.js")],
		["reserved name", "#/challenges/1/files", withPath("aux.js")],
		["editor settings", "#/challenges/1/files", withPath(".vscode/x.json")],
		["twin by case", "#/challenges/1/files", withPath("APP.js")],
		[
			"reference that fails",
			"#/challenges/0/assertions/perFile/app.js/1",
			(pack) => {
				challenge(pack, 0).files = challenge(pack, 0).scaffold ?? [];
			},
		],
		[
			"unknown field",
			"#/challenges/2/solution",
			(pack) => Object.assign(challenge(pack, 2), { solution: "" }),
		],
		[
			"assertion without its field",
			"#/challenges/0/assertions/perFile/app.js/0/source",
			(pack) => {
				const [first] = challenge(pack, 0).assertions.perFile?.["app.js"] ?? [];
				delete (first as { source?: string }).source;
			},
		],
		[
			"unknown assertion type",
			"#/challenges/0/assertions/crossFile/0/type",
			(pack) => {
				challenge(pack, 0).assertions.crossFile = [
					{ type: "regex", description: "x" } as never,
				];
			},
		],
		[
			"bad query",
			"#/challenges/0/assertions/crossFile/0",
			(pack) => {
				challenge(pack, 0).assertions.crossFile = [
					{ type: "sexpression", description: "x", pattern: "(nonsense" },
				];
			},
		],
		[
			"no assertion",
			"#/challenges/0/assertions",
			(pack) => {
				challenge(pack, 0).assertions = {};
			},
		],
		[
			"scaffolded without a scaffold",
			"#/challenges/0/scaffold",
			(pack) => {
				delete challenge(pack, 0).scaffold;
			},
		],
		[
			"counts that disagree",
			"#/challenges",
			(pack) => {
				pack.challenges.pop();
			},
		],
		[
			"bad semver",
			"#/manifest/version",
			(pack) => {
				pack.manifest.version = "1.0";
			},
		],
	];
	test.each(faults)("%s", async (_, pointer, break_) => {
		const pack = await launchPack();
		pack.manifest.slug = "broken";
		break_(pack);
		const answer = await seed(service, pack);
		const body = (await answer.json()) as {
			detail: string;
			errors: { pointer: string }[];
		};
		expect(answer.status).toBe(400);
		expect(body.errors.map((error) => error.pointer)).toContain(pointer);
		const [row] = await service.sql`
			SELECT count(*)::int AS n FROM packs WHERE slug = 'broken'`;
		expect(row?.n).toBe(0);
	});
});

test("files and checks keep the order in which their author wrote them", async () => {
	const pack = await launchPack();
	pack.manifest.slug = "in-order";
	const first = challenge(pack, 0);
	const { perFile } = first.assertions;
	first.assertions = {
		...first.assertions,
		perFile: { "zebra.js": [], ...perFile },
	};
	await seedInto(service, pack);
	const answer = await fetch(
		`${service.backend}/api/packs/in-order/challenges/say-hello-over-http`,
	);
	const { data } = (await answer.json()) as { data: Challenge };
	expect(JSON.stringify(data.assertions)).toBe(
		JSON.stringify(first.assertions),
	);
});

function challenge(
	pack: SeedBody,
	index: number,
): SeedBody["challenges"][number] {
	const found = pack.challenges[index];
	if (!found) throw new Error(`no challenge ${index}`);
	return found;
}
