/** Classes are their teacher's; learners join by the link and leave. */
import { describe, expect, test } from "bun:test";
import { hashOf, newToken } from "../../server/session-authentication.ts";
import {
	type Author,
	asking,
	newAuthor,
	type Told,
} from "../../test/author-client.ts";
import { classOf, statusAndCode } from "../../test/class-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { shownPack } from "../../test/moderation-client.ts";

const MEMBERS = 3;
const service = await serviceForFile({
	CLASS_MAX_CLASSES: "4",
	CLASS_MAX_MEMBERS: String(MEMBERS),
});

const names = (told: Told) =>
	told.body.data.map(({ name }: { name: string }) => name);

describe("a class", () => {
	test("is made, read, renamed and deleted by its teacher; its learners read it and leave it, and others know nothing of it", async () => {
		const { ada, robin } = await shownPack(service, "whose", "Whose");
		const kim = await newAuthor(service, "Kim");
		const { id, path, invitation } = await classOf(ada, " Web basics ");
		await robin.ask("POST", invitation);
		const { body: detail } = await ada.ask("GET", path);
		expect(detail.data).toMatchObject({
			...{ _id: id, name: "Web basics", role: "teacher", teacherName: "Ada" },
			...{ memberCount: 1, hasJoinLink: true, joinedAt: null },
			...{ members: [{ name: "Robin" }], assignments: [] },
		});
		const memberId = detail.data.members[0]._id;
		expect(JSON.stringify(detail)).not.toContain(robin.userId);
		const assigned = await ada.ask("POST", `${path}/assignments`, {
			packSlug: "whose",
		});
		const assignment = `${path}/assignments/${assigned.body.data._id}`;
		const { data } = (await ada.ask("GET", `${assignment}/progress`)).body;
		const checks = `${assignment}/challenges/${data.challenges[0]._id}/checks`;

		const NO_ONE = "401 session_missing";
		const STRANGER = "404 not_found";
		const LEARNER = "403 forbidden";
		const cases: [
			method: string,
			path: string,
			body: object | undefined,
			...statuses: string[],
		][] = [
			["GET", path, undefined, NO_ONE, STRANGER, "200", "200"],
			["PATCH", path, { name: "Web" }, NO_ONE, STRANGER, LEARNER, "200"],
			[
				"POST",
				`${path}/join-link`,
				undefined,
				NO_ONE,
				STRANGER,
				LEARNER,
				"201",
			],
			[
				"DELETE",
				`${path}/join-link`,
				undefined,
				NO_ONE,
				STRANGER,
				LEARNER,
				"204",
			],
			[
				"POST",
				`${path}/assignments`,
				{ packSlug: "no-such" },
				NO_ONE,
				STRANGER,
				LEARNER,
				"400 validation_failed",
			],
			["PATCH", assignment, { dueAt: null }, NO_ONE, STRANGER, LEARNER, "200"],
			[
				"GET",
				`${assignment}/progress`,
				undefined,
				NO_ONE,
				STRANGER,
				"200",
				"200",
			],
			["GET", checks, undefined, NO_ONE, STRANGER, "200", "200"],
			[
				"GET",
				"/classes/assignments/own",
				undefined,
				NO_ONE,
				"200",
				"200",
				"200",
			],
			["DELETE", assignment, undefined, NO_ONE, STRANGER, LEARNER, "204"],
			[
				"DELETE",
				assignment,
				undefined,
				NO_ONE,
				STRANGER,
				LEARNER,
				"404 not_found",
			],
			[
				"GET",
				`${assignment}/progress`,
				undefined,
				NO_ONE,
				STRANGER,
				"404 not_found",
				"404 not_found",
			],
			[
				"DELETE",
				`${path}/members/${memberId}`,
				undefined,
				NO_ONE,
				STRANGER,
				LEARNER,
				"204",
			],
			[
				"DELETE",
				`${path}/members/${memberId}`,
				undefined,
				NO_ONE,
				STRANGER,
				STRANGER,
				"404 not_found",
			],
			[
				"DELETE",
				`${path}/membership`,
				undefined,
				NO_ONE,
				STRANGER,
				STRANGER,
				"409 invalid_transition",
			],
			["DELETE", path, undefined, NO_ONE, STRANGER, STRANGER, "204"],
			["GET", path, undefined, NO_ONE, STRANGER, STRANGER, STRANGER],
		];
		const wrong: string[] = [];
		for (const [method, path, body, ...statuses] of cases) {
			const answers = [
				await asking(service, method, path, body),
				await kim.ask(method, path, body),
				await robin.ask(method, path, body),
				await ada.ask(method, path, body),
			].map(statusAndCode);
			if (answers.join() !== statuses.join())
				wrong.push(`${method} ${path}: ${answers.join()}`);
		}
		expect(wrong).toEqual([]);
	});

	test("is listed for its teacher and its learners, by name, as what they are in it", async () => {
		const [ada, robin] = [
			await newAuthor(service),
			await newAuthor(service, "Robin"),
		];
		const own = await classOf(robin, "b of Robin");
		const joined = await classOf(ada, "A of Ada");
		await classOf(ada, "Another");
		await robin.ask("POST", joined.invitation);
		const { body } = await robin.ask("GET", "/classes");
		expect(body.data).toMatchObject([
			{
				...{ _id: joined.id, name: "A of Ada", role: "learner" },
				...{ teacherName: "Ada", memberCount: null },
				joinedAt: expect.any(String),
			},
			{
				...{ _id: own.id, name: "b of Robin", role: "teacher" },
				...{ memberCount: 0, joinedAt: null },
			},
		]);
		expect(names(await ada.ask("GET", "/classes"))).toEqual([
			"A of Ada",
			"Another",
		]);
		const none = await newAuthor(service, "Kim");
		expect((await none.ask("GET", "/classes")).body.data).toEqual([]);
	});

	test("is one of as many as an account may teach, also of those that are made at once", async () => {
		const ada = await newAuthor(service);
		const made = await Promise.all(
			Array.from({ length: 8 }, () =>
				ada.ask("POST", "/classes", { name: "Again" }),
			),
		);
		expect(made.filter(({ status }) => status === 201)).toHaveLength(4);
		const refused = made.find(({ status }) => status === 400);
		expect(refused?.body.detail).toContain("CLASS_MAX_CLASSES");
		for (const name of ["", "  ", "x".repeat(101)])
			expect((await ada.ask("POST", "/classes", { name })).status).toBe(400);
	});

	test("is read with a personal token that reads, and changed with none", async () => {
		const [ada, robin] = [
			await newAuthor(service),
			await newAuthor(service, "Robin"),
		];
		const { path, invitation } = await classOf(ada);
		const token = newToken();
		await service.sql`
			INSERT INTO personal_tokens (id, user_id, token_hash, name, scopes)
			VALUES (${Bun.randomUUIDv7()}, ${ada.userId}, ${hashOf(token)}, 'A script', '{read,attempt,author}')`;
		const other = await classOf(robin);
		const bearing = (method: string, path: string, body?: object) =>
			asking(service, method, path, body, { authorization: `Bearer ${token}` });
		expect(names(await bearing("GET", "/classes"))).toEqual(["Web basics"]);
		expect((await bearing("GET", path)).body.data.role).toBe("teacher");
		expect((await bearing("GET", other.path)).status).toBe(404);
		expect((await bearing("GET", invitation)).body.data.joined).toMatchObject({
			role: "teacher",
		});
		for (const [method, path, body] of [
			["POST", "/classes", { name: "More" }],
			["POST", other.invitation, undefined],
			["DELETE", other.path, undefined],
		] as const)
			expect(statusAndCode(await bearing(method, path, body))).toBe(
				"403 session_required",
			);
	});
});

