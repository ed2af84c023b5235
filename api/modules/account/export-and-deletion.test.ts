/** What is kept of a learner is theirs to have and to end: the export is whole, and nothing of the person is left after the deletion. */
import { describe, expect, test } from "bun:test";
import { until } from "../../test/attempts-client.ts";
import { serviceForFile } from "../../test/harness.ts";
import { admin, shownPack } from "../../test/moderation-client.ts";
import { launchPack } from "../../test/seed-packs.ts";

const service = await serviceForFile();

/** Every row of the platform's database that has `text` in it, by its table. */
async function tablesWith(text: string): Promise<string[]> {
	const tables = await service.sql<{ name: string }[]>`
		SELECT c.relname AS name FROM pg_class c
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`;
	const found: string[] = [];
	for (const { name } of tables) {
		const rows = await service.sql`
			SELECT FROM ${service.sql(name)} t WHERE position(${text} IN to_json(t)::text) > 0`;
		if (rows.length > 0) found.push(name);
	}
	return found;
}

const draft = async (slug: string) => {
	const pack = await launchPack();
	pack.manifest.slug = slug;
	pack.challenges = pack.challenges.slice(0, 1);
	return pack;
};

test("the activity has progress by pack, days of the learner's own time zone, and the latest attempts, without what nobody else may open", async () => {
	const { ada, robin, id } = await shownPack(service, "practised", "Practised");
	const [secret = ""] = await ada.write(await draft("practised-alone"));
	const attempt = (who: typeof ada, challengeId: string, more: object) =>
		who.ask("POST", "/attempts", { challengeId, passed: false, ...more });
	const files = [{ path: "app.js", content: "// nothing" }];
	const [night, noon] = ["T23:30:00.000Z", "T12:00:00.000Z"].map(
		(time) =>
			new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10) + time,
	);
	await attempt(robin, id, { attemptedAt: noon, files });
	await attempt(robin, id, { attemptedAt: night, passed: true });
	await attempt(ada, secret, { attemptedAt: noon });
	const read = async (who: typeof ada, query = "") =>
		(await who.ask("GET", `/account/activity${query}`)).body.data;
	const activity = await read(robin);
	expect(activity).toMatchObject({
		packs: [
			{
				...{ slug: "practised", challengeCount: 1, passedCount: 1 },
				attemptedAt: night,
			},
		],
		days: [{ day: night?.slice(0, 10), attempts: 2, passed: 1 }],
		recent: [
			{ title: "Practised", passed: true, attemptedAt: night },
			{ packSlug: "practised", passed: false, attemptedAt: noon },
		],
	});
	expect((await read(robin, "?utcOffset=60")).days).toHaveLength(2);
	expect((await read(ada)).packs).toMatchObject([{ slug: "practised-alone" }]);
	await ada.ask("PATCH", "/author/packs/practised", { visibility: "private" });
	const { packs, days, recent } = await read(robin);
	expect([packs.length, days.length, recent.length]).toEqual([0, 1, 0]);
	const wrong = await robin.ask("GET", "/account/activity?utcOffset=841");
	expect(wrong.status).toBe(400);
});

test("the export has all that is kept of a learner, and nothing of others", async () => {
	const { ada, robin, id, challenge } = await shownPack(
		service,
		"exported",
		"Exported",
	);
	await ada.write(await draft("a-draft"));
	await service.sql`UPDATE users SET email = 'ada@example.org' WHERE id = ${ada.userId}`;
	await service.sql`
		INSERT INTO provider_accounts (id, user_id, provider, provider_account_id)
		VALUES (${Bun.randomUUIDv7()}, ${ada.userId}, 'github.com', '4711')`;
	await ada.ask("PATCH", "/settings", { keybindings: "vim" });
	const files = [{ path: "app.js", content: "// by Ada" }];
	await ada.ask("POST", "/attempts", { challengeId: id, passed: true });
	await ada.ask("POST", "/attempts", { challengeId: id, passed: true, files });
	await robin.ask("POST", "/attempts", { challengeId: id, passed: false });

	const { status, headers, body } = await ada.ask("GET", "/account/export");
	expect(status).toBe(200);
	expect(headers.get("cache-control")).toBe("no-store");
	expect(headers.get("content-disposition")).toContain("attachment");
	expect(body.data).toMatchObject({
		profile: {
			_id: ada.userId,
			name: "Ada",
			email: "ada@example.org",
			providerAccounts: [{ provider: "github.com", providerAccountId: "4711" }],
		},
		settings: { keybindings: "vim" },
		sessions: [{ current: true }],
		attempts: [
			{
				challengeId: id,
				passed: true,
				files: null,
				packSlug: "exported",
				challengeSlug: challenge,
			},
			{ challengeId: id, passed: false, files },
		],
	});
	expect(body.data.attempts).toHaveLength(2);
	const packs = body.data.packs.map(
		(pack: { slug: string; challenges: object[] }) => [
			pack.slug,
			pack.challenges.length,
		],
	);
	expect(packs.sort()).toEqual([
		["a-draft", 1],
		["exported", 1],
	]);
	const { data } = (await robin.ask("GET", "/account/export")).body;
	expect(data).toMatchObject({ settings: null, packs: [] });
	expect(data.attempts).toMatchObject([{ passed: false }]);
	expect(JSON.stringify(data)).not.toContain(ada.userId);
	const nobody = await fetch(`${service.front}/api/v1/account/export`);
	expect(nobody.status).toBe(401);
});

