/** Nothing of content is lost or made twice: through crowds, repeats, a crash and a database that goes away. */
import { beforeAll, describe, expect, test } from "bun:test";
import { tally, until } from "../../test/attempts-client.ts";
import {
	type Ask,
	editor,
	newItem,
	type Told,
} from "../../test/content-client.ts";
import { type Program, serviceForFile } from "../../test/harness.ts";
import { WIDE } from "../../test/openapi/fixtures.ts";

const service = await serviceForFile(WIDE);
let second: Program;
let asks: Ask[];
beforeAll(async () => {
	second = await service.another();
	asks = [editor(service), editor(second)];
});

/** The crowd's `at`-th member asks one of the processes. */
const ask = (at = 0): Ask => asks[at % asks.length] as Ask;

const crowd = <Result>(size: number, work: (at: number) => Promise<Result>) =>
	Promise.all(Array.from({ length: size }, (_, at) => work(at)));

const addItem = async () => (await ask()("POST", "", newItem())).body.data;

const historyOf = (id: string) =>
	service.content<
		{ version: number; change_type: string; data: { at?: number } }[]
	>`SELECT version, change_type, data FROM content_history WHERE content_id = ${id} ORDER BY version`;

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

describe("fifty at once", () => {
	test("change one item: versions 1 to 51 without a gap or a twin, all in its history", async () => {
		const { id } = await addItem();
		const answers = await crowd(50, (at) =>
			ask(at)("PUT", `/${id}`, { data: { at } }),
		);
		const versions = answers.map(({ body }) => body.data.version);
		const history = await historyOf(id);
		console.log(
			`50 updates of one item at two processes: ${JSON.stringify(tally(answers))}, versions ${Math.min(...versions)} to ${Math.max(...versions)}, different ones ${new Set(versions).size}, history ${history.length}`,
		);
		expect(tally(answers)).toEqual({ 200: 50 });
		expect(versions.toSorted((a, b) => a - b)).toEqual(upTo(51).slice(1));
		expect(history.map(({ version }) => version)).toEqual(upTo(51));
		for (const { body } of answers) {
			const { version, data } = body.data;
			expect(history[version - 1]?.data).toEqual(data);
		}
	});

	test("change what they have read: one does, the others are told", async () => {
		const { id } = await addItem();
		const seen = { "if-match": `"${id}.1"` };
		const answers = await crowd(50, (at) =>
			ask(at)("PUT", `/${id}`, { data: { at } }, seen),
		);
		expect(tally(answers)).toEqual({ 200: 1, 412: 49 });
		expect(await historyOf(id)).toHaveLength(2);
	});

	test("create at one address: one does, the others are told", async () => {
		const body = newItem();
		const answers = await crowd(50, (at) => ask(at)("POST", "", body));
		expect(tally(answers)).toEqual({ 201: 1, 409: 49 });
	});

	test("create items beside repeats and conflicts: each has an outcome of its own, and revisions have no gap", async () => {
		const key = { "idempotency-key": crypto.randomUUID() };
		const first = newItem();
		const stored = await ask()("POST", "", first, key);
		const of = async (body: object, headers = {}) => {
			const answer = await ask()("POST", "", body, headers);
			return [answer.status, answer.headers.has("idempotency-replayed")];
		};
		const outcomes = await crowd(48, (at) =>
			at % 4 === 0
				? of(first, key)
				: at % 4 === 1
					? of(newItem(), key)
					: at % 4 === 2
						? of({ ...newItem(), slug: first.slug })
						: of(newItem({ type: "grouped" })),
		);
		expect(stored.status).toBe(201);
		for (const [at, outcome] of outcomes.entries())
			expect([at, ...outcome]).toEqual(
				[
					[at, 201, true],
					[at, 422, false],
					[at, 409, false],
					[at, 201, false],
				][at % 4] as never,
			);
		const [counts] = await service.content<Record<string, number>[]>`
			SELECT (SELECT count(*)::int FROM content_items WHERE type = 'grouped') AS items,
				(SELECT count(*)::int FROM content_changes WHERE type = 'grouped') AS changes,
				(SELECT count(*)::int FROM content_history h JOIN content_items i ON i.id = h.content_id
					WHERE i.type = 'grouped') AS entries,
				(SELECT (max(c.revision) - min(c.revision) + 1 - count(*))::int FROM content_changes c) AS gaps`;
		expect(counts).toEqual({ items: 12, changes: 12, entries: 12, gaps: 0 });
	});

	test("change, delete, restore and move items: every version is in its history, and revisions have no gap", async () => {
		const items = await crowd(5, addItem);
		const answers = await crowd(100, (at) => {
			const { id, slug } = items[at % 5];
			return [
				() => ask(at)("PUT", `/${id}`, { sortOrder: at }),
				() => ask(at)("DELETE", `/${id}`),
				() => ask(at)("POST", `/${id}/restore`, { version: 1 }),
				() => ask(at)("PUT", `/${id}`, { slug: `${slug}-${at}` }),
			][Math.floor(at / 5) % 4]?.() as Promise<Told>;
		});
		expect(Object.keys(tally(answers)).sort()).toEqual(
			expect.arrayContaining(["200"]),
		);
		for (const { status } of answers) expect([200, 409]).toContain(status);
		for (const { id } of items) {
			const { version } = (await ask()("GET", `/${id}`)).body.data;
			const history = await historyOf(id);
			expect(history.map((entry) => entry.version)).toEqual(upTo(version));
		}
		const revisions = await service.content<{ revision: string }[]>`
			SELECT revision FROM content_changes ORDER BY revision`;
		const [first = 0] = revisions.map(({ revision }) => Number(revision));
		expect(revisions.map(({ revision }) => Number(revision) - first)).toEqual(
			upTo(revisions.length).map((at) => at - 1),
		);
	});
});

