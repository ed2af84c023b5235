/** Where the content's database may be, and what a connection knows when it is new. */
import { expect, test } from "bun:test";
import { freshDatabase } from "../test/harness.ts";
import { ARRAY_TYPES } from "./column-types.ts";
import { contentAddress } from "./open-databases.ts";

const login = { user: "app", password: "" };
const server = (host: string) => ({ host, port: 5432 });
const platform = {
	...{ ...server("one"), ...login, database: "treeline" },
	otherServers: [server("two")],
};

test.each([
	["one", "treeline", true],
	["two", "treeline", true],
	["two", "content", false],
	["three", "treeline", false],
])(
	"content in the database at %s named %s is the platform's own: %p",
	(host, database, is) => {
		const content = { ...server(host), ...login, database };
		const choose = () => contentAddress(content, platform);
		if (is) expect(choose).toThrow("is the platform's own");
		else expect(choose()).toBe(content);
	},
);

test("a connection knows the types of arrays without a question", async () => {
	const { sql } = await freshDatabase(true);
	const found = await sql`
		SELECT oid::int AS type, typarray::int AS array FROM pg_type WHERE oid::int = ANY (${ARRAY_TYPES.map(([type]) => type)})
		ORDER BY oid`;
	expect(found.map(({ type, array }) => [type, array])).toEqual(
		ARRAY_TYPES.toSorted(([one], [other]) => one - other),
	);
	const [columns] = await sql<{ unknown: string[] }[]>`
		SELECT coalesce(array_agg(DISTINCT t.typname::text), '{}') AS unknown
		FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
		WHERE c.relnamespace = 'public'::regnamespace AND t.typcategory = 'A'
			AND t.oid::int <> ALL (${ARRAY_TYPES.map(([, array]) => array)})`;
	expect(columns?.unknown).toEqual([]);
	await sql.end();
});
