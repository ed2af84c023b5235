/** Reads on a real streaming replica: never older than what was committed, whatever the replica does. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import { type Line, lineTo } from "../test/disconnectable-database.ts";
import {
	createDatabase,
	freshDatabase,
	startProgram,
	theCluster,
} from "../test/harness.ts";
import { openStandby, type Standby } from "../test/standby-postgres.ts";
import { connect, type Sql } from "./connect-and-batch-queries.ts";
import { attachReplicas, onReplica, type ReplicaPool } from "./read-replicas.ts";

setDefaultTimeout(60_000);

let standby: Standby;
let line: Line;
let primary: Sql;
let replicas: ReplicaPool;
beforeAll(async () => {
	const cluster = await theCluster();
	const database = `replicated_${process.pid}`;
	await createDatabase(cluster.address, database);
	standby = await openStandby(cluster, { max_standby_streaming_delay: "0" });
	const address = { ...cluster.address, database, password: "" };
	primary = connect(address);
	await primary`CREATE TABLE notes (n int)`;
	const { host, port } = standby.address;
	line = await lineTo({ DB_HOST: host, DB_PORT: String(port) });
	const { DB_HOST, DB_PORT } = line.env;
	const place = { host: DB_HOST, port: Number(DB_PORT) };
	replicas = attachReplicas(primary, [
		connect({ ...address, ...place }, { isReplica: true }),
	]);
});
afterAll(async () => {
	await Promise.all([
		primary.end({ timeout: 0 }),
		...replicas.pools.map((sql) => sql.end({ timeout: 0 })),
	]);
	await line.cut();
	await standby.close();
});

const isOnReplica = () =>
	onReplica(primary, async (sql) => {
		const [row] = await sql`SELECT pg_is_in_recovery() AS it`;
		return row?.it as boolean;
	});

/** Resolves when reads run on the replica. */
async function untilOnReplica(): Promise<void> {
	while (!(await isOnReplica())) await Bun.sleep(20);
}

const insert = async (n: number) => {
	await primary`INSERT INTO notes VALUES (${n})`;
};

const largest = () =>
	onReplica(primary, async (sql) => {
		const [row] = await sql<{ n: number }[]>`
			SELECT coalesce(max(n), 0) AS n FROM notes`;
		return row?.n;
	});

test("a pool without replicas runs reads itself", async () => {
	const alone = connect(primary.options as never, { connections: 1 });
	expect(await onReplica(alone, async (sql) => sql === alone)).toBe(true);
	await alone.end();
});

test("reads run on the replica, and see each write before them", async () => {
	await untilOnReplica();
	const before = replicas.counts.replica;
	for (let n = 1; n <= 200; n++) {
		await insert(n);
		expect(await largest()).toBe(n);
	}
	expect(replicas.counts.replica - before).toBeGreaterThan(100);
});

test("many at once, beside writes, never go back", async () => {
	await untilOnReplica();
	let written = 200;
	let runs = true;
	const writer = (async () => {
		while (runs) {
			await insert(written + 1);
			written++;
		}
	})();
	const reader = async () => {
		for (let count = 0; count < 50; count++) {
			const atLeast = written;
			expect(await largest()).toBeGreaterThanOrEqual(atLeast);
		}
	};
	await Promise.all(Array.from({ length: 8 }, reader));
	runs = false;
	await writer;
});

test("while the replica replays nothing, the primary runs them; afterwards the replica does again", async () => {
	await untilOnReplica();
	await standby.pause();
	await insert(1_000_000);
	expect(await largest()).toBe(1_000_000);
	expect(await replicas.work()).toBe(false);
	expect(await isOnReplica()).toBe(false);
	await standby.goOn();
	await untilOnReplica();
	expect(await largest()).toBe(1_000_000);
});

test.each([
	["hangs", () => line.hang(), () => line.letGo()],
	["is away", () => line.cut(), () => line.mend()],
])("a replica that %s delays a read once, by less than a second", async (_, away, back) => {
	await untilOnReplica();
	await away();
	const began = performance.now();
	expect(await isOnReplica()).toBe(false);
	expect(await isOnReplica()).toBe(false);
	const lasted = performance.now() - began;
	await back();
	await untilOnReplica();
	// The limit is 300 ms; a busy machine takes its time, and the driver would take 10 s.
	expect(lasted).toBeLessThan(5_000);
});

test("a read whose rows the primary's vacuum takes away runs on the primary", async () => {
	await untilOnReplica();
	const [row] = await onReplica(primary, async (sql) => {
		const running = sql`
			SELECT pg_is_in_recovery() AS replica, count(*) FROM notes, pg_sleep(3)`.execute();
		await primary`DELETE FROM notes WHERE n < 100`;
		await primary`VACUUM notes`;
		return await running;
	});
	expect(row?.replica).toBe(false);
});

test("a write is refused, not repeated", async () => {
	await untilOnReplica();
	const writing = onReplica(primary, async (sql) => {
		await sql`INSERT INTO notes VALUES (0)`;
	});
	expect(await writing.catch(({ code }) => code)).toBe("25006");
});

describe("the service", () => {
	test("tells of a replica that is behind, and answers nothing older than what it has stored", async () => {
		const fresh = await freshDatabase(true);
		const { host, port } = standby.address;
		const program = await startProgram({
			...fresh.env,
			DB_REPLICA_HOSTS: `${host}`,
		});
		expect(port).toBe(5432);
		const ready = async () =>
			(await fetch(`${program.front}/api/health/ready`)).json() as Promise<{
				status: string;
				checks: Record<string, string>;
			}>;
		while ((await ready()).checks.replicas !== "ok") await Bun.sleep(100);
		await program.end("SIGTERM");
		await Promise.all([fresh.sql.end(), fresh.content.end()]);
	});
});

// The last one: there is no way back.
test("a replica that was promoted runs no reads", async () => {
	await untilOnReplica();
	await standby.promote();
	await insert(2_000_000);
	expect(await largest()).toBe(2_000_000);
	expect(await isOnReplica()).toBe(false);
	await Bun.sleep(1_100);
	expect(await replicas.work()).toBe(false);
});
