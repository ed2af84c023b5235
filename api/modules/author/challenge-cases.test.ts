/** The cases of an author's challenge: kept with it, changed with it, and shown to nobody else. */
import { expect, test } from "bun:test";
import { asking, newAuthor } from "../../test/author-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { launchPack } from "../../test/seed-packs.ts";

const service = await serviceForFile();

const answer = (content: string) => [{ path: "app.js", content }];
const CASES = {
	accepted: [{ name: "an arrow", files: answer("const a = 1; // right\n") }],
	rejected: [
		{
			name: "nothing",
			caughtBy: "perFile/app.js/0",
			files: answer("// wrong\n"),
		},
	],
};

async function ownChallenge(slug: string, cases?: typeof CASES) {
	const ada = await newAuthor(service);
	const pack = await launchPack();
	pack.manifest.slug = slug;
	pack.challenges = pack.challenges.slice(0, 1);
	if (cases) Object.assign(pack.challenges[0] ?? {}, { cases });
	const [id = ""] = await ada.write(pack);
	const path = `/author/challenges/${id}`;
	const read = async () => {
		const { body, headers } = await ada.ask("GET", path);
		return { ...body.data, etag: headers.get("etag") };
	};
	return { ada, id, path, read };
}

test("cases are stored with a challenge, change its ETag and keep its version", async () => {
	const { ada, path, read } = await ownChallenge("cases");
	const before = await read();
	expect(before.cases).toBeUndefined();
	const patch = (cases: unknown, etag: string) =>
		ada.ask("PATCH", path, { cases }, { "if-match": etag });
	expect((await patch(CASES, before.etag)).status).toBe(200);
	const after = await read();
	expect(after.cases).toEqual(CASES);
	expect(after.version).toBe(before.version);
	// Who has read the challenge without them would lose them.
	expect((await patch({ accepted: [] }, before.etag)).status).toBe(412);
	expect((await patch({ accepted: [] }, after.etag)).status).toBe(200);
	const less = await read();
	expect(less.cases).toEqual({ ...CASES, accepted: [] });
	expect((await patch(null, less.etag)).status).toBe(200);
	expect((await read()).cases).toBeUndefined();
});

test("cases come with a new challenge, and are in its pack, but in no export and no read of learners", async () => {
	const { ada, id, read } = await ownChallenge("cases-of-new", CASES);
	expect((await read()).cases).toEqual(CASES);
	const pack = await ada.ask("GET", "/author/packs/cases-of-new");
	expect(pack.body.data.challenges[0].cases).toEqual(CASES);
	await ada.ask("PATCH", "/author/packs/cases-of-new", {
		visibility: "public",
	});
	const exported = await ada.ask("GET", "/author/packs/cases-of-new/export");
	expect(JSON.stringify(exported.body)).not.toContain("// right");
	for (const read of [`/challenges/${id}`, "/packs/cases-of-new"]) {
		const { status, body } = await asking(service, "GET", read);
		expect(status).toBe(200);
		expect(JSON.stringify(body)).not.toMatch(/\/\/ (right|wrong)|"cases"/);
	}
});

test("cases count as bytes of their author, and are refused where they could not be files", async () => {
	const { ada, path } = await ownChallenge("cases-measured");
	const bytes = async () => {
		const [row] =
			await service.sql`SELECT bytes FROM packs WHERE slug = 'cases-measured'`;
		return Number(row?.bytes);
	};
	const before = await bytes();
	await ada.ask("PATCH", path, { cases: CASES });
	expect((await bytes()) - before).toBeGreaterThan(
		JSON.stringify(CASES).length - 10,
	);
	const [wrong] = CASES.rejected;
	const unsafe = { ...wrong, files: [{ path: "../app.js", content: "" }] };
	const refused = await ada.ask("PATCH", path, {
		cases: { rejected: [unsafe] },
	});
	expect(refused.status).toBe(400);
	expect(refused.body.errors).toMatchObject([
		{ pointer: "#/cases/rejected/0/files", code: "unsafe_path" },
	]);
});
