/** What an author is refused: an estimate of no time, a difficulty that falls in a pack that others can see, and more than an account may have. */
import { expect, test } from "bun:test";
import type { SeedBody } from "@treeline/packs/format";
import { type Author, asking, newAuthor } from "../../test/author-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { launchPack } from "../../test/seed-packs.ts";

const service = await serviceForFile();

async function ownPack(slug: string): Promise<SeedBody> {
	const pack = await launchPack();
	pack.manifest.slug = slug;
	return pack;
}

const publish = (ada: Author, slug: string) =>
	ada.ask("PATCH", `/author/packs/${slug}`, { visibility: "public" });

interface Problem {
	errors?: { pointer: string; code: string }[];
}

test("an estimate of time is any number of seconds", async () => {
	const ada = await newAuthor(service);
	const pack = await ownPack("quick");
	Object.assign(pack.challenges[0] ?? {}, { timeEstimateSeconds: 1.5 });
	pack.challenges.length = 1;
	const [id] = await ada.write(pack);
	expect((await publish(ada, "quick")).status).toBe(200);
	const slug = pack.challenges[0]?.slug;
	for (const path of [
		`/challenges/${id}`,
		`/packs/quick/challenges/${slug}`,
		`/cli/challenges/quick/${slug}`,
		`/author/challenges/${id}`,
	]) {
		const { body } = await ada.ask("GET", path);
		expect(body.data.timeEstimateSeconds, path).toBe(1.5);
	}
	const detail = await ada.ask("GET", "/packs/quick");
	expect(detail.body.data.challenges[0].timeEstimateSeconds).toBe(1.5);
});

test("a pack that others can see goes from beginner to intermediate to advanced", async () => {
	const ada = await newAuthor(service);
	const pack = await ownPack("rising");
	const levels = ["advanced", "beginner", "beginner"] as const;
	for (const [index, difficulty] of levels.entries())
		Object.assign(pack.challenges[index] ?? {}, { difficulty });
	pack.challenges.length = levels.length;
	const [hard, easy, easier] = await ada.write(pack);
	const refusal = async (
		answer: Promise<{ status: number; body: Problem }>,
	) => {
		const { status, body } = await answer;
		return [status, body.errors?.map(({ pointer, code }) => [pointer, code])];
	};
	const put = (ids: unknown[]) =>
		ada.ask("PUT", "/author/packs/rising/challenges/order", { ids });
	const falling = (pointer: string) => [400, [[pointer, "falling_difficulty"]]];
	expect(await refusal(publish(ada, "rising"))).toEqual(
		falling("#/challenges/1"),
	);
	expect((await put([easy, easier, hard])).status).toBe(200);
	expect((await publish(ada, "rising")).status).toBe(200);
	expect(await refusal(put([easy, hard, easier]))).toEqual(falling("#/ids/2"));
	expect(
		await refusal(
			ada.ask("PATCH", `/author/challenges/${easy}`, {
				difficulty: "intermediate",
			}),
		),
	).toEqual(falling("#/difficulty"));
	const { challenges } = await launchPack();
	expect(
		await refusal(
			ada.ask("POST", "/author/packs/rising/challenges", {
				...challenges[0],
				slug: "one-more",
			}),
		),
	).toEqual(falling("#/difficulty"));
	expect(
		(await ada.ask("PATCH", `/author/challenges/${easy}`, { title: "New" }))
			.status,
	).toBe(200);
});

test("an account's packs and their bytes are limited, at all processes together", async () => {
	const { manifest, challenges } = await launchPack();
	const { challenges: _, ...pack } = manifest;
	const [challenge] = challenges;
	const bytes = 2 * JSON.stringify(challenge).length;
	const settings = {
		AUTHOR_MAX_PACKS: "3",
		AUTHOR_MAX_BYTES: String(bytes),
	};
	const limited = await Promise.all([
		service.another(settings),
		service.another(settings),
	]);
	const { cookie } = await service.signIn("Prolific");
	const ask = (
		at: number,
		method: string,
		path: string,
		body?: unknown,
		service = limited[at % 2],
	) =>
		asking({ front: service?.front ?? "" }, method, `/author${path}`, body, {
			cookie,
		});
	const made = await Promise.all(
		[1, 2, 3, 4, 5, 6].map((n) =>
			ask(n, "POST", "/packs", { ...pack, slug: `many-${n}` }),
		),
	);
	const taken = made.filter(({ status }) => status === 201);
	expect(taken).toHaveLength(3);
	const refused = made.find(({ status }) => status !== 201);
	expect(refused?.status).toBe(400);
	expect(refused?.body).toMatchObject({
		code: "validation_failed",
		errors: [{ pointer: "#", code: "too_many" }],
	});
	expect(refused?.body.detail).toContain("you have 3 packs");
	expect(refused?.body.detail).toContain("AUTHOR_MAX_PACKS");

	const slugs: string[] = taken.map(({ body }) => body.data.slug);
	const added = await Promise.all(
		slugs.map((slug, n) =>
			ask(n, "POST", `/packs/${slug}/challenges`, challenge),
		),
	);
	const stored = added.filter(({ status }) => status === 201);
	expect(stored.length).toBeLessThan(3);
	const tooLarge = added.find(({ status }) => status !== 201);
	expect(tooLarge?.body).toMatchObject({
		code: "validation_failed",
		errors: [{ pointer: "#", code: "too_large" }],
	});
	expect(tooLarge?.body.detail).toContain("AUTHOR_MAX_BYTES");
	const path = `/challenges/${stored[0]?.body.data._id}`;
	const grown = { prompt: "x".repeat(bytes) };
	expect((await ask(1, "PATCH", path, grown)).status).toBe(400);
	// What makes packs smaller is always taken, and makes room.
	await service.sql`UPDATE challenges SET prompt = ${grown.prompt} WHERE id = ${stored[0]?.body.data._id}`;
	expect((await ask(1, "PATCH", path, { prompt: "Less." })).status).toBe(200);
	expect((await ask(1, "DELETE", `/packs/${slugs[0]}`)).status).toBe(204);
	const again = { ...pack, slug: "many-again" };
	expect((await ask(1, "POST", "/packs", again)).status).toBe(201);
});
