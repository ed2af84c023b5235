/** Connections that end without a word of the server's, as a cut network ends them, in the middle of work. */
import {
	afterEach,
	beforeEach,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { type DatabaseAddress, readConfig } from "../config.ts";
import { exportItems } from "../modules/content/queries.ts";
import { type Line, lineTo } from "../test/disconnectable-database.ts";
import { freshDatabase } from "../test/harness.ts";
import {
	connect,
	disableTimeouts,
	type Sql,
	type Transaction,
} from "./connect-and-batch-queries.ts";

setDefaultTimeout(60_000);

/** Less than the service waits. */
const SILENCE_MS = 1000;

let line: Line;
/** By the line, and without it. */
let address: DatabaseAddress;
let server: Pick<DatabaseAddress, "host" | "port">;
let sql: Sql;
let close: () => Promise<unknown>;
beforeEach(async () => {
	const fresh = await freshDatabase(true);
	line = await lineTo(fresh.env);
	const { database: platform } = readConfig({ ...fresh.env, ...line.env });
	if (!platform) throw new Error("no database");
	server = { host: fresh.env.DB_HOST ?? "", port: Number(fresh.env.DB_PORT) };
	address = { ...platform, database: fresh.content.options.database };
	sql = connect(address, { connections: 1, silenceMs: SILENCE_MS });
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

/** A transaction that has begun, and that ends with `commit`, which resolves with the code of its failure. */
async function beginTransaction(on: Sql) {
	const begun = Promise.withResolvers<void>();
	const gate = Promise.withResolvers<void>();
	const code = codeOf(
		on.begin(async (tx) => {
			await tx`SELECT 1`;
			begun.resolve();
			await gate.promise;
		}),
	);
	await begun.promise;
	return {
		commit() {
			gate.resolve();
			return code;
		},
	};
}

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

test("what a lost transaction still sends does not reach the connection that took its place", async () => {
	const lease = await sql.reserve();
	await lease`BEGIN`;
	// Waits for the one place of the pool, which goes to it once the lease is lost.
	const waiting = sql`SELECT 4 AS n`.then(([row]) => row?.n);
	await line.cut();
	await line.mend();
	const late = Array.from({ length: 20 }, async (_, turn) => {
		await Bun.sleep(turn * 10);
		return codeOf(lease`ROLLBACK`);
	});
	expect([...new Set(await Promise.all(late))]).toEqual(["CONNECTION_CLOSED"]);
	expect(await waiting).toBe(4);
});

test("a transaction of the driver does not reach it either", async () => {
	const codes: unknown[] = [];
	let waiting: Promise<unknown> = Promise.resolve();
	const failed = codeOf(
		sql.begin(async (tx) => {
			waiting = sql`SELECT 5 AS n`.then(([row]) => row?.n);
			await line.cut();
			await line.mend();
			for (let turn = 0; turn < 20; turn++) {
				await Bun.sleep(10);
				codes.push(await codeOf(tx`SELECT 1`));
			}
		}),
	);
	expect(await failed).toBe("CONNECTION_CLOSED");
	expect(await waiting).toBe(5);
	while (codes.length < 20) await Bun.sleep(20);
	expect([...new Set(codes)]).toEqual(["CONNECTION_CLOSED"]);
});

test("statements that wait for another one of their transaction fail with it", async () => {
	let codes: Promise<unknown[]> = Promise.resolve([]);
	const failed = codeOf(
		sql.begin((tx) => {
			codes = Promise.all(
				[1, 2, 3].map((n) => codeOf(tx`SELECT ${n}::int, pg_sleep(20)`)),
			);
			setTimeout(() => line.cut(), 50);
			return codes;
		}),
	);
	expect(await failed).toBe("CONNECTION_CLOSED");
	expect(await codes).toEqual(Array(3).fill("CONNECTION_CLOSED"));
});

test("a connection that is lost while it opens ends no more than what waits for it", async () => {
	line.slow(200);
	const reserved = codeOf(sql.reserve().then((lease) => lease.release()));
	await Bun.sleep(100);
	await line.cut();
	await line.mend();
	line.slow(0);
	// It is opened again, unless that is refused: what waits for it has to be told, and an error that nobody handles would end the process.
	expect(await reserved).toMatch(/^(no error|ECONNREFUSED|CONNECTION_CLOSED)$/);
	const [row] = await sql`SELECT 6 AS n`;
	expect(row?.n).toBe(6);
});

test("a reservation that is refused does not take a connection that others wait for", async () => {
	const two = connect(address, { connections: 2 });
	const transaction = await beginTransaction(two);
	line.refuse("sorry, too many clients already");
	const refused = codeOf(two.reserve().then((lease) => lease.release()));
	expect(await refused).toBe("53300");
	expect(await transaction.commit()).toBe("no error");
	const [row] = await two`SELECT 7 AS n`;
	expect(row?.n).toBe(7);
	await two.end({ timeout: 0 });
});

test("a reservation that waits for a connection that is lost gets the one that replaces it", async () => {
	const transaction = await beginTransaction(sql);
	const waiting = sql.reserve();
	await line.cut();
	await line.mend();
	expect(await transaction.commit()).toBe("CONNECTION_CLOSED");
	const lease = await waiting;
	const [row] = await lease`SELECT 9 AS n`;
	expect(row?.n).toBe(9);
	lease.release();
});

test("a query that follows one that failed with its connection is answered, and so are those after it", async () => {
	await sql`SELECT 1`;
	const running = sql`SELECT pg_sleep(20)`.execute();
	const follower = running.catch(() => codeOf(sql`SELECT 10 AS n`));
	await Bun.sleep(100);
	line.reset();
	expect(await follower).toMatch(/^(no error|CONNECTION_CLOSED)$/);
	for (const n of [11, 12]) {
		const [row] = await sql`SELECT ${n}::int AS n`;
		expect(row?.n).toBe(n);
	}
});

test("whatever was under way when connections end, all is settled, and no query gets the answer of another", async () => {
	const pool = connect({ ...address, ...server }, { connections: 5 });
	const numbers = Array.from({ length: 20 }, (_, n) => n);
	const answerOf = async (on: Pick<Sql, "unsafe">, n: number) =>
		(await on.unsafe(`SELECT ${n} AS n`))[0]?.n;
	const work: ((n: number) => Promise<number>)[] = [
		(n) => answerOf(pool, n),
		(n) =>
			pool.begin(async (tx) => {
				await tx`SELECT 1`;
				return answerOf(tx, n);
			}),
		async (n) => {
			const lease = await pool.reserve();
			try {
				return await answerOf(lease, n);
			} finally {
				lease.release();
			}
		},
	];
	let runs = true;
	let wrong = 0;
	const client = async (n: number) => {
		while (runs) {
			const answer = await work[n % work.length]?.(n).catch(() => n);
			if (answer !== n) wrong++;
			await Bun.sleep(n % 5);
		}
	};
	const clients = numbers.map(client);
	for (let round = 0; round < 30; round++) {
		await Bun.sleep(30);
		await sql`
			SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE datname = current_database() AND pid <> pg_backend_pid()`;
	}
	runs = false;
	await Promise.all(clients);
	expect(wrong).toBe(0);
	await pool.end();
});

test("a connection that carries nothing more is replaced, in a transaction, too", async () => {
	const failed = codeOf(
		sql.begin(async (tx) => {
			await tx`SELECT 1`;
			line.abandon();
			await tx`SELECT 2`;
		}),
	);
	const next = sql`SELECT 3 AS n`;
	expect(await failed).toBe("CONNECTION_CLOSED");
	expect((await next)[0]?.n).toBe(3);
});

test("an export whose connection carries nothing more fails, and its place in the pool serves the next query", async () => {
	const failed = codeOf(
		(async () => {
			for await (const _ of exportItems(sql, null, 2)) line.abandon();
		})(),
	);
	expect(await failed).toBe("CONNECTION_CLOSED");
	const [row] = await sql`SELECT 3 AS n`;
	expect(row?.n).toBe(3);
});

test("an export whose reader takes its time keeps its connection", async () => {
	let items = 0;
	for await (const some of exportItems(sql, null, 5)) {
		items += some.length;
		// Longer than a connection may be silent until the server is asked, and than the answer takes.
		if (items === 5) await Bun.sleep(4 * SILENCE_MS);
	}
	expect(items).toBe(10);
});

test("a transaction whose connection carries nothing more lets go of its locks", async () => {
	const failed = codeOf(
		sql.begin(async (tx) => {
			await tx`SELECT pg_advisory_xact_lock(1)`;
			line.abandon();
			await tx`SELECT 1`;
		}),
	);
	expect(await failed).toBe("CONNECTION_CLOSED");
	const [row] = await sql`SELECT pg_advisory_lock(1)::text AS locked`;
	expect(row?.locked).toBe("");
});

test("the server ends a transaction whose process is gone, and not one that may take its time", async () => {
	const limit = (tx: Sql | Transaction) =>
		tx`SHOW idle_in_transaction_session_timeout`.then(([row]) =>
			Object.values(row ?? {}),
		);
	expect(await limit(sql)).toEqual(["1min"]);
	const unlimited = await sql.begin(async (tx) => {
		await disableTimeouts(tx);
		return limit(tx);
	});
	expect(unlimited).toEqual(["0"]);
});

test("the server notices soon that the machine at the other end is gone, and ends its connections", async () => {
	const rows = await sql`
		SELECT name || ' ' || reset_val AS setting FROM pg_settings
		WHERE name LIKE 'tcp\\_%' AND source = 'client' ORDER BY name`;
	expect(rows.map(({ setting }) => setting)).toEqual([
		"tcp_keepalives_count 3",
		"tcp_keepalives_idle 30",
		"tcp_keepalives_interval 10",
		"tcp_user_timeout 60000",
	]);
});

test("a statement that runs for long keeps its connection", async () => {
	const [row] = await sql`SELECT 4 AS n, pg_sleep(${(3 * SILENCE_MS) / 1000})`;
	expect(row?.n).toBe(4);
});
