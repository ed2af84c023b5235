/** The chat with a provider that fails, in every way: what the visitor is told, what is stored, and when the provider is left alone. */
import {
	afterAll,
	afterEach,
	beforeAll,
	describe,
	expect,
	test,
} from "bun:test";
import { until } from "../../test/attempts-client.ts";
import { type Said, say, stored, TALKATIVE } from "../../test/chat-client.ts";
import { type Program, serviceForFile } from "../../test/harness.ts";
import { LLM_WORDS, type LlmFault, startLlm } from "../../test/llm-provider.ts";
import type { BreakerState } from "../metrics/language-model-metrics.ts";
import { breaker } from "./circuit-breaker.ts";
import { concurrencyLimit } from "./concurrent-turn-limit.ts";
import { takeTurn } from "./conversation-turn.ts";
import { languageModel } from "./language-model-client.ts";

/** In milliseconds: long enough for a busy machine to answer, short enough to wait for. A sixth of it is the time for a first byte. */
const TIMEOUT = 15_000;

const llm = startLlm();
const service = await serviceForFile({
	...TALKATIVE,
	...llm.settings,
	CHAT_REQUEST_TIMEOUT_MS: String(TIMEOUT),
});
/** One that gives its provider all the time there is. */
let patient: Program;
/** Turns that fail when their time is up; they are waited for while the others are tried. */
const slow = new Map<LlmFault, Promise<Said>>();
beforeAll(async () => {
	patient = await service.another({ CHAT_REQUEST_TIMEOUT_MS: "" });
	for (const fault of ["drip", "silence", "headers"] as const) {
		llm.fault = fault;
		const asked = llm.asked.length;
		slow.set(fault, turn(`v-${fault}`));
		await until(() => llm.asked.length > asked);
	}
	llm.fault = null;
});
afterAll(() => llm.stop());
afterEach(() => {
	llm.fault = null;
	llm.whole = false;
	llm.before = () => {};
});

const turnAt =
	(at: () => { front: string }) =>
	(visitorId: string, more: object = {}) =>
		say(at().front, { message: `Says ${visitorId}`, visitorId, ...more });
const turn = turnAt(() => service);
const patientTurn = turnAt(() => patient);

const FAULTS: [LlmFault, status: number, code: string][] = [
	["silence", 504, "llm_timeout"],
	["headers", 504, "llm_timeout"],
	["endless", 502, "llm_unavailable"],
	["reset", 502, "llm_unavailable"],
	["cut", 502, "llm_unavailable"],
	["500", 502, "llm_unavailable"],
	["429", 502, "llm_unavailable"],
	["not-json", 502, "llm_unavailable"],
	["not-completion", 502, "llm_unavailable"],
	["not-text", 502, "llm_unavailable"],
	["error-event", 502, "llm_unavailable"],
	["empty", 502, "llm_unavailable"],
	["used-up", 502, "llm_unavailable"],
	["401", 502, "llm_unavailable"],
	["redirect", 502, "llm_unavailable"],
	["filtered", 502, "llm_unavailable"],
];

/** How a turn fails, and that the conversation goes on. */
async function expectFailure(fault: LlmFault, status: number, code: string) {
	llm.fault = fault;
	const visitorId = `v-${fault}`;
	const failed = await (slow.get(fault) ?? turn(visitorId));
	expect([failed.status, failed.code]).toEqual([status, code]);
	expect(failed.text).not.toContain(LLM_WORDS);
	expect(failed.text).not.toContain("127.0.0.1");
	expect(await stored(service, visitorId)).toMatchObject([
		{ role: "user", content: `Says ${visitorId}` },
	]);
	// Its call has ended, too; so far there are no others that were given up.
	if (fault === "silence") await until(() => llm.left > 0);
	if (fault === "headers") await until(() => llm.left > 1);
	// The conversation goes on with what was said.
	llm.fault = null;
	const sessionId = failed.headers.get("chat-session") ?? "";
	const next = await turn(visitorId, { message: "Again", sessionId });
	expect(next.reply?.session.messageCount).toBe(3);
	expect(llm.asked.at(-1)?.messages.at(-1)?.content).toBe(
		`Says ${visitorId}\n\nAgain`,
	);
	expect(llm.refused).toEqual([]);
}

describe("each fault, between replies that work", () => {
	test.each(FAULTS)("%s is answered with %i %s", expectFailure);
});

