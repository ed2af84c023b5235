/** The faults that the service has to withstand, each with the outcome that is demanded, and what shows it: a scenario here, or tests elsewhere. */
import { clockJumps } from "./clock-jumps.ts";
import { killedInEveryWritePath } from "./crash-in-write-paths.ts";
import { connectionsExhausted } from "./database-connections-taken.ts";
import {
	connectionsHalfOpen,
	databaseKilled,
	databasePaused,
	databaseSlow,
} from "./database-outages.ts";
import { diskErrors } from "./disk-errors.ts";
import { replicaPromoted } from "./failover.ts";
import { diskFull } from "./full-disk.ts";
import { redisAway } from "./redis-outages.ts";
import type { Scenario } from "./scenario.ts";
import { manyConnections, slowRequests } from "./slow-clients.ts";

interface NamedTest {
	/** From the top folder. */
	file: string;
	/** What the titles of the tests begin with or contain; null = all of the file. */
	title: string | null;
}

export interface Fault {
	/** Names it on the command line. */
	id: string;
	fault: string;
	demanded: string;
	scenario?: Scenario;
	tests?: NamedTest[];
	/** Why nothing shows it. */
	missing?: string;
	/** The demand is not met yet: `npm run test:faults` says so, and `npm test` does not run it. */
	isOpen?: boolean;
}

const shown = (...tests: [file: string, title: string | null][]): NamedTest[] =>
	tests.map(([file, title]) => ({ file, title }));

