/**
 * What content costs beside the least that could do the same, in one run: reads beside a bare Elysia with the same bytes, creates beside
 * pgbench with the same statements. Run: npm run bench -- content [--seconds=N]
 */
import { cpus, loadavg } from "node:os";
import {
	ADMIN_KEY,
	freshDatabase,
	startProgram,
	theCluster,
} from "../test/harness.ts";
import {
	get,
	median,
	middle,
	type Pace,
	pace,
	post,
} from "./load-generator.ts";
import { pgbench } from "./run-pgbench.ts";
import { openBare } from "./start-baseline-elysia-server.ts";
import { durable, SETTINGS } from "./start-database-and-service.ts";

const seconds = Number(
	Bun.argv.find((word) => word.startsWith("--seconds="))?.slice(10) ?? 2,
);
const ROUNDS = 3;
/** As many items of about 2 KB make a bundle of about 60 KB. */
const ITEMS = 30;

const KEY = `x-admin-key: ${ADMIN_KEY}`;
const item = (slug: string) => ({
	type: "project",
	slug,
	data: { title: slug, content: "Text of some length. ".repeat(85) },
	status: "published",
});

/** What a create does, as SQL and nothing else. */
const CREATE = `
\\set n random(1, 9000000000000)
BEGIN;
INSERT INTO content_items (id, type, slug, data, status) VALUES (
	lpad(to_hex(:n::bigint), 32, '0')::uuid, 'bare', 's' || to_hex(:n::bigint), '${JSON.stringify(item("bare").data)}', 'published');
INSERT INTO content_history (id, content_id, version, slug, data, status, sort_order, change_type, changed_by, request_id)
	SELECT gen_random_uuid(), id, version, slug, data, status, sort_order, 'created', '00000000', 'bench-of-content'
	FROM content_items WHERE id = lpad(to_hex(:n::bigint), 32, '0')::uuid;
WITH moved AS (UPDATE content_revision SET revision = revision + 1 RETURNING revision),
	added AS (INSERT INTO content_changes (revision, content_id, type, slugs, change_type, published, was_published)
		SELECT revision, lpad(to_hex(:n::bigint), 32, '0')::uuid, 'bare', '{s}', 'created', true, false FROM moved)
SELECT pg_notify('content', revision::text) FROM moved;
COMMIT;`;

type Place = Awaited<ReturnType<typeof openPlace>>;

async function openPlace() {
	const cluster = await theCluster(SETTINGS);
	const { env, sql, content } = await freshDatabase(true);
	const program = await startProgram(
		{
			...env,
			CONTENT_RATE_LIMIT_CAPACITY: "1000000",
			CONTENT_RATE_LIMIT_REFILL_RATE: "1000000",
		},
		{ forgetful: true },
	);
	for (let nth = 0; nth < ITEMS; nth++) {
		const answer = await fetch(`${program.front}/api/v1/admin/content`, {
			method: "POST",
			headers: { "x-admin-key": ADMIN_KEY, "content-type": "application/json" },
			body: JSON.stringify(item(`item-${nth}`)),
		});
		if (answer.status !== 201) throw new Error(await answer.text());
	}
	await durable(sql, true);
	const address = { ...cluster.address, database: `${env.DB_NAME}_content` };
	return {
		front: program.front,
		address,
		async close() {
			await program.end("SIGTERM");
			await Promise.all([sql.end(), content.end()]);
			await cluster.close();
		},
	};
}

async function reads({ front }: Place) {
	const paths = {
		item: "/api/v1/content/project/item-1",
		bundle: "/api/v1/content/bundle",
	};
	const answers = await Promise.all(
		Object.values(paths).map(async (path) => {
			const answer = await fetch(front + path);
			return {
				etag: answer.headers.get("etag") ?? "",
				text: await answer.text(),
			};
		}),
	);
	const [one, all] = answers.map(({ text }) => text) as [string, string];
	const etag = answers[0]?.etag ?? "";
	const bare = await openBare({
		[paths.item]: one,
		[paths.bundle]: all,
		"/304": null,
	});
	const has = [`if-none-match: ${etag}`];
	console.log(
		"\nreads a second with 32 clients, and as a ratio to a bare Elysia route with the same bytes",
	);
	for (const [name, path, headers, status, least] of [
		["item", paths.item, [], 200, paths.item],
		["item, 304", paths.item, has, 304, "/304"],
		["bundle", paths.bundle, [], 200, paths.bundle],
	] as const) {
		const load = { clients: 32, seconds: seconds / 2, status };
		const [ours, floor]: [Pace[], Pace[]] = [[], []];
		for (let round = 0; round < ROUNDS; round++) {
			const [asked, bared] = [get(path, [...headers]), get(least)];
			floor.push(await pace(bare.origin, { ...load, request: () => bared }));
			ours.push(await pace(front, { ...load, request: () => asked }));
		}
		tell(name, middle(ours), middle(floor).perSecond);
	}
	bare.close();
}

async function creates({ front, address }: Place) {
	console.log(
		"\ncreates a second, each with a key, and as a ratio to pgbench with the same statements",
	);
	for (const clients of [1, 8, 32]) {
		const [ours, floor]: [Pace[], number[]] = [[], []];
		for (let round = 0; round < ROUNDS; round++) {
			floor.push(await pgbench(address, CREATE, { clients, seconds }));
			const request = () =>
				post("/api/v1/admin/content", item(crypto.randomUUID()), [
					KEY,
					`idempotency-key: ${crypto.randomUUID()}`,
				]);
			ours.push(await pace(front, { clients, seconds, status: 201, request }));
		}
		tell(`${clients} clients`, middle(ours), median(floor));
	}
}

const rate = (value: number) =>
	Math.round(value).toLocaleString("en").padStart(7);

const tell = (name: string, { perSecond, median, p99 }: Pace, floor: number) =>
	console.log(
		`${name.padEnd(12)}${rate(perSecond)}/s of ${rate(floor)}/s  ratio ${(perSecond / floor).toFixed(2)}  median ${median.toFixed(2)} ms  p99 ${p99.toFixed(1)} ms`,
	);

const load = () =>
	console.log(`load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`);

const place = await openPlace();
try {
	load();
	await reads(place);
	await creates(place);
	load();
} finally {
	await place.close();
}
process.exit(0);
