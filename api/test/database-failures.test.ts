/**
 * Every route while the database is refused, hangs, ends its connections or is full: each request is answered, by 503 or 504 where it
 * needs the database, and no answer holds a driver's words or the database's address.
 */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import type { Sql } from "../db/connect-and-batch-queries.ts";
import { editor, newItem } from "./content-client.ts";
import { type Line, lineTo } from "./disconnectable-database.ts";
import { type Service, startService, theCluster } from "./harness.ts";
import { begun, INITIALIZE, send } from "./mcp-clients.ts";
import { nameOf } from "./openapi/access-matrix.ts";
import { type Answer, type Asked, ask } from "./openapi/client.ts";
import {
	type Described,
	describedAt,
	type Operation,
} from "./openapi/document.ts";
import { ROUTES } from "./openapi/example-requests.ts";
import { headersOf, WIDE, type World, worldOf } from "./openapi/fixtures.ts";
import { SIGN_IN } from "./openapi/session-fixtures.ts";

// A start takes its time on a busy machine.
setDefaultTimeout(240_000);

/** In what the database says of its failure, as it says where it is. */
const CANARY = "canary-of-the-database";

interface Target {
	service: Service;
	world: World;
	line: Line;
	operations: Operation[];
	/** Texts that name the database or its driver. */
	secrets: RegExp;
	stop(): Promise<void>;
}

async function openTarget(
	settings: Record<string, string> = {},
): Promise<Target> {
	const { address } = await theCluster();
	const server = { DB_HOST: address.host, DB_PORT: String(address.port) };
	const line = await lineTo(server);
	const service = await startService({
		...line.env,
		...WIDE,
		...SIGN_IN,
		...settings,
	});
	const world = await worldOf(service);
	const described: Described[] = await Promise.all(
		[service.front, service.backend].map((at) =>
			describedAt(`${at}/api/openapi.json`),
		),
	);
	return {
		service,
		world,
		line,
		operations: described.flatMap(({ operations }, at) =>
			at === 0 ? operations : operations.map((o) => ({ ...o, internal: true })),
		),
		secrets: new RegExp(
			[
				CANARY,
				RegExp.escape(address.host),
				`127\\.0\\.0\\.1:${line.env.DB_PORT}\\b`,
				"\\bE(CONN|PIPE|NOENT|TIMEDOUT)",
				"CONNECT(ION)?_[A-Z]+",
				"PostgresError|SQLSTATE|\\b(57P0\\d|53100|57014)\\b",
				"base/16384|No space left|terminating connection|statement timeout",
			].join("|"),
		),
		async stop() {
			line.letGo();
			await line.mend();
			await service.stop();
		},
	};
}

/** A request that is ready to be sent: whatever it asks for is there. */
interface Prepared {
	name: string;
	send(): Promise<Answer>;
}

/** Every route that is described, at both listeners, by a learner, an administrator and somebody without a session. */
async function everyRoute({
	operations,
	world,
	service,
}: Target): Promise<Prepared[]> {
	const prepared: Prepared[] = [];
	for (const operation of operations) {
		const { path, internal } = operation;
		const asking =
			ROUTES[nameOf(operation)] ?? ROUTES[nameOf(atFront(operation))];
		if (!asking) throw new Error(`${nameOf(operation)} is asked by nobody`);
		// What opens a stream is asked by hand.
		if (path === "/api/mcp") continue;
		for (const actor of ["signed in", "admin", "signed out"] as const) {
			const given: Asked = await asking(world);
			const headers = { ...given.headers, ...headersOf(world, actor) };
			prepared.push({
				name: `${nameOf(operation)}${internal ? " at the backend" : ""}, ${actor}`,
				send: () =>
					ask(internal ? service.backend : service.front, operation, {
						...given,
						headers,
					}),
			});
		}
	}
	return prepared;
}

const atFront = (operation: Operation) => ({
	...operation,
	path: operation.path.replace(/^\/api\/(?!auth\/)/, "/api/v1/"),
});

const STREAM = { accept: "application/json, text/event-stream" };

