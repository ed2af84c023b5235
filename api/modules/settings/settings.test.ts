import { describe, expect, test } from "bun:test";
import { serviceForFile } from "../../test/harness.ts";

const service = await serviceForFile();

const ask = async (
	who: { cookie: string } | null,
	method = "GET",
	body?: unknown,
	headers: Record<string, string> = {},
) => {
	const answer = await fetch(`${service.front}/api/v1/settings`, {
		method,
		headers: { ...who, "content-type": "application/json", ...headers },
		...(body !== undefined && {
			body: typeof body === "string" ? body : JSON.stringify(body),
		}),
	});
	return { answer, body: await answer.json() };
};

test("are the defaults until something is changed, and nothing is stored for reading", async () => {
	const me = await service.signIn();
	const { answer, body } = await ask(me);
	expect(answer.headers.get("cache-control")).toContain("private");
	expect(body.data).toMatchObject({
		_id: null,
		keybindings: "default",
		darkMode: null,
		formatter: { tabSize: 2 },
	});
	const [row] = await service.sql`
		SELECT count(*)::int AS n FROM user_settings WHERE user_id = ${me.userId}`;
	expect(row?.n).toBe(0);
});

test("are patched member by member, and null goes back to the default", async () => {
	const me = await service.signIn();
	const first = await ask(me, "PATCH", {
		darkMode: true,
		formatter: { tabSize: 4 },
	});
	expect(first.body.data._id).toBeString();
	expect(first.body.data).toMatchObject({
		darkMode: true,
		formatter: { tabSize: 4, semi: true },
	});
	const second = await ask(
		me,
		"PATCH",
		{ darkMode: null, formatter: null, keybindings: "vim" },
		{ "content-type": "application/merge-patch+json" },
	);
	expect(second.body.data).toMatchObject({
		_id: first.body.data._id,
		darkMode: null,
		keybindings: "vim",
		formatter: { tabSize: 2 },
	});
	expect((await ask(me)).body.data).toEqual(second.body.data);
});

test("that were read can be written back whole", async () => {
	const me = await service.signIn();
	const { data } = (await ask(me)).body;
	const put = await ask(me, "PUT", { ...data, fileStubs: false });
	expect(put.answer.status).toBe(200);
	expect(put.body.data.fileStubs).toBe(false);
});

test("of one learner changed at once lose nothing", async () => {
	const me = await service.signIn();
	await Promise.all([
		ask(me, "PATCH", { darkMode: false }),
		ask(me, "PATCH", { keybindings: "emacs" }),
		ask(me, "PATCH", { feedback: { verifyOnType: true } }),
	]);
	expect((await ask(me)).body.data).toMatchObject({
		darkMode: false,
		keybindings: "emacs",
		feedback: { verifyOnType: true },
	});
});

describe("are refused", () => {
	test.each([
		[{ theme: "dark" }, "#/theme"],
		[{ keybindings: "nano" }, "#/keybindings"],
		[{ formatter: { tabSize: 0 } }, "#/formatter/tabSize"],
		[{ feedback: { showHints: "yes" } }, "#/feedback/showHints"],
		['{"__proto__":{"darkMode":true}}', "#/__proto__"],
		['{"feedback":{"constructor":1}}', "#/feedback/constructor"],
		["[]", "#"],
	])("%j", async (body, pointer) => {
		const { answer, body: problem } = await ask(
			await service.signIn(),
			"PATCH",
			body,
		);
		expect(answer.status).toBe(400);
		expect(problem.errors[0].pointer).toBe(pointer);
	});

	test("half of them by PUT", async () => {
		const { body } = await ask(await service.signIn(), "PUT", {
			darkMode: true,
		});
		expect(body.code).toBe("validation_failed");
	});

	test("without a session", async () => {
		for (const method of ["GET", "PATCH", "PUT"])
			expect(
				(await ask(null, method, method === "GET" ? undefined : {})).answer
					.status,
			).toBe(401);
	});

	test("the twenty-first change in a minute, by PATCH and PUT together", async () => {
		const me = await service.signIn();
		const { data } = (await ask(me)).body;
		const answers = await Promise.all(
			Array.from({ length: 24 }, (_, index) =>
				index % 2
					? ask(me, "PATCH", { fileStubs: true })
					: ask(me, "PUT", data),
			),
		);
		const statuses = answers.map(({ answer }) => answer.status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(20);
		const refused = answers.find(({ answer }) => answer.status === 429);
		expect(refused?.body.code).toBe("rate_limited");
		expect(Number(refused?.answer.headers.get("retry-after"))).toBeGreaterThan(
			0,
		);
	});
});
