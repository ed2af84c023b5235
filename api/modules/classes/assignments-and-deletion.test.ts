/** Learners see what is assigned to a class once it is open; a class that ends leaves nothing. */
import { describe, expect, test } from "bun:test";
import type { Author } from "../../test/author-client.ts";
import { classOf } from "../../test/class-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { show, shownPack } from "../../test/moderation-client.ts";

const service = await serviceForFile();

describe("an assignment", () => {
	test("is of a pack that every learner can open, once, with dates in order", async () => {
		const { ada } = await shownPack(service, "assignable", "Assignable");
		await shownPack(service, "assigned-private", "Private");
		const { path } = await classOf(ada);
		const assign = (body: object) =>
			ada.ask("POST", `${path}/assignments`, body);
		await service.sql`UPDATE packs SET visibility = 'private' WHERE slug = 'assigned-private'`;
		const packSlug = "assignable";
		const refused: [body: object, pointer: string][] = [
			[{ packSlug: "no-such-pack" }, "#/packSlug"],
			[{ packSlug: "assigned-private" }, "#/packSlug"],
			[{ packSlug, opensAt: "tomorrow" }, "#/opensAt"],
			[{ packSlug, opensAt: "2026-12-01" }, "#/opensAt"],
			[{ packSlug, dueAt: "2026-13-01T00:00:00Z" }, "#/dueAt"],
			[{ packSlug, dueAt: "+012026-01-01T00:00:00Z" }, "#/dueAt"],
			[
				{
					packSlug,
					opensAt: "2026-12-02T00:00:00Z",
					dueAt: "2026-12-01T23:00:00Z",
				},
				"#/dueAt",
			],
			[{ packSlug, until: "2026-12-01T00:00:00Z" }, "#/until"],
		];
		for (const [body, pointer] of refused) {
			const told = await assign(body);
			expect([told.status, told.body.errors?.[0]?.pointer]).toEqual([
				400,
				pointer,
			]);
		}
		await ada.ask("PATCH", "/author/packs/assignable", {
			visibility: "unlisted",
		});
		const made = await assign({ packSlug, dueAt: "2126-12-01T23:59:00+01:00" });
		expect(made.status).toBe(201);
		expect(made.body.data).toMatchObject({
			pack: { slug: packSlug, challengeCount: 1 },
			opensAt: null,
			dueAt: "2126-12-01T22:59:00.000Z",
		});
		expect((await assign({ packSlug })).body.errors[0].code).toBe(
			"already_assigned",
		);
		const one = `${path}/assignments/${made.body.data._id}`;
		const late = await ada.ask("PATCH", one, {
			opensAt: "2126-12-02T00:00:00Z",
		});
		expect(late.body.errors[0].pointer).toBe("#/dueAt");
		const changed = await ada.ask("PATCH", one, {
			opensAt: "2126-11-01T00:00:00Z",
			dueAt: null,
		});
		expect(changed.body.data).toMatchObject({
			opensAt: "2126-11-01T00:00:00.000Z",
			dueAt: null,
		});
	});

	test("is unknown to learners until it opens, and has no pack while they cannot open that", async () => {
		const { ada, robin } = await shownPack(service, "opening", "Opening");
		const { path, invitation } = await classOf(ada);
		await robin.ask("POST", invitation);
		const { body } = await ada.ask("POST", `${path}/assignments`, {
			packSlug: "opening",
			opensAt: "2126-01-01T00:00:00Z",
		});
		const one = `${path}/assignments/${body.data._id}`;
		const seenBy = async (who: Author) =>
			(await who.ask("GET", path)).body.data.assignments;
		expect(await seenBy(robin)).toEqual([]);
		expect((await robin.ask("GET", `${one}/progress`)).status).toBe(404);
		expect(await seenBy(ada)).toHaveLength(1);
		await ada.ask("PATCH", one, { opensAt: "2026-01-01T00:00:00Z" });
		expect(await seenBy(robin)).toMatchObject([
			{ pack: { slug: "opening" }, passedCount: 0, attemptedCount: 0 },
		]);
		expect(await seenBy(ada)).toMatchObject([{ withheldPack: null }]);
		await service.sql`UPDATE packs SET taken_down_at = now(), taken_down_reason = 'x', name = 'Opening' WHERE slug = 'opening'`;
		expect(await seenBy(ada)).toMatchObject([
			{ withheldPack: { name: "Opening", reason: "taken_down" } },
		]);
		await service.sql`UPDATE packs SET taken_down_at = NULL, taken_down_reason = NULL WHERE slug = 'opening'`;
		await show(ada, "opening", "private");
		expect(await seenBy(ada)).toMatchObject([
			{ pack: null, withheldPack: { name: "Opening", reason: "private" } },
		]);
		expect(JSON.stringify(await seenBy(robin))).not.toContain("Opening");
		for (const who of [ada, robin]) {
			expect(await seenBy(who)).toMatchObject([{ pack: null }]);
			const progress = await who.ask("GET", `${one}/progress`);
			expect(progress.body.data).toMatchObject({
				challenges: [],
				learners: [{ name: "Robin", results: [] }],
			});
		}
	});
});