test("a visitor who leaves takes the call along, and what he said stays", async () => {
	const [asked, left] = [llm.asked.length, llm.left];
	llm.fault = "silence";
	const leaving = new AbortController();
	const answer = fetch(`${service.front}/api/v1/chat`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ message: "Bye", visitorId: "v-leaves" }),
		signal: leaving.signal,
	}).catch(() => null);
	await until(async () => llm.asked.length > asked);
	leaving.abort();
	await answer;
	await until(async () => llm.left > left);
	expect(await stored(service, "v-leaves")).toMatchObject([
		{ role: "user", content: "Bye" },
	]);
	expect(service.printed()).not.toContain("AbortError");
});

test("five failures in a row leave the provider alone, and readiness tells", async () => {
	const guarded = await service.another({ CHAT_REQUEST_TIMEOUT_MS: "" });
	const guardedTurn = turnAt(() => guarded);
	const readiness = async () =>
		(await fetch(`${guarded.front}/api/health/ready`)).json();
	expect((await readiness()).checks.llm).toBe("ok");
	llm.fault = "500";
	const statuses = [];
	for (let time = 1; time <= 5; time++)
		statuses.push((await guardedTurn("v-breaker")).code);
	expect(statuses).toEqual(Array(5).fill("llm_unavailable"));
	const asked = llm.asked.length;
	const open = await guardedTurn("v-open");
	expect([open.status, open.code]).toEqual([502, "llm_circuit_open"]);
	const wait = Number(open.headers.get("retry-after"));
	expect(wait).toBeGreaterThan(0);
	expect(wait).toBeLessThanOrEqual(30);
	expect(llm.asked.length).toBe(asked);
	expect(await stored(service, "v-open")).toEqual([]);
	expect(await readiness()).toMatchObject({
		status: "degraded",
		checks: { database: "ok", llm: "error" },
	});
});

test.each(["empty", "used-up", "filtered", "401"] as const)(
	"six answers in a row that are %s are no failures of the provider, which is asked on",
	async (fault) => {
		llm.fault = fault;
		const codes = [];
		for (let time = 1; time <= 6; time++)
			codes.push((await patientTurn(`v-six-${fault}`)).code);
		expect(codes).toEqual(Array(6).fill("llm_unavailable"));
		llm.fault = null;
		expect((await patientTurn(`v-seventh-${fault}`)).status).toBe(200);
	},
);

test("30 seconds later one turn alone tries the provider, and lets in all others once it works", async () => {
	let now = 0;
	const { LLM_BASE_URL = "", LLM_API_KEY = "", LLM_MODEL = "" } = llm.settings;
	const settings = {
		baseUrl: LLM_BASE_URL,
		apiKey: LLM_API_KEY,
		model: LLM_MODEL,
	};
	const asking = {
		llm: languageModel(settings, 180_000),
		breaker: breaker(() => now),
		concurrencyLimit: concurrencyLimit(),
	};
	const take = (visitorId: string) =>
		takeTurn(
			service.content,
			asking,
			{ message: `Says ${visitorId}` },
			{
				visitorId,
				network: "a-network",
				ipHash: "0".repeat(32),
				userAgent: "",
				keyed: null,
			},
			{
				leaving: new AbortController().signal,
				onSession: () => {},
				onReplayed: () => {},
				onText: () => {},
			},
		);
	llm.fault = "500";
	for (let time = 1; time <= 5; time++)
		await expect(take("v-fails")).rejects.toThrow("llm_unavailable");
	llm.fault = null;
	now = 29_999;
	await expect(take("v-early")).rejects.toThrow("llm_circuit_open");
	expect(await stored(service, "v-early")).toEqual([]);

	now = 30_000;
	const held = Promise.withResolvers<void>();
	llm.before = () => held.promise;
	const asked = llm.asked.length;
	const probe = take("v-probe");
	await until(() => llm.asked.length > asked);
	await expect(take("v-other")).rejects.toThrow("llm_circuit_open");
	held.resolve();
	expect((await probe).message.content).toBe("A reply.");
	expect((await take("v-other")).message.content).toBe("A reply.");
});

test("a provider that is not there is a failure like others", async () => {
	const gone = startLlm();
	await gone.stop();
	const lonely = await service.another(gone.settings);
	const codes = [];
	for (let time = 1; time <= 6; time++)
		codes.push((await say(lonely.front, { message: "Hello?" })).code);
	expect(codes).toEqual([
		...Array(5).fill("llm_unavailable"),
		"llm_circuit_open",
	]);
});