test("the export is of one moment: a change that is committed meanwhile is in it whole or not at all", async () => {
	const { ada } = await shownPack(service, "moment", "Moment");
	await service.sql`UPDATE users SET email = 'before@example.org' WHERE id = ${ada.userId}`;
	const change = await service.sql.reserve();
	await change`BEGIN`;
	await change`LOCK TABLE attempts IN ACCESS EXCLUSIVE MODE`;
	const asked = ada.ask("GET", "/account/export");
	await until(async () => {
		const [row] = await service.sql`
			SELECT FROM pg_locks WHERE NOT granted AND relation = 'attempts'::regclass`;
		return row !== undefined;
	});
	await change`UPDATE users SET email = 'after@example.org' WHERE id = ${ada.userId}`;
	await change`UPDATE packs SET name = 'After' WHERE slug = 'moment'`;
	await change`COMMIT`;
	change.release();
	const { data } = (await asked).body;
	expect(data.profile.email).toBe("before@example.org");
	expect(data.packs[0].name).not.toBe("After");
});

describe("an account that is deleted", () => {
	test("leaves its attempts and the packs that others see, and nothing of the person", async () => {
		const { ada, robin, id } = await shownPack(service, "stays", "Stays");
		await ada.write(await draft("goes"));
		await ada.ask("PATCH", "/settings", { keybindings: "vim" });
		const clientAttemptId = crypto.randomUUID();
		const files = [{ path: "app.js", content: "// by Ada, who leaves" }];
		for (const who of [ada, robin])
			await who.ask("POST", "/attempts", {
				...{ challengeId: id, passed: true },
				...(who === ada && { clientAttemptId, files }),
			});
		const sent = await ada.ask("PUT", `/drafts/${id}`, { files });
		expect(sent.status).toBe(200);
		const attempts = () => service.sql`
			SELECT u.name FROM attempts a JOIN users u ON u.id = a.user_id
			WHERE a.challenge_id = ${id} ORDER BY 1`;
		for (const name of ["ada", "", "Robin"]) {
			const refused = await ada.ask("DELETE", "/account", { name });
			expect(refused.status).toBe(400);
			expect(refused.body.errors[0].pointer).toBe("#/name");
			expect(refused.body.detail).toContain('send "Ada"');
		}
		expect((await ada.ask("GET", "/settings")).status).toBe(200);

		const answer = await fetch(`${service.front}/api/v1/account`, {
			method: "DELETE",
			headers: { cookie: ada.cookie, "content-type": "application/json" },
			body: JSON.stringify({ name: "Ada" }),
		});
		expect(answer.status).toBe(204);
		expect(answer.headers.get("set-cookie")).toStartWith("JSESSIONID=;");
		expect((await ada.ask("GET", "/settings")).status).toBe(401);
		expect(await tablesWith(ada.userId)).toEqual([]);
		expect(await tablesWith(clientAttemptId)).toEqual([]);
		expect(await tablesWith("by Ada, who leaves")).toEqual([]);
		expect([...(await attempts())]).toEqual([
			{ name: "A former member" },
			{ name: "Robin" },
		]);
		expect((await robin.ask("GET", "/packs/stays")).body.data).toMatchObject({
			author: "A former member",
			passedCount: 1,
		});
		const [former] =
			await service.sql`SELECT author_user_id AS id FROM packs WHERE slug = 'stays'`;
		for (const q of ["A former member", former?.id]) {
			const users = await admin(
				service,
				"GET",
				`/users?q=${encodeURIComponent(q)}`,
			);
			expect(users.body.data).toEqual([]);
		}
		const gone = await service.sql`SELECT FROM packs WHERE slug = 'goes'`;
		expect(gone).toHaveLength(0);
	});

	test("takes the packs along that others see, when that is asked for; attempts of others stay", async () => {
		const { ada, robin, id } = await shownPack(service, "leaves", "Leaves");
		await robin.ask("POST", "/attempts", { challengeId: id, passed: true });
		const deletion = { name: "Ada", packs: "delete" };
		const answer = await fetch(`${service.front}/api/v1/account`, {
			method: "DELETE",
			headers: { cookie: ada.cookie, "content-type": "application/json" },
			body: JSON.stringify(deletion),
		});
		expect(answer.status).toBe(204);
		expect((await robin.ask("GET", "/packs/leaves")).status).toBe(404);
		const kept =
			await service.sql`SELECT FROM attempts WHERE challenge_id = ${id}`;
		expect(kept).toHaveLength(1);
		expect(await tablesWith(ada.userId)).toEqual([]);
	});
});
