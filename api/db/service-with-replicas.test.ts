/** A service that reads on a streaming replica: what it answers, and what readiness and metrics tell. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import {
	ADMIN_KEY,
	freshDatabase,
	type Program,
	startProgram,
	theCluster,
} from "../test/harness.ts";
import { admin } from "../test/moderation-client.ts";
import { exposition, samplesOf, total } from "../test/prometheus-metrics.ts";
import { openStandby, type Standby } from "../test/standby-postgres.ts";

setDefaultTimeout(120_000);

let standby: Standby;
let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let service: Program;
beforeAll(async () => {
	standby = await openStandby(await theCluster());
	fresh = await freshDatabase(true);
	service = await startProgram({
		...fresh.env,
		DB_REPLICA_HOSTS: standby.address.host,
	});
	await untilReplicasAre("ok");
});
afterAll(async () => {
	await service.end("SIGKILL");
	await Promise.all([fresh.sql.end(), fresh.content.end()]);
	await standby.close();
});

const readiness = async () => {
	const answer = await fetch(`${service.front}/api/health/ready`);
	const { checks, status } = (await answer.json()) as {
		status: string;
		checks: Record<string, string>;
	};
	return { code: answer.status, status, replicas: checks.replicas };
};
const untilReplicasAre = async (wanted: string) => {
	while ((await readiness()).replicas !== wanted) await Bun.sleep(100);
};
/** How many reads of `database` have run on `server` until now. */
const reads = async (database: string, server: string) =>
	total(
		samplesOf(await exposition(service.front)),
		"database_replica_reads_total",
		{ database, server },
	);
const key = { "x-admin-key": ADMIN_KEY, "content-type": "application/json" };
const create = async (slug: string) => {
	const answer = await fetch(`${service.front}/api/v1/admin/content`, {
		method: "POST",
		headers: key,
		body: JSON.stringify({ type: "note", slug, data: {} }),
	});
	expect(answer.status).toBe(201);
};
const slugs = async () => {
	const answer = await fetch(
		`${service.front}/api/v1/admin/content?limit=100`,
		{ headers: key },
	);
	const { data } = (await answer.json()) as { data: { slug: string }[] };
	return data.map(({ slug }) => slug);
};

test("reads from the replica what was just stored, of both databases", async () => {
	const contentBefore = await reads("content", "replica");
	const platformBefore = await reads("platform", "replica");
	for (let n = 0; n < 20; n++) {
		await untilReplicasAre("ok");
		await create(`note-${n}`);
		expect(await slugs()).toContain(`note-${n}`);
	}
	expect(await reads("content", "replica")).toBeGreaterThan(contentBefore);
	// Each is another page, which no cache has.
	let offset = 0;
	while ((await reads("platform", "replica")) === platformBefore)
		await fetch(`${service.front}/api/v1/packs?offset=${offset++}`);
});

test("tells of a replica that is behind, and answers nothing older than what it has stored", async () => {
	await standby.pause();
	await create("meanwhile");
	expect(await slugs()).toContain("meanwhile");
	await untilReplicasAre("error");
	expect(await readiness()).toEqual({
		code: 200,
		status: "degraded",
		replicas: "error",
	});
	const onPrimary = await reads("content", "primary");
	expect(await slugs()).toContain("meanwhile");
	expect(await reads("content", "primary")).toBeGreaterThan(onPrimary);
	await standby.resume();
	await untilReplicasAre("ok");
});

test("a user who may not ask for the log's position is named with the right that is missing, once, until it is granted", async () => {
	const limited = await freshDatabase(false);
	const { DB_NAME = "" } = limited.env;
	const role = `limited_${process.pid}`;
	await limited.sql.unsafe(`CREATE ROLE ${role} LOGIN CREATEDB`);
	await limited.sql.unsafe(`ALTER DATABASE ${DB_NAME} OWNER TO ${role}`);
	await limited.sql.unsafe(`ALTER SCHEMA public OWNER TO ${role}`);
	await limited.sql.unsafe(
		"REVOKE EXECUTE ON FUNCTION pg_control_checkpoint() FROM PUBLIC",
	);
	const own = await startProgram({
		...limited.env,
		DB_USER: role,
		DB_REPLICA_HOSTS: standby.address.host,
	});
	const grant = `GRANT EXECUTE ON FUNCTION pg_control_checkpoint() TO ${role}`;
	const missing = async () =>
		(await admin(own, "GET", "/overview")).body.data.missingRights;
	const warnings = () => own.printed().split(grant).length - 1;
	while (warnings() === 0) await Bun.sleep(50);
	expect(await missing()).toEqual([
		{ database: "platform", name: DB_NAME, grant },
	]);
	for (let n = 0; n < 15; n++) {
		await fetch(`${own.front}/api/v1/packs?offset=${n}`);
		await fetch(`${own.front}/api/health/ready`);
		await Bun.sleep(100);
	}
	expect(warnings()).toBe(1);
	await limited.sql.unsafe(grant);
	while ((await missing()).length > 0) await Bun.sleep(100);
	await own.end("SIGKILL");
	await Promise.all([limited.sql.end(), limited.content.end()]);
});
