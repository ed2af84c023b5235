/** The laws of migrations (specification, "Versioning", 4), and the golden schema that they make. */
import {
	afterAll,
	beforeEach,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { schemaText } from "../test/database-schema-text.ts";
import { freshDatabase, startProgram } from "../test/harness.ts";
import {
	DATABASES,
	freshSchemas,
	goldenOf,
} from "../test/write-golden-schema.ts";
import type { Sql } from "./connect-and-batch-queries.ts";
import { migrate } from "./migrate.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(180_000);

const filesOf = (database: string) =>
	readdirSync(join(import.meta.dir, "../../sql", database)).sort();

const has = async (sql: Sql, table: string) =>
	(await sql`SELECT WHERE to_regclass(${table}) IS NOT NULL`).length > 0;

test("the golden schemas are what the migrations make; after a change of them: npm run schema", async () => {
	const texts = await freshSchemas();
	for (const database of DATABASES)
		expect(await Bun.file(goldenOf(database)).text()).toBe(texts[database]);
});

test("two programs that start at once on an empty database both come up, and each migration runs once", async () => {
	const { env, sql, content } = await freshDatabase(false);
	const programs = await Promise.all([startProgram(env), startProgram(env)]);
	for (const { front } of programs)
		expect((await fetch(`${front}/api/health/ready`)).status).toBe(200);
	const said = programs.map((program) => program.printed()).join("");
	for (const [database, at] of [
		["platform", sql],
		["content", content],
	] as const) {
		const files = filesOf(database);
		for (const file of files) expect(said.split(file)).toHaveLength(2);
		const names = await at`SELECT name FROM migrations ORDER BY name`;
		expect(names.map(({ name }) => name)).toEqual(files);
		const golden = await Bun.file(goldenOf(database)).text();
		expect(golden).toEndWith(await schemaText(at));
	}
	await Promise.all(programs.map((program) => program.end("SIGTERM")));
	await Promise.all([sql.end(), content.end()]);
});

describe("a folder of migrations", () => {
	const scratch = mkdtempSync(join(tmpdir(), "treeline-migrations-"));
	const put = (name: string, text: string) =>
		writeFileSync(join(scratch, name), text);
	let sql: Sql;
	beforeEach(async () => {
		await sql?.end();
		for (const name of readdirSync(scratch)) rmSync(join(scratch, name));
		({ sql } = await freshDatabase(false));
		put("001_one.sql", "CREATE TABLE one (id int); CREATE TABLE more (id int)");
		put("002_two.sql", "CREATE TABLE two (id int)");
	});
	afterAll(async () => {
		await sql.end();
		rmSync(scratch, { recursive: true });
	});

	test("runs once, when several run it at the same time", async () => {
		const runs = await Promise.all(
			Array.from({ length: 3 }, () => migrate(sql, scratch)),
		);
		expect(runs.flat().sort()).toEqual(["001_one.sql", "002_two.sql"]);
		put("003_three.sql", "CREATE TABLE three (id int)");
		expect(await migrate(sql, scratch)).toEqual(["003_three.sql"]);
		expect(await has(sql, "three")).toBe(true);
	});

	test.each(["004_four.sql", "002_too.sql", "three.sql"])(
		"with %s after 002 is refused, and nothing runs",
		async (name) => {
			put(name, "CREATE TABLE three (id int)");
			await expect(migrate(sql, scratch)).rejects.toThrow(
				/not numbered 001, 002, … without a gap: ".*" stands where number 3 belongs/,
			);
			expect(await has(sql, "one")).toBe(false);
		},
	);

	test("with another text of an applied one is refused by name, with the next step", async () => {
		await migrate(sql, scratch);
		put("001_one.sql", "CREATE TABLE one (id bigint)");
		put("003_three.sql", "CREATE TABLE three (id int)");
		await expect(migrate(sql, scratch)).rejects.toThrow(
			/001_one\.sql was changed after this database had applied it\. Restore the file/,
		);
		expect(await has(sql, "three")).toBe(false);
	});

	test("one of which fails halfway leaves nothing of it, and goes on from there", async () => {
		put("002_two.sql", "CREATE TABLE two (id int); SELECT 1 / 0");
		await expect(migrate(sql, scratch)).rejects.toThrow("division by zero");
		expect(await has(sql, "two")).toBe(false);
		put("002_two.sql", "CREATE TABLE two (id int)");
		expect(await migrate(sql, scratch)).toEqual(["002_two.sql"]);
	});
});
