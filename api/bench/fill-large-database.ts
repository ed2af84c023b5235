/**
 * A database as large as one likes, made by the database itself: packs and challenges, learners with a session each, and what they
 * attempted. Challenges are copies of those that are there, so that their bytes are real ones.
 */
import type { Sql } from "../db/connect-and-batch-queries.ts";
import { DEFAULTS } from "../modules/settings/api-schemas.ts";

/** How many there are of each; of challenges a multiple of the packs. */
export interface Size {
	packs: number;
	challenges: number;
	learners: number;
	attempts: number;
}

type Tell = (step: string) => void;

/** Added by one statement, so that there is something to tell in between. */
const CHUNK = 250_000;

const KINDS = [
	"pack",
	"challenge",
	"learner",
	"session",
	"settings",
	"attempt",
	"account",
] as const;
type Kind = (typeof KINDS)[number];

/** The id of the nth of a kind, from 1. */
export const idOf = (kind: Kind, n: number): string =>
	prefix(kind) + n.toString(16).padStart(12, "0");

const prefix = (kind: Kind) => `0000000${KINDS.indexOf(kind)}-0000-7000-8000-`;

/** The same in SQL, where `n` is an expression. */
const id = (kind: Kind, n: string) =>
	`('${prefix(kind)}' || lpad(to_hex((${n})::int), 12, '0'))::uuid`;

/** What the nth learner's cookie holds. */
export const tokenOf = (n: number): string => TOKEN + n;
const TOKEN = "session-of-learner-";

/** Fills a migrated database in which some challenges are seeded. Its user has to be a superuser. */
export async function fill(
	sql: Sql,
	size: Size,
	tell: Tell = () => {},
): Promise<void> {
	tell(`${size.packs} packs`);
	await addPacks(sql, size);
	tell(`${size.challenges} challenges`);
	await withoutIndexes(sql, "challenges", tell, () => addChallenges(sql, size));
	tell(`${size.learners} learners`);
	await addLearners(sql, size);
	await withoutIndexes(sql, "attempts", tell, () =>
		addAttempts(sql, size, { after: 0, first: 1, tell }),
	);
	tell("statistics");
	await settle(sql);
}

/** Every tenth pack is an author's own: the first learner's. */
async function addPacks(sql: Sql, { packs }: Size) {
	await run(sql, [
		`INSERT INTO users (id, name) VALUES (${id("learner", "1")}, 'Learner 1')`,
		`INSERT INTO packs (id, slug, name, description, language, framework, version, author, tags, author_user_id)
		SELECT ${id("pack", "n")}, 'pack-' || n, ${words("n")} || ' pack ' || n, 'The pack of the number ' || n,
			(ARRAY['javascript', 'typescript', 'python'])[1 + n % 3], (ARRAY['express', 'react', 'fastapi'])[1 + n % 3],
			'1.0.0', 'Somebody', ARRAY['tag-' || n % 20, 'tag-' || n % 7], CASE WHEN n % 10 = 0 THEN ${id("learner", "1")} END
		FROM generate_series(1, ${packs}) n`,
	]);
}

/** By two connections, and without triggers, whose results are added here. */
async function addChallenges(sql: Sql, { packs, challenges }: Size) {
	const half = Math.floor(challenges / 2);
	const added = ([from, to]: readonly [number, number]) =>
		run(sql, [
			"SET LOCAL session_replication_role = replica",
			`INSERT INTO challenges (id, pack_id, slug, title, prompt, difficulty, tags, time_estimate_seconds, hints, "order",
			assertions, scaffolded, files, has_scaffold, reference_solution, debrief, bytes)
		SELECT ${id("challenge", "n")}, ${id("pack", `(n - 1) % ${packs} + 1`)}, 'challenge-' || n, ${words("n")} || ' ' || n,
			c.prompt, c.difficulty, c.tags, c.time_estimate_seconds, c.hints, (n - 1) / ${packs} + 1,
			c.assertions, c.scaffolded, c.files, c.has_scaffold, c.reference_solution, c.debrief, c.bytes
		FROM generate_series(${from}, ${to}) n JOIN (
			SELECT c.*, row_number() OVER (ORDER BY c.id) - 1 AS place, count(*) OVER () AS many
			FROM challenges c JOIN packs p ON p.id = c.pack_id WHERE p.slug NOT LIKE 'pack-%') c
			ON c.place = n % c.many`,
		]);
	const halves = [
		[1, half],
		[half + 1, challenges],
	] as const;
	await Promise.all(halves.map(added));
	await run(sql, [
		`UPDATE packs p SET challenge_count = n.challenges, difficulties = n.difficulties, bytes = n.bytes
		FROM (
			SELECT pack_id, count(*)::int AS challenges, array_agg(DISTINCT difficulty) AS difficulties, sum(bytes) AS bytes
			FROM challenges GROUP BY pack_id) n
		WHERE p.id = n.pack_id`,
	]);
}

async function addLearners(sql: Sql, { learners }: Size) {
	await run(sql, [
		`INSERT INTO users (id, name) SELECT ${id("learner", "n")}, 'Learner ' || n FROM generate_series(2, ${learners}) n`,
		`INSERT INTO sessions (id, token_hash, user_id)
		SELECT ${id("session", "n")}, encode(sha256(convert_to('${TOKEN}' || n, 'UTF8')), 'hex'), ${id("learner", "n")}
		FROM generate_series(1, ${learners}) n`,
		`INSERT INTO provider_accounts (id, user_id, provider, provider_account_id)
		SELECT ${id("account", "n")}, ${id("learner", "n")}, 'github.com', n FROM generate_series(1, ${learners}) n`,
		`INSERT INTO user_settings (id, user_id, feedback, keybindings, formatter, file_stubs)
		SELECT ${id("settings", "n")}, ${id("learner", "n")}, '${JSON.stringify(DEFAULTS.feedback)}', 'vim',
			'${JSON.stringify(DEFAULTS.formatter)}', true
		FROM generate_series(1, ${learners}) n`,
	]);
}