test("what a learner's classes have to do is one list: unfinished first, by due date, of packs that are open", async () => {
	const { ada, robin, id } = await shownPack(service, "due-later", "Later");
	await shownPack(service, "due-soon", "Soon");
	await shownPack(service, "due-never", "Never");
	const evening = await classOf(ada);
	const morning = await classOf(ada);
	const assign = (path: string, packSlug: string, dates: object) =>
		ada.ask("POST", `${path}/assignments`, { packSlug, ...dates });
	await assign(evening.path, "due-later", { dueAt: "2126-02-01T00:00:00Z" });
	await assign(evening.path, "due-never", {});
	await assign(morning.path, "due-soon", { dueAt: "2126-01-01T00:00:00Z" });
	await assign(morning.path, "due-never", { opensAt: "2126-01-01T00:00:00Z" });
	const listed = async (who: Author) =>
		(await who.ask("GET", "/classes/assignments/own")).body.data;
	expect(await listed(robin)).toEqual([]);
	await robin.ask("POST", evening.invitation);
	await robin.ask("POST", morning.invitation);
	const slugs = async () =>
		(await listed(robin)).map(
			(each: { pack: { slug: string } }) => each.pack.slug,
		);
	expect(await slugs()).toEqual(["due-soon", "due-later", "due-never"]);
	expect((await listed(robin))[0]).toMatchObject({
		class: { _id: morning.id },
		passedCount: 0,
	});
	expect(await listed(ada)).toEqual([]);
	const done = await robin.ask("POST", "/attempts", {
		challengeId: id,
		passed: true,
	});
	expect(done.status).toBeLessThan(300);
	expect(await slugs()).toEqual(["due-soon", "due-never", "due-later"]);
	await service.sql`UPDATE packs SET taken_down_at = now(), taken_down_reason = 'x' WHERE slug = 'due-soon'`;
	expect(await slugs()).toEqual(["due-never", "due-later"]);
});

describe("what is stored of a class", () => {
	const rows = async (id: string) => {
		const [row] = await service.sql`
			SELECT (SELECT count(*)::int FROM classes WHERE id = ${id}) AS classes,
				(SELECT count(*)::int FROM class_members WHERE class_id = ${id}) AS members,
				(SELECT count(*)::int FROM class_assignments WHERE class_id = ${id}) AS assignments`;
		return [row?.classes, row?.members, row?.assignments];
	};
	const filled = async (slug: string) => {
		const { ada, robin } = await shownPack(service, slug, "Stored");
		const made = await classOf(ada);
		await robin.ask("POST", made.invitation);
		await ada.ask("POST", `${made.path}/assignments`, { packSlug: slug });
		expect(await rows(made.id)).toEqual([1, 1, 1]);
		return { ada, robin, ...made };
	};

	test("is in the export of teacher and learner, without others", async () => {
		const { ada, robin, id } = await filled("class-exported");
		const exported = async (who: Author) =>
			(await who.ask("GET", "/account/export")).body.data.classes;
		const pack = { slug: "class-exported" };
		expect(await exported(ada)).toMatchObject([
			{ _id: id, role: "teacher", memberCount: 1, assignments: [{ pack }] },
		]);
		expect(JSON.stringify(await exported(ada))).not.toContain("Robin");
		expect(await exported(robin)).toMatchObject([
			{ _id: id, role: "learner", teacherName: "Ada", assignments: [{ pack }] },
		]);
	});

	test("ends with the class; attempts stay", async () => {
		const { ada, robin, id, path } = await filled("class-deleted");
		const { body } = await robin.ask("GET", "/packs/class-deleted");
		const challengeId = body.data.challenges[0]._id;
		await robin.ask("POST", "/attempts", { challengeId, passed: true });
		expect((await ada.ask("DELETE", path)).status).toBe(204);
		expect(await rows(id)).toEqual([0, 0, 0]);
		const own = await robin.ask("GET", `/challenges/${challengeId}/attempts`);
		expect(own.body.meta.total).toBe(1);
	});

	test.each([
		["a learner's account, whose membership ends", "robin", [1, 0, 1]],
		["the teacher's account, whose classes end", "ada", [0, 0, 0]],
	] as const)("ends with %s", async (_, who, left) => {
		const found = await filled(`class-left-by-${who}`);
		const name = who === "ada" ? "Ada" : "Robin";
		const told = await found[who].ask("DELETE", "/account", { name });
		expect(told.status).toBe(204);
		expect(await rows(found.id)).toEqual([...left]);
	});

	test("of a member ends when the learner leaves", async () => {
		const { robin, id, path } = await filled("class-left");
		expect((await robin.ask("DELETE", `${path}/membership`)).status).toBe(204);
		expect(await rows(id)).toEqual([1, 0, 1]);
		expect((await robin.ask("GET", path)).status).toBe(404);
		expect((await robin.ask("GET", "/classes")).body.data).toEqual([]);
	});
});
