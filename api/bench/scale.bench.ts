/**
 * The requests of learners to one, two and four processes (`PROCESSES`): what each request costs the service, Postgres and Redis; and by these costs, which
 * limit is met next on the way to a million learners. What more processes answer is shown only by a machine of four cores or more.
 * Run: npm run bench -- scale [--seconds=20] [--learners=2000]
 */
import { cpus, loadavg } from "node:os";
import { theCluster } from "../test/harness.ts";
import { startLlm } from "../test/llm-provider.ts";
import { WIDE } from "../test/openapi/fixtures.ts";
import { childrenOf, postmasterOf } from "../test/postgres-processes.ts";
import { exposition, samplesOf, total } from "../test/prometheus-metrics.ts";
import { startSigningIn } from "../test/sign-in-client.ts";
import { startRedis } from "../test/temporary-redis.ts";
import { cpuOf, get, pace } from "./load-generator.ts";
import { option, sendAsLearners, soakTraffic } from "./soak-traffic.ts";

const seconds = option("seconds", 20);
const learners = option("learners", 2_000);
const WARM_UP_SECONDS = 5;
/** Postgres counts the commits of a connection that is idle within ten seconds. */
const SETTLE_SECONDS = 11;
const CLIENTS = 64;

/** Learners at once: a school, a large course, and a million who are registered, of whom one in twenty is there. */
const AUDIENCES = [2_000, 10_000, 50_000];
/** The share of a core, or of a server's cores, that is planned with. */
const USABLE = 0.6;
/** Of the largest common server for Postgres, and its connections without a pooler. */
const POSTGRES = { cores: 16, connections: 500 };

/** What has been used so far; processor time in seconds. */
interface Usage {
	at: number;
	service: number;
	postgres: number;
	redis: number;
	commands: number;
}

/** A second's use. */
type Rates = Omit<Usage, "at">;

interface Measured {
	processes: number;
	idle: Rates;
	busy: Rates;
	/** A second. */
	commits: number;
	idleCommits: number;
	answers: number;
	failed: number;
	/** Milliseconds. */
	median: number;
	p99: number;
	/** That its pools open at most. */
	connections: number;
	readsPerSecond: number;
}

// With fsync, as in production.
const { log } = await theCluster({ fsync: "on", max_connections: "250" });
const redis = await startRedis();
const llm = startLlm();

/** `pid` and every process that it and these have started. */
const familyOf = (pid: number): number[] => [
	pid,
	...childrenOf(pid).flatMap(familyOf),
];

const secondsOf = (pids: number[]) =>
	pids.reduce((sum, pid) => sum + (cpuOf(pid) || 0), 0) / 1e6;

async function infoOfRedis(name: string): Promise<number> {
	const text = String(await redis.send("INFO", "everything"));
	return Number(new RegExp(`^${name}:(\\S+)`, "m").exec(text)?.[1]);
}

async function measure(processes: number): Promise<Measured> {
	const at = await startSigningIn({
		...WIDE,
		...llm.settings,
		CACHE_URL: redis.url,
		LOG_LEVEL: "error",
		PROCESSES: String(processes),
	});
	const { service } = at;
	const postmaster = postmasterOf(log);
	const use = async (): Promise<Usage> => ({
		at: performance.now() / 1_000,
		service: secondsOf(familyOf(service.pid)),
		postgres: secondsOf(familyOf(postmaster)),
		redis:
			(await infoOfRedis("used_cpu_user")) +
			(await infoOfRedis("used_cpu_sys")),
		commands: await infoOfRedis("total_commands_processed"),
	});
	const settledCommits = async (): Promise<number> => {
		await Bun.sleep(SETTLE_SECONDS * 1_000);
		const [row] = await service.sql<{ commits: number }[]>`
			SELECT sum(xact_commit)::float8 AS commits FROM pg_stat_database`;
		return row?.commits ?? 0;
	};
	const during = async (work: () => Promise<void>): Promise<Rates> => {
		const { at: from, ...before } = await use();
		await work();
		const { at: to, ...after } = await use();
		return Object.fromEntries(
			Object.entries(after).map(([name, value]) => [
				name,
				(value - before[name as keyof Rates]) / (to - from),
			]),
		) as unknown as Rates;
	};
	const kinds = await soakTraffic(at, learners);
	await sendAsLearners(kinds, learners, WARM_UP_SECONDS, () => {});
	const commitsBefore = await settledCommits();
	const idle = await during(() => Bun.sleep(SETTLE_SECONDS * 1_000));
	const commitsIdle = await settledCommits();
	const idleCommits = (commitsIdle - commitsBefore) / (2 * SETTLE_SECONDS);
	const times: number[] = [];
	let failed = 0;
	const busy = await during(() =>
		sendAsLearners(kinds, learners, seconds, (_, status, milliseconds) => {
			times.push(milliseconds);
			if (status === null || status < 200 || status >= 400) failed++;
		}),
	);
	const commits =
		((await settledCommits()) - commitsIdle - idleCommits * SETTLE_SECONDS) /
		seconds;
	times.sort((one, other) => one - other);
	const { perSecond } = await pace(service.front, {
		...{ clients: CLIENTS, seconds: Math.min(seconds, 4), status: 200 },
		request: () => get("/api/v1/packs"),
	});
	const samples = samplesOf(await exposition(service.front));
	await at.stop();
	return {
		...{ processes, idle, busy, failed, commits, idleCommits },
		answers: times.length,
		median: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
		p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
		connections: total(samples, "db_pool_connections_max"),
		readsPerSecond: perSecond,
	};
}