/** Does `work` on a table whose indexes are made anew afterwards: for millions of rows in no order, that is many times faster. */
async function withoutIndexes(
	sql: Sql,
	table: "attempts" | "challenges",
	tell: Tell,
	work: () => Promise<void>,
): Promise<void> {
	const indexes = await sql<{ drop: string; add: string }[]>`
		SELECT
			CASE WHEN k.oid IS NULL THEN format('DROP INDEX %I', i.relname)
				ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', x.indrelid::regclass, k.conname) END AS drop,
			CASE WHEN k.oid IS NULL THEN pg_get_indexdef(i.oid)
				ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', x.indrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) END AS add
		FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid LEFT JOIN pg_constraint k ON k.conindid = x.indexrelid
		WHERE x.indrelid = ${table}::regclass AND NOT x.indisprimary`;
	await run(
		sql,
		indexes.map(({ drop }) => drop),
	);
	await work();
	tell(`indexes of ${table}`);
	await run(
		sql,
		indexes.map(({ add }) => add),
	);
}

/**
 * Adds `size.attempts` attempts, numbered from the one `after`, of the learners from the `first` on. A learner stays with three
 * packs, and some do more than others; they lie in the order of time, so that those of one learner are scattered.
 */
export async function addAttempts(
	sql: Sql,
	{ packs, challenges, learners, attempts }: Size,
	{ after, first, tell }: { after: number; first: number; tell?: Tell },
): Promise<void> {
	const each = challenges / packs;
	for (let added = 0; added < attempts; added += CHUNK) {
		tell?.(`${added} of ${attempts} attempts`);
		const from = after + added + 1;
		const to = after + Math.min(added + CHUNK, attempts);
		const challenge = `(learner * 7 + n % 3) % ${packs} + ${packs} * floor(random() * ${each})::int + 1`;
		await run(sql, [
			// A superuser's way past the foreign keys, which hold by how the rows are made.
			"SET LOCAL session_replication_role = replica",
			// Those that passed have a file.
			`WITH added AS (INSERT INTO attempts (id, user_id, challenge_id, challenge_version, passed, assertion_results, hints_used,
				time_seconds, client_attempt_id, attempted_at)
			SELECT ${id("attempt", "n")}, ${id("learner", "learner")}, ${id("challenge", challenge)}, 1, n % 4 = 0,
				'${RESULTS}', n % 3, 60 + n % 900, gen_random_uuid(), now() - interval '2 years' + n * interval '10 seconds'
			FROM (
				SELECT n, ${first} + floor(power(random(), 1.2) * ${learners - first + 1})::int AS learner
				FROM generate_series(${from}, ${to}) n OFFSET 0) a
			RETURNING id, user_id, passed)
			INSERT INTO attempt_files (attempt_id, user_id, files, bytes, passed)
			SELECT id, user_id, '${FILES}', ${FILES.length}, passed FROM added WHERE passed`,
		]);
	}
}

const FILES = JSON.stringify([{ path: "app.js", content: "export {};" }]);
const RESULTS = JSON.stringify({
	passed: false,
	fileResults: [{ file: "app.js", passed: false, results: [] }],
	crossFileResults: [],
	totalAssertions: 5,
	passedAssertions: 3,
});

/** What autovacuum would have done by and by. */
export async function settle(sql: Sql): Promise<void> {
	const connection = await sql.reserve();
	await connection`SET statement_timeout = 0`;
	await connection`VACUUM (ANALYZE)`;
	await connection`RESET statement_timeout`;
	connection.release();
}

/** Titles like real ones: some words in many, and a number that is in one. */
const words = (n: string) =>
	`(ARRAY['Build a', 'Guard the', 'Narrow a', 'Read the', 'Write a', 'Mend the', 'Sort a', 'Return the'])[1 + ${n} % 8] || ' ' ||
	(ARRAY['Router', 'Shelf', 'Reading', 'Form', 'Station', 'Kitchen', 'Hook', 'Model', 'Query', 'List', 'Page'])[1 + ${n} % 11]`;

/** Statements of our own numbers, in one transaction that takes the time it takes. */
async function run(sql: Sql, statements: string[]): Promise<void> {
	await sql.begin(async (tx) => {
		await tx`SET LOCAL statement_timeout = 0`;
		for (const statement of statements) await tx.unsafe(statement);
	});
}

/** For pgbench: one attempt of any learner at any challenge, with what an attempt that is sent without files holds. */
export const insertOne = ({ learners, challenges }: Size) =>
	`
\\set learner random(1, ${learners})
\\set challenge random(1, ${challenges})
INSERT INTO attempts (id, user_id, challenge_id, challenge_version, passed, verified, assertion_results, hints_used,
	time_seconds, gave_up, client_attempt_id, attempted_at)
VALUES (uuidv7(), ${id("learner", ":learner")}, ${id("challenge", ":challenge")}, 1, true, false, NULL, 1,
	60, false, gen_random_uuid(), now())
RETURNING id, challenge_id, passed, verified, assertion_results, hints_used, time_seconds, gave_up, challenge_version,
	attempted_at, created_at;
`.replace(/\n\t/g, " ");