/** MCP's methods: those of a session, with and without a stream, those without one, and the session's own stream and end. */
async function everyMessage({ service }: Target): Promise<Prepared[]> {
	const { front } = service;
	const [one, other] = [await begun(front), await begun(front)];
	let id = 100;
	const call = (method: string, params: object = {}) => ({
		jsonrpc: "2.0",
		// In one session no two requests have the same.
		id: ++id,
		method,
		params,
	});
	const asked = (
		name: string,
		body: unknown,
		headers: Record<string, string>,
		method = "POST",
	): Prepared => ({
		name: `MCP ${name}`,
		async send() {
			const answer = await send(front, body, headers, method);
			return {
				status: answer.status,
				type: answer.headers.get("content-type")?.split(";")[0] ?? "",
				headers: answer.headers,
				text: await answer.text(),
			};
		},
	});
	const uri = "content://project/nothing";
	const inSession = () => [
		call("ping"),
		call("tools/list"),
		call("resources/list"),
		call("resources/read", { uri }),
		call("resources/subscribe", { uri }),
		call("resources/unsubscribe", { uri }),
		call("prompts/list"),
		call("tools/call", { name: "content_search", arguments: { q: "x" } }),
	];
	return [
		asked("initialize", INITIALIZE, {}),
		asked("initialize, streamed", INITIALIZE, STREAM),
		...[{}, STREAM].flatMap((accept) =>
			inSession().map((body) =>
				asked(`${body.method} ${JSON.stringify(accept)}`, body, {
					"mcp-session-id": one,
					...accept,
				}),
			),
		),
		asked("stream", undefined, { "mcp-session-id": one, ...STREAM }, "GET"),
		asked(
			"stream that goes on",
			undefined,
			{ "mcp-session-id": one, "last-event-id": "1", ...STREAM },
			"GET",
		),
		asked("end", undefined, { "mcp-session-id": other }, "DELETE"),
	];
}

/** What is answered without a database: probes, descriptions, that nobody is signed in, a consent that nobody was asked for, and what has no provider to ask. */
const WITHOUT_DATABASE =
	/^\w+ \/(api\/(v1\/)?)?(health|metrics|openapi\.json|reference|auth\/(signin|callback|consent|oauth\/consent)|auth\/session( at the backend)?, (admin|signed out)|admin\/moderation\/backups\S* at the backend, admin|chat,)/;

/** What is wrong with an answer; `due` are its statuses where the database is needed. */
function wrongs(
	{ secrets }: Target,
	{ status, headers, text, type }: Answer,
	due: number[] | null,
): string | null {
	const said = [...[...headers].map((pair) => pair.join(": ")), text].join(
		"\n",
	);
	// The value of a metric may be any number, also one that is a code of the database.
	const told = secrets.exec(
		said.replace(/^(\w+(?:\{.*\})?) [-+.\de]+$/gm, "$1"),
	);
	if (told) return `${status} tells "${told[0]}": ${text.slice(0, 300)}`;
	if (status === 500) return `${status} ${text.slice(0, 300)}`;
	if (due && !due.includes(status))
		return `${status} ${type} ${text.slice(0, 300)}`;
	return null;
}

/** What an answer of MCP has to be without its database. */
function mcpWrongs({ status, type, text }: Answer): string | null {
	const said = `${status} ${type} ${text.slice(0, 300)}`;
	if (![503, 504].includes(status) || type !== "application/json") return said;
	const { jsonrpc, error } = JSON.parse(text);
	return jsonrpc === "2.0" && error?.code === -32000 && error.data?.code
		? null
		: said;
}

/** Sends all at once; answers what is wrong with the answers, a line for each. */
async function wrongsOf(
	requests: Prepared[],
	judge: (answer: Answer, name: string) => string | null,
): Promise<string[]> {
	const found = await Promise.all(
		requests.map(async ({ name, send }) => {
			const wrong = judge(await send(), name);
			return wrong === null ? [] : [`${name}: ${wrong}`];
		}),
	);
	return found.flat();
}

describe.each([
	["refuses connections", (line: Line) => line.cut()],
	["hangs", (line: Line) => line.hang()],
	[
		"ends its connections",
		(line: Line) =>
			line.terminate(
				`terminating connection due to administrator command (${CANARY})`,
			),
	],
] as const)("while the database %s", (what, fail) => {
	let target: Target;
	beforeAll(async () => {
		// Each request takes its whole time when nothing answers, and some do when each connection ends at its first statement.
		const ms = "5000";
		target = await openTarget(
			what === "refuses connections"
				? {}
				: { REQUEST_TIMEOUT_MS: ms, CHAT_REQUEST_TIMEOUT_MS: ms },
		);
	});
	afterAll(() => target.stop());

	test("every route and every message of MCP says so, and nothing of the driver", async () => {
		const routes = (await everyRoute(target)).filter(
			// Which has ten minutes for it.
			({ name }) => what !== "hangs" || !/(seed|sync)\b.*, admin$/.test(name),
		);
		const messages = await everyMessage(target);
		expect(routes.length).toBeGreaterThan(200);
		await fail(target.line);
		const wrong = await Promise.all([
			wrongsOf(routes, (answer, name) =>
				wrongs(
					target,
					answer,
					WITHOUT_DATABASE.test(name) ? null : [401, 403, 503, 504],
				),
			),
			wrongsOf(
				messages,
				(answer) => wrongs(target, answer, [503, 504]) ?? mcpWrongs(answer),
			),
		]);
		expect(wrong.flat()).toEqual([]);
	});
});