export const FAULTS: Fault[] = [
	{
		id: "service-killed",
		fault: "`kill -9` of the service in every write path",
		demanded: "each keyed operation is stored once: 0 lost, 0 double",
		scenario: killedInEveryWritePath,
	},
	{
		id: "stream-killed",
		fault: "`kill -9` during a stream of the chat or of MCP",
		demanded: "what was said is kept once; the session goes on",
		tests: shown(
			["api/modules/chat/event-stream.test.ts", "a crash in the middle"],
			["api/modules/mcp/session/sessions.test.ts", "goes on after a crash"],
		),
	},
	{
		id: "database-killed",
		fault: "Postgres killed and restarted, under load",
		demanded:
			"writes 503, then as before; reads go on; nothing acknowledged is lost",
		scenario: databaseKilled,
	},
	{
		id: "database-paused",
		fault: "Postgres paused (SIGSTOP) for 20 s",
		demanded:
			"writes 503 or 504 in time; reads and liveness go on; memory is flat",
		scenario: databasePaused,
	},
	{
		id: "database-slow",
		fault: "Postgres slow: each answer 300 ms later",
		demanded: "all is answered, later; nothing fails",
		scenario: databaseSlow,
	},
	{
		id: "connections-exhausted",
		fault: "all of Postgres' connections taken",
		demanded:
			"503 with Retry-After; bad requests still 400; recovers by itself",
		scenario: connectionsExhausted,
	},
	{
		id: "half-open",
		fault: "half-open connections to Postgres",
		demanded:
			"writes 503 or 504; new connections within 30 s, without a restart",
		scenario: connectionsHalfOpen,
	},
	{
		id: "failover",
		fault: "replica lag and failover",
		demanded: "no acknowledged write lost; no client sees an older version",
		scenario: replicaPromoted,
		tests: shown(
			["api/db/read-replicas.test.ts", null],
			["api/db/service-with-replicas.test.ts", null],
		),
	},
	{
		id: "redis-away",
		fault: "Redis killed, paused, wiped",
		demanded: 'no 5xx; readiness 200 with cache "error"; limits go on',
		scenario: redisAway,
	},
	{
		id: "language-model",
		fault: "language model slow, dead, wrong",
		demanded:
			"502 or 504; the circuit breaker opens and closes; the call is aborted",
		tests: shown(["api/modules/chat/provider-failures.test.ts", null]),
	},
	{
		id: "disk-full",
		fault: "the database's disk is full",
		demanded: "writes 503; reads go on; no restart needed when there is room",
		scenario: diskFull,
	},
	{
		id: "io-errors",
		fault: "I/O errors of the database's disk",
		demanded: "no acknowledged write is lost after recovery",
		scenario: diskErrors,
	},
	{
		id: "clock",
		fault: "the clock jumps by ±1 h, ±1 day, a year back",
		demanded:
			"limits and sessions are unaffected; schedules follow the database",
		scenario: clockJumps,
		tests: shown(
			["api/modules/content/schedules.test.ts", "a published item"],
			["api/modules/health/health.test.ts", "also when the clock is set back"],
		),
	},
	{
		id: "network",
		fault: "a network that hangs or breaks off answers",
		demanded: "no duplicates; no answer of an older version",
		tests: shown(
			["api/test/timeouts.test.ts", null],
			["api/modules/content/monotonic-reads.test.ts", null],
		),
	},
	{
		id: "slow-clients",
		fault: "slow requests (slowloris), clients that do not read",
		demanded: "others are answered; slow ones are ended in time",
		scenario: slowRequests,
		tests: shown([
			"api/modules/chat/database-outages.test.ts",
			"readers that do not read",
		]),
	},
	{
		id: "connections",
		fault: "10,000 connections, a request on each at once",
		demanded: "200, 429 or 503 only; no crash; memory back to where it was",
		scenario: manyConnections,
	},
	{
		id: "too-large",
		fault: "bodies above the limit, chunked, compressed",
		demanded: "413, 415; nothing read beyond the limit",
		tests: shown(
			["api/test/hostile-bodies.test.ts", "is read up to the limit"],
			["api/test/hostile-bodies.test.ts", "that is compressed"],
		),
	},
	{
		id: "malformed-json",
		fault: "malformed JSON, UTF-8, depth, numbers, NUL, surrogates",
		demanded: "400 with code and pointer; never 500",
		tests: shown(
			["api/test/hostile-bodies.test.ts", "refused by every route"],
			["api/test/hostile-bodies.test.ts", "a number"],
			["api/server/json-syntax-error.test.ts", null],
		),
	},
	{
		id: "header-injection",
		fault: "header injection, addresses that are no text",
		demanded: "refused or encoded; no answer is split",
		tests: shown(
			["api/test/malformed-requests.test.ts", null],
			["api/test/hostile-clients.test.ts", "who has only"],
		),
	},
	{
		id: "request-smuggling",
		fault: "request smuggling",
		demanded: "400 and closed; nothing reaches a second request",
		tests: shown([
			"api/test/malformed-requests.test.ts",
			"a request that two servers would read differently",
		]),
	},
	{
		id: "sql-injection",
		fault: "SQL in every parameter",
		demanded: "a text like others; all tables as before",
		tests: shown(
			["api/test/hostile-clients.test.ts", "a text in an address"],
			["api/test/hostile-clients.test.ts", "afterwards all is as it was"],
		),
	},
	{
		id: "path-traversal",
		fault: "paths that leave their folder",
		demanded: "refused by every route that takes files",
		tests: shown(["api/test/hostile-files.test.ts", null]),
	},
	{
		id: "prototype-pollution",
		fault: "`__proto__`, `constructor`, `prototype` as members",
		demanded: "refused; no object is changed",
		tests: shown(["api/test/hostile-bodies.test.ts", "taints nothing"]),
	},
	{
		id: "catastrophic-patterns",
		fault: "catastrophic regular expressions in checks",
		demanded: "a failed check with a message, within the deadline",
		tests: shown([
			"webview/verify/worker/containment.test.ts",
			"checks that never end",
		]),
	},
	{
		id: "hostile-sources",
		fault: "hostile queries, large and deep sources",
		demanded: "bounded by the deadline; the worker is replaced",
		tests: shown(["webview/verify/worker/containment.test.ts", null]),
	},
	{
		id: "race-storms",
		fault: "50 changes of one item, 50 attempts with one id, at once",
		demanded: "one winner for each version; limits exact",
		tests: shown(
			["api/modules/content/idempotent-changes.test.ts", "fifty at once"],
			["api/modules/attempts/idempotency.test.ts", "fifty at once"],
			["api/server/rate-limit-by-user.test.ts", "of those sent at once"],
		),
	},
	{
		id: "rolling-restart",
		fault: "instances restarted in turn",
		demanded: "no failed request; sessions and limits shared",
		tests: shown([
			"api/ops/nginx-and-caddy.test.ts",
			"instances behind nginx are restarted in turn",
		]),
	},
	{
		id: "backup",
		fault: "backup under load, restored elsewhere",
		demanded: "every table equal; the service goes on with it",
		tests: shown(["api/backup/backup.test.ts", null]),
	},
];