describe("an Idempotency-Key", () => {
	test("makes a change once, and answers each repeat as the first", async () => {
		const { id } = await addItem();
		for (const [method, path, body] of [
			["POST", "", newItem()],
			["PUT", `/${id}`, { sortOrder: 1 }],
			["POST", `/${id}/restore`, { version: 1 }],
			["DELETE", `/${id}`, undefined],
			["DELETE", `/${id}?hard=true`, undefined],
		] as const) {
			const key = { "idempotency-key": crypto.randomUUID() };
			const first = await ask()(method, path, body, key);
			expect(first.status).toBeLessThan(300);
			expect(first.headers.has("idempotency-replayed")).toBe(false);
			for (const at of [0, 1]) {
				const again = await ask(at)(method, path, body, key);
				expect([again.status, again.text, again.etag]).toEqual([
					first.status,
					first.text,
					first.etag,
				]);
				expect(again.headers.get("location")).toBe(
					first.headers.get("location"),
				);
				expect(again.headers.get("idempotency-replayed")).toBe("true");
			}
		}
	});

	test("is not for another body, another item or another key's holder", async () => {
		const key = { "idempotency-key": "the-same" };
		const body = newItem();
		expect((await ask()("POST", "", body, key)).status).toBe(201);
		const other = await ask()("POST", "", newItem(), key);
		expect([other.status, other.body.code]).toEqual([
			422,
			"idempotency_key_reused",
		]);
		const [one, two] = [await addItem(), await addItem()];
		const put = (id: string) => ask()("PUT", `/${id}`, { sortOrder: 1 }, key);
		expect((await put(one.id)).status).toBe(200);
		expect((await put(two.id)).status).toBe(422);
	});

	test("of a change that was refused is free again", async () => {
		const { slug, id } = await addItem();
		const key = { "idempotency-key": crypto.randomUUID() };
		const body = newItem({ slug });
		expect((await ask()("POST", "", body, key)).status).toBe(409);
		await ask()("DELETE", `/${id}`);
		expect((await ask()("POST", "", body, key)).status).toBe(201);
	});

	test.each(["", "ä", "two words", "x".repeat(256)])(
		"that is %j is refused",
		async (key) => {
			const told = await ask()("POST", "", newItem(), {
				"idempotency-key": encodeURI(key) === key ? key : "\u00e4",
			});
			expect([told.status, told.body.errors?.[0].pointer]).toEqual([
				400,
				"#/header/idempotency-key",
			]);
		},
	);

	test("that fifty send at once makes one item, and whoever is too early is told so", async () => {
		const body = newItem();
		const key = { "idempotency-key": crypto.randomUUID() };
		const answers = await crowd(50, (at) => ask(at)("POST", "", body, key));
		console.log(`50 creates with one key: ${JSON.stringify(tally(answers))}`);
		for (const { status, body, headers } of answers)
			if (status === 409) {
				expect(body.code).toBe("idempotency_in_progress");
				expect(headers.get("retry-after")).toBe("1");
			} else expect(status).toBe(201);
		const created = answers.filter(({ status }) => status === 201);
		expect(new Set(created.map(({ text }) => text)).size).toBe(1);
		const [count] = await service.content`
			SELECT count(*)::int AS n FROM content_items WHERE slug = ${body.slug}`;
		expect(count?.n).toBe(1);
	});

	test("is forgotten after a day", async () => {
		const key = { "idempotency-key": crypto.randomUUID() };
		const body = newItem();
		const first = await ask()("POST", "", body, key);
		await service.content`
			UPDATE content_answers SET created_at = now() - interval '25 hours'
			WHERE key = ${key["idempotency-key"]}`;
		await ask()("DELETE", `/${first.body.data.id}`);
		const again = await ask()("POST", "", body, key);
		expect(again.status).toBe(201);
		expect(again.body.data.id).not.toBe(first.body.data.id);
	});
});