/** Lets nothing be written, as a full disk does, or one with the error `code`: `on` is what of it, and where. Answers what lets it be again. */
async function fill(
	sql: Sql,
	on: [event: string, table: string][],
	code = "53100",
) {
	await sql.unsafe(`
		CREATE OR REPLACE FUNCTION refuse_as_full() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			RAISE EXCEPTION 'could not extend file "base/16384/2619" (${CANARY}): No space left on device'
				USING ERRCODE = '${code}', HINT = 'Check free disk space.';
		END $$`);
	for (const [event, table] of on)
		await sql.unsafe(`
			CREATE TRIGGER is_full BEFORE ${event} ON ${table}
			FOR EACH STATEMENT EXECUTE FUNCTION refuse_as_full()`);
	return async () => {
		for (const [, table] of on)
			await sql.unsafe(`DROP TRIGGER is_full ON ${table}`);
	};
}

const everyTable = async (sql: Sql) => {
	const tables = await sql<{ name: string }[]>`
		SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
	return tables.map(({ name }): [string, string] => ["INSERT OR UPDATE", name]);
};

/** Requests that write, each by who may. */
const WRITES =
	/^((POST|PUT|PATCH) \/api\/(v1\/)?(attempts|settings|author\/packs), signed in|(POST|PUT) \/api\/(v1\/)?admin\/content(?!.*\/preview).*, admin)$/;

describe("while the database is full", () => {
	let target: Target;
	beforeAll(async () => {
		target = await openTarget();
	});
	afterAll(() => target.stop());

	test.each([
		["a session", ["INSERT", "mcp_sessions"], /initialize/, [503]],
		[
			"a subscription",
			["UPDATE OF subscriptions", "mcp_sessions"],
			/subscribe/,
			[200],
		],
		["an event", ["INSERT", "mcp_events"], /list|ping/, [200]],
	] as const)(
		"a request of MCP that cannot store %s is answered without the driver's words",
		async (what, on, names, due) => {
			const messages = await everyMessage(target);
			const empty = await fill(target.service.content, [[...on]]);
			const asked = messages.filter(({ name }) => names.test(name));
			expect(asked.length).toBeGreaterThan(1);
			const wrong = await wrongsOf(
				asked,
				(answer) =>
					wrongs(target, answer, [...due]) ??
					// What cannot be told again is told once.
					(what === "an event" && !answer.text.includes('"result"')
						? answer.text
						: null),
			);
			await empty();
			expect(wrong).toEqual([]);
		},
	);

	test("what cannot write for an error of the disk is answered as unavailable", async () => {
		const { content } = target.service;
		const mend = await fill(content, [["INSERT", "content_items"]], "58030");
		const { status, body } = await editor(target.service)(
			"POST",
			"",
			newItem(),
		);
		await mend();
		expect([status, body.code]).toEqual([503, "database_unavailable"]);
	});

	test("what writes says so, and nothing of the driver", async () => {
		const { service } = target;
		const routes = await everyRoute(target);
		const messages = await everyMessage(target);
		for (const sql of [service.sql, service.content])
			await fill(sql, await everyTable(sql));
		const wrong = await Promise.all([
			wrongsOf(routes, (answer, name) =>
				wrongs(target, answer, WRITES.test(name) ? [503] : null),
			),
			wrongsOf(
				messages,
				(answer) => wrongs(target, answer, [503]) ?? mcpWrongs(answer),
			),
		]);
		expect(wrong.flat()).toEqual([]);
	});

	test("what only reads is answered all the same", async () => {
		for (const path of ["packs", "content", "search?q=hello"]) {
			const answer = await fetch(`${target.service.front}/api/v1/${path}`);
			expect([path, answer.status]).toEqual([path, 200]);
		}
	});
});