describe("a join link", () => {
	test("is shown once and stored as a hash; who has it sees class and teacher before joining, signed in or not", async () => {
		const [ada, robin] = [
			await newAuthor(service),
			await newAuthor(service, "Robin"),
		];
		const { id, path, token, invitation } = await classOf(ada);
		expect(token).toMatch(/^[\w-]{43}$/);
		const tables = await service.sql`
			SELECT FROM classes c WHERE position(${token} IN to_json(c)::text) > 0`;
		expect(tables).toHaveLength(0);
		for (const told of [
			await ada.ask("GET", path),
			await ada.ask("GET", "/classes"),
		])
			expect(JSON.stringify(told.body)).not.toContain(token);
		const seen = { name: "Web basics", teacherName: "Ada" };
		const anonymous = await asking(service, "GET", invitation);
		expect(anonymous.body.data).toEqual({ ...seen, joined: null });
		expect(anonymous.headers.get("cache-control")).toBe("no-store");
		const as = async (who: Author) =>
			(await who.ask("GET", invitation)).body.data;
		expect(await as(robin)).toEqual({ ...seen, joined: null });
		const joined = await robin.ask("POST", invitation);
		expect(joined.status).toBe(200);
		expect(joined.body.data).toMatchObject({ _id: id, role: "learner" });
		expect(await as(robin)).toEqual({
			...seen,
			joined: { _id: id, role: "learner" },
		});
		expect((await as(ada)).joined).toEqual({ _id: id, role: "teacher" });
		// A repeat changes nothing.
		const again = await robin.ask("POST", invitation);
		expect(again.body.data).toEqual(joined.body.data);
		expect(statusAndCode(await ada.ask("POST", invitation))).toBe(
			"409 invalid_transition",
		);
	});

	test("ends when it is renewed, closed, or its teacher is blocked; members stay", async () => {
		const [ada, robin, kim] = [
			await newAuthor(service),
			await newAuthor(service, "Robin"),
			await newAuthor(service, "Kim"),
		];
		const { path, invitation } = await classOf(ada);
		await robin.ask("POST", invitation);
		const renewed = await ada.ask("POST", `${path}/join-link`);
		const next = `/classes/invitations/${renewed.body.data.joinToken}`;
		const statuses = async (path: string) => [
			(await asking(service, "GET", path)).status,
			(await kim.ask("POST", path)).status,
		];
		expect(await statuses(invitation)).toEqual([404, 404]);
		await service.sql`UPDATE users SET blocked_at = now() WHERE id = ${ada.userId}`;
		expect(await statuses(next)).toEqual([404, 404]);
		await service.sql`UPDATE users SET blocked_at = NULL WHERE id = ${ada.userId}`;
		expect(await statuses(next)).toEqual([200, 200]);
		await ada.ask("DELETE", `${path}/join-link`);
		expect(await statuses(next)).toEqual([404, 404]);
		const { data } = (await ada.ask("GET", path)).body;
		expect(data.hasJoinLink).toBe(false);
		expect(data.members).toMatchObject([{ name: "Kim" }, { name: "Robin" }]);
		for (const wrong of ["x", "x".repeat(43)])
			expect(await statuses(`/classes/invitations/${wrong}`)).toEqual([
				404, 404,
			]);
	});

	test("fills a class up to its limit, also when many join at once", async () => {
		const ada = await newAuthor(service);
		const { path, invitation } = await classOf(ada);
		const learners = await Promise.all(
			Array.from({ length: MEMBERS + 3 }, (_, n) =>
				newAuthor(service, `Learner ${n}`),
			),
		);
		const answers = await Promise.all(
			learners.map((each) => each.ask("POST", invitation)),
		);
		expect(answers.map(statusAndCode).sort()).toEqual([
			...Array(MEMBERS).fill("200"),
			...Array(3).fill("409 invalid_transition"),
		]);
		expect((await ada.ask("GET", path)).body.data.memberCount).toBe(MEMBERS);
	});
});