describe("the breaker", () => {
	/** `f` fails, `w` works, `n` says nothing; `b` begins a call that `F` and `W` end; a number passes as many seconds. */
	const traces: [string, string, BreakerState][] = [
		["four failures", "ffff", "closed"],
		["five", "fffff", "open"],
		["five that are not in a row", "ffffwf", "closed"],
		["five with calls between them of which nobody knows", "ffnfnff", "open"],
		["almost 30 seconds later", "fffff 29.9", "open"],
		["30 seconds later", "fffff 30", "half_open"],
		["a probe that works", "fffff 30 w", "closed"],
		["a probe that works, and four failures", "fffff 30 wffff", "closed"],
		["a probe that fails", "fffff 30 f", "open"],
		["30 seconds after it", "fffff 30 f 30", "half_open"],
		["a probe of which nobody knows", "fffff 30 n", "half_open"],
		["and another that works", "fffff 30 nw", "closed"],
		["a call from before that works", "bfffffW", "open"],
		[
			"a call from before that fails when it is closed again",
			"bfffff 30 wffffF",
			"closed",
		],
	];
	test.each(traces)("after %s (%s) is %s", (_, trace, state) => {
		let now = 0;
		const tried = breaker(() => now);
		let begun: ReturnType<typeof tried.admit> | null = null;
		for (const step of trace.match(/[a-zA-Z]|[\d.]+/g) ?? []) {
			if (step === "b") begun = tried.admit();
			else if (step === "F") begun?.failed();
			else if (step === "W") begun?.worked();
			else if (/\d/.test(step)) now += Number(step) * 1000;
			else {
				const leave = tried.admit();
				if (step === "f") leave.failed();
				if (step === "w") leave.worked();
				leave.end();
			}
		}
		expect(tried.state()).toBe(state);
	});

	test("lets one in alone when it is half open", () => {
		let now = 0;
		const tried = breaker(() => now);
		for (let time = 1; time <= 5; time++) tried.admit().failed();
		expect(() => tried.admit()).toThrow("llm_circuit_open");
		now += 30_000;
		const probe = tried.admit();
		expect(() => tried.admit()).toThrow("llm_circuit_open");
		probe.end();
		tried.admit().worked();
		tried.admit();
	});
});

describe("replies at once", () => {
	test("are four for an address", async () => {
		const held = Promise.withResolvers<void>();
		const before = llm.asked.length;
		llm.before = () => held.promise;
		const four = [1, 2, 3, 4].map(() => patientTurn("v-four"));
		await until(async () => llm.asked.length === before + 4);
		const fifth = await patientTurn("v-fifth");
		expect([fifth.status, fifth.code]).toEqual([429, "rate_limited"]);
		expect(Number(fifth.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(await stored(service, "v-fifth")).toEqual([]);
		held.resolve();
		for (const { status } of await Promise.all(four)) expect(status).toBe(200);
		expect((await patientTurn("v-fifth")).status).toBe(200);
	});

	test("have a bound in all, and room again when one is over", async () => {
		const enter = concurrencyLimit(3, 2);
		const held = Promise.withResolvers<void>();
		const first = enter("a", () => held.promise);
		const stay = () => new Promise<void>(() => {});
		enter("a", stay);
		await expect(enter("a", stay)).rejects.toThrow("rate_limited");
		enter("b", stay);
		await expect(enter("b", stay)).rejects.toThrow("overloaded");
		held.reject(new Error("it failed"));
		await expect(first).rejects.toThrow("it failed");
		expect(await enter("b", async () => "room")).toBe("room");
	});
});

test("an address has five turns, and one more every three seconds", async () => {
	const few = await service.another({
		RATE_LIMIT_CAPACITY: "",
		RATE_LIMIT_REFILL_RATE: "",
	});
	const first = await say(few.front, { message: "Hello?" });
	expect(first.status).toBe(200);
	expect(first.headers.get("ratelimit-policy")).toBe('"chat";q=5;w=16');
	// What is not valid costs a turn too, and takes no time that would bring back another.
	const answers = await Promise.all(
		Array.from({ length: 40 }, () => say(few.front, { message: "" })),
	);
	const refused = answers.filter(({ status }) => status === 429);
	expect(refused.length).toBeGreaterThan(0);
	expect(answers.length - refused.length).toBeGreaterThanOrEqual(4);
	for (const { code, headers } of refused) {
		expect(code).toBe("rate_limited");
		expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
	}
});

describe("at last", () => {
	test("a reply that drips is answered with 504 llm_timeout", () =>
		expectFailure("drip", 504, "llm_timeout"));

	test("why is for the log alone", async () => {
		const reasons = () =>
			service.printed().match(/"message":"chat: [^"]*"/g) ?? [];
		await until(() => reasons().length >= FAULTS.length + 1);
		for (const word of ["no first byte", "no end in time", "it answered 429"])
			await until(() => reasons().join().includes(word));
		expect(service.printed()).not.toContain(LLM_WORDS);
		expect(service.printed()).not.toContain("that-must-not-leak");
	});
});
