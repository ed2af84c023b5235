/** What an author's challenges say of themselves: their time, and a difficulty that never falls in a pack that others can see. */
import { expect, test } from "bun:test";
import type { SeedBody } from "@treeline/packs/format";
import { type Author, newAuthor } from "../test/author-desk.ts";
import { serviceForFile } from "../test/harness.ts";
import { launchPack } from "../test/seeded.ts";

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
