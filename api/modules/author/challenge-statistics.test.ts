/** Statistics of a challenge: only its author reads them, and only once enough learners have tried its present version. */
import { expect, test } from "bun:test";
import { newAuthor } from "../../test/author-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { launchPack } from "../../test/seed-packs.ts";

const service = await serviceForFile();

test("each check counts learners, from ten on, of the present version and without the author", async () => {
	const ada = await newAuthor(service);
	const pack = await launchPack();
	pack.manifest.slug = "counted";
	pack.challenges = pack.challenges.slice(0, 1);
	const [id = ""] = await ada.write(pack);
	await ada.ask("PATCH", "/author/packs/counted", { visibility: "public" });
	const path = `/author/challenges/${id}/statistics`;
	const counts = async () => (await ada.ask("GET", path)).body.data;
	const { files, scaffold } = pack.challenges[0] ?? {};
	const attempt = (of: typeof ada, sent: unknown, gaveUp = false) =>
		of.ask("POST", "/attempts", {
			challengeId: id,
			passed: !gaveUp,
			files: sent,
			gaveUp,
		});
	await attempt(ada, scaffold);
	const learners = await Promise.all(
		Array.from({ length: 10 }, (_, index) =>
			newAuthor(service, `Learner ${index}`),
		),
	);
	const [last, ...others] = learners;
	if (!last) throw new Error("there is nobody");
	for (const [index, learner] of others.entries()) {
		// The first attempt counts: a later pass changes nothing.
		await attempt(learner, index < 3 ? scaffold : files);
		await attempt(learner, files);
	}
	expect(await counts()).toEqual({
		version: 1,
		minLearners: 10,
		learners: null,
		checks: null,
	});
	await attempt(last, scaffold);
	await attempt(last, scaffold, true);
	const { learners: all, checks } = await counts();
	expect(all).toBe(10);
	expect(checks.length).toBeGreaterThan(1);
	expect(checks).toContainEqual({
		check: expect.stringMatching(/^perFile\/.+\/\d$/),
		seen: 10,
		failedFirst: 4,
		givenUp: 1,
	});
	expect(JSON.stringify(checks)).not.toContain("Learner");
	for (const { seen } of checks) expect(seen).toBe(10);

	const robin = await newAuthor(service, "Robin");
	expect((await robin.ask("GET", path)).status).toBe(403);
	await ada.ask("PATCH", `/author/challenges/${id}`, { title: "Anew" });
	expect(await counts()).toMatchObject({ version: 2, learners: null });
});
