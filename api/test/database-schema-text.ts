/**
 * What migrations have made of a database, as text that people compare: every table with its columns, constraints, indexes and
 * triggers, and every function. From the catalogues alone and in an order of its own, so that PostgreSQL 15 to 18 say the same.
 */
import type { Sql } from "../db/connect-and-batch-queries.ts";

/** The schema `public` as SQL that reads like the migrations do. */
export async function schemaText(sql: Sql): Promise<string> {
	const tables = await sql<{ name: string; kind: string; body: string }[]>`
		SELECT c.relname AS name, c.relkind AS kind, pg_get_viewdef(c.oid, true) AS body
		FROM pg_class c
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
			AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('e', 'i'))
		ORDER BY c.relname COLLATE "C"`;
	const parts: string[] = [];
	for (const { name, kind, body } of tables)
		parts.push(
			kind === "r" || kind === "p"
				? await tableText(sql, name)
				: kind === "S"
					? `CREATE SEQUENCE ${name};\n`
					: `CREATE ${kind === "m" ? "MATERIALIZED " : ""}VIEW ${name} AS\n${body}\n`,
		);
	const functions = await sql<{ text: string }[]>`
		SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p
		WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
			AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
		ORDER BY p.proname COLLATE "C", p.oid`;
	for (const { text } of functions) parts.push(`${text.trim()};\n`);
	return [...(await preludeOf(sql)), ...parts].join("\n");
}

/** Extensions and types of our own, which tables may rest on. */
async function preludeOf(sql: Sql): Promise<string[]> {
	const rows = await sql<{ text: string }[]>`
		SELECT text FROM (SELECT format('CREATE EXTENSION %I;', extname) AS text
		FROM pg_extension WHERE extname <> 'plpgsql'
		UNION ALL
		SELECT format('CREATE TYPE %I (%s);', t.typname, t.typtype)
		FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
		WHERE t.typnamespace = 'public'::regnamespace AND t.typelem = 0
			AND (t.typtype <> 'c' OR c.relkind = 'c') AND t.typtype <> 'm'
			AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')) t
		ORDER BY text COLLATE "C"`;
	return rows.length === 0
		? []
		: [`${rows.map((row) => row.text).join("\n")}\n`];
}

async function tableText(sql: Sql, table: string): Promise<string> {
	const columns = await sql<{ text: string }[]>`
		SELECT format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
			|| CASE WHEN a.attidentity <> '' THEN ' GENERATED AS IDENTITY' ELSE '' END
			|| CASE WHEN a.attgenerated <> '' THEN ' GENERATED ALWAYS AS ' || pg_get_expr(d.adbin, d.adrelid) ELSE '' END
			|| CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
			|| CASE WHEN a.attgenerated = '' THEN coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') ELSE '' END AS text
		FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
		WHERE a.attrelid = ${table}::regclass AND a.attnum > 0 AND NOT a.attisdropped
		ORDER BY a.attnum`;
	// PostgreSQL 18 lists NOT NULL here as well; it already stands with its column.
	const constraints = await sql<{ text: string }[]>`
		SELECT format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) AS text
		FROM pg_constraint WHERE conrelid = ${table}::regclass AND contype IN ('p', 'u', 'c', 'f', 'x')
		ORDER BY contype = 'p' DESC, conname COLLATE "C"`;
	const others = await sql<{ text: string }[]>`
		SELECT text FROM (
			SELECT 1 AS kind, pg_get_indexdef(i.indexrelid) AS text FROM pg_index i
			WHERE i.indrelid = ${table}::regclass
				AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.conrelid = i.indrelid)
			UNION ALL
			SELECT 2, pg_get_triggerdef(t.oid) FROM pg_trigger t
			WHERE t.tgrelid = ${table}::regclass AND NOT t.tgisinternal) o
		ORDER BY kind, text COLLATE "C"`;
	const lines = [...columns, ...constraints].map(({ text }) => `  ${text}`);
	const after = others.map(({ text }) => `${text};\n`).join("");
	return `CREATE TABLE ${table} (\n${lines.join(",\n")}\n);\n${after}`;
}