test("a crash in the middle of 200 creates with keys loses none that was answered, and sending all again makes each once", async () => {
	// Each takes a while to be committed, so that the crash meets one that is.
	await service.content.unsafe(`
		CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS
			$$ BEGIN PERFORM pg_sleep(0.02); RETURN NULL; END $$;
		CREATE CONSTRAINT TRIGGER take_time AFTER INSERT ON content_items
			DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION take_time();`);
	const all = Array.from({ length: 200 }, () => ({
		body: newItem({ type: "crash" }),
		key: { "idempotency-key": crypto.randomUUID() },
	}));
	const answered = new Map<string, string>();
	const some = Promise.withResolvers<void>();
	const outcomes: number[] = [];
	const left = [...all];
	// Eight at a time: what is sent at once is stored at once.
	const sending = crowd(8, async () => {
		for (let next = left.shift(); next; next = left.shift()) {
			const { body, key } = next;
			const told = await editor(service)("POST", "", body, key).catch(
				() => null,
			);
			outcomes.push(told?.status ?? 0);
			if (told?.status === 201) answered.set(body.slug, told.text);
			if (answered.size >= 20) some.resolve();
		}
	});
	await some.promise;
	await service.kill();
	await sending;
	await service.restart();
	await service.content.unsafe("DROP TRIGGER take_time ON content_items");
	const again = editor(service);
	const [before] = await service.content`
		SELECT count(*)::int AS n FROM content_items WHERE type = 'crash'`;
	const resent = await Promise.all(
		all.map(async ({ body, key }) => {
			let told: Told | undefined;
			// The database may still be at work for the process that is gone.
			await until(async () => {
				told = await again("POST", "", body, key);
				return told.body.code !== "idempotency_in_progress";
			});
			return { ...body, told: told as Told };
		}),
	);
	const items = await service.content<
		{ slug: string; version: number; entries: number }[]
	>`
		SELECT slug, version, (SELECT count(*)::int FROM content_history WHERE content_id = i.id) AS entries
		FROM content_items i WHERE type = 'crash'`;
	const replayed = resent.filter(({ told }) =>
		told.headers.has("idempotency-replayed"),
	);
	console.log(
		`killed in the middle of ${all.length} creates: answered ${answered.size}, unanswered ${outcomes.filter((status) => status === 0).length}, stored ${before?.n}; sent again ${JSON.stringify(tally(resent.map(({ told }) => told)))}, replayed ${replayed.length}; items ${items.length}`,
	);
	expect(outcomes).toContain(0);
	expect(tally(resent.map(({ told }) => told))).toEqual({ 201: all.length });
	expect(items.map(({ slug }) => slug).sort()).toEqual(
		all.map(({ body }) => body.slug).sort(),
	);
	for (const { version, entries } of items)
		expect([version, entries]).toEqual([1, 1]);
	for (const { slug, told } of resent)
		if (answered.has(slug)) expect(told.text).toBe(answered.get(slug) ?? "");
});