console.log(
	`${learners} learners for ${seconds} s; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
);
const measured: Measured[] = [];
for (const processes of [1, 2, 4]) measured.push(await measure(processes));
await llm.stop();
await redis.stop();
await (await theCluster()).close();

const table = (head: string[], rows: string[][]) =>
	[head, ...rows]
		.map((row) =>
			row
				.map((cell, place) =>
					place === 0 ? cell.padEnd(34) : cell.padStart(14),
				)
				.join(""),
		)
		.join("\n");

const core = (value: number) => value.toFixed(3);
console.log(
	table(
		["", ...measured.map(({ processes }) => `PROCESSES=${processes}`)],
		(
			[
				["answers a second", (one) => (one.answers / seconds).toFixed(0)],
				["of them failed", (one) => String(one.failed)],
				[
					"p50 / p99, ms",
					(one) => `${one.median.toFixed(0)} / ${one.p99.toFixed(0)}`,
				],
				["cores of the service", ({ busy }) => core(busy.service)],
				["cores of Postgres", ({ busy }) => core(busy.postgres)],
				["cores of Redis", ({ busy }) => core(busy.redis)],
				["transactions a second", ({ commits }) => commits.toFixed(0)],
				["the same, idle", ({ idleCommits }) => idleCommits.toFixed(1)],
				["commands of Redis a second", ({ busy }) => busy.commands.toFixed(0)],
				["connections at most", (one) => String(one.connections)],
				[
					`reads a second, ${CLIENTS} clients`,
					(one) => one.readsPerSecond.toFixed(0),
				],
				[
					"the same to one process",
					(one) =>
						(one.readsPerSecond / (measured[0]?.readsPerSecond ?? 1)).toFixed(
							2,
						),
				],
			] satisfies [string, (one: Measured) => string][]
		).map(([name, value]) => [name, ...measured.map(value)]),
	),
);
if (cpus().length < 4)
	console.log(
		"The load generator needs a core of its own, and the database and the parent part of one: with fewer than four, more processes answer no more.",
	);

// One process tells what a learner costs, the difference to four what a process costs by itself.
const [one, , four] = measured as [Measured, Measured, Measured];
const perLearner = (name: keyof Rates) =>
	Math.max(0, one.busy[name] - one.idle[name]) / learners;
const perProcess = {
	commits: Math.max(0, four.idleCommits - one.idleCommits) / 3,
	connections: four.connections / 4,
};
const processesFor = (audience: number) =>
	Math.max(1, Math.ceil((perLearner("service") * audience) / USABLE));

console.log(
	`\nBy these costs, with ${USABLE * 100} % of a core used at most, on other machines than the load:`,
);
console.log(
	table(
		[
			"learners at once",
			...AUDIENCES.map((count) => count.toLocaleString("en")),
		],
		(
			[
				["processes, a core each", (count) => String(processesFor(count))],
				[
					"cores of Postgres",
					(count) => ((perLearner("postgres") * count) / USABLE).toFixed(1),
				],
				[
					"transactions a second",
					(count) =>
						(
							(one.commits / learners) * count +
							perProcess.commits * processesFor(count)
						).toFixed(0),
				],
				[
					"of them for the change feed",
					(count) => (perProcess.commits * processesFor(count)).toFixed(0),
				],
				[
					"connections at most",
					(count) => (perProcess.connections * processesFor(count)).toFixed(0),
				],
				[
					"share of a core of Redis",
					(count) => (perLearner("redis") * count).toFixed(2),
				],
			] satisfies [string, (count: number) => string][]
		).map(([name, value]) => [name, ...AUDIENCES.map(value)]),
	),
);

const limits: [what: string, learners: number, next: string][] = [
	[
		"one process",
		USABLE / perLearner("service"),
		"more of them (PROCESSES, then instances)",
	],
	[
		`the ${POSTGRES.connections} connections of one Postgres`,
		(POSTGRES.connections / perProcess.connections) *
			(USABLE / perLearner("service")),
		"a pooler before it, or replicas (DB_REPLICA_HOSTS) with their own",
	],
	[
		`${POSTGRES.cores} cores of Postgres`,
		(POSTGRES.cores * USABLE) / perLearner("postgres"),
		"replicas for reads (DB_REPLICA_HOSTS)",
	],
	[
		"the one core of Redis",
		USABLE / perLearner("redis"),
		"a Redis for each group of instances: limits are then counted in each",
	],
	[
		`the ${cpus().length} cores of this machine`,
		(cpus().length * USABLE) /
			(perLearner("service") + perLearner("postgres") + perLearner("redis")),
		"Postgres on a machine of its own",
	],
];
console.log("\nLimits in the order in which they are met, learners at once:");
for (const [what, count, next] of limits.toSorted((a, b) => a[1] - b[1]))
	console.log(
		`${(Number.isFinite(count) ? Math.round(count).toLocaleString("en") : "none").padStart(12)}  ${what}; then ${next}`,
	);
process.exit(measured.some(({ failed }) => failed > 0) ? 1 : 0);
