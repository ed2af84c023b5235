/** Connections that end without a word of the server's, as a cut network ends them, in the middle of work. */
import {
	afterEach,
	beforeEach,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { readConfig } from "../config.ts";
import { exportItems } from "../modules/content/queries.ts";
import { type Line, lineTo } from "../test/disconnectable-database.ts";
import { freshDatabase } from "../test/harness.ts";
import { connect, type Sql } from "./connect-and-batch-queries.ts";

setDefaultTimeout(60_000);

let line: Line;
let sql: Sql;
let close: () => Promise<unknown>;
beforeEach(async () => {
	const fresh = await freshDatabase(true);
	line = await lineTo(fresh.env);
	const { database: address } = readConfig({ ...fresh.env, ...line.env });
	if (!address) throw new Error("no database");
	const { database } = fresh.content.options;
	sql = connect({ ...address, database }, { connections: 1 });
	await fresh.content`
		INSERT INTO content_items (id, type, slug, data, status)
		SELECT gen_random_uuid(), 'note', 'note-' || n, '{}', 'published' FROM generate_series(1, 10) n`;
	close = () =>
		Promise.all([
			sql.end({ timeout: 0 }),
			fresh.sql.end(),
			fresh.content.end(),
		]);
});
afterEach(() => close());

const codeOf = (work: Promise<unknown>) =>
	work.then(
		() => "no error",
		({ code }) => code,
	);

test("a transaction fails, and its place in the pool serves the next query", async () => {
	const failed = codeOf(
		sql.begin(async (tx) => {
			await tx`SELECT 1`;
			await line.cut();
			await tx`SELECT 2`;
		}),
	);
	expect(await failed).toBe("CONNECTION_CLOSED");
	await line.mend();
	const [row] = await sql`SELECT 3 AS n`;
	expect(row?.n).toBe(3);
});

test("a transaction fails whose statement waits for its answer", async () => {
	const failed = codeOf(
		sql.begin(async (tx) => {
			await tx`SELECT 1`;
			setTimeout(() => line.cut(), 50);
			await tx`SELECT pg_sleep(20)`;
		}),
	);
	expect(await failed).toBe("CONNECTION_CLOSED");
	await line.mend();
	const [row] = await sql`SELECT 3 AS n`;
	expect(row?.n).toBe(3);
});

test("an export fails between two reads, and its place in the pool serves the next query", async () => {
	const failed = codeOf(
		(async () => {
			for await (const _ of exportItems(sql, null, 2)) await line.cut();
		})(),
	);
	expect(await failed).toBe("CONNECTION_CLOSED");
	await line.mend();
	const [row] = await sql`SELECT 3 AS n`;
	expect(row?.n).toBe(3);
});
