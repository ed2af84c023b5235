/**
 * Every route does as its description says with whatever the description lets through, and refuses the rest with a pointer. The seed is
 * printed; `SEED=… bun test ./api/test/openapi-properties.test.ts` makes the same requests again, and `TREELINE_TEST_SIZE=full` more of them.
 */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import fc from "fast-check";
import type { Problem } from "../server/errors.ts";
import { ADMIN_KEY, ADMIN_SECRET } from "./harness.ts";
import { startLlm, type TestLlm } from "./llm-provider.ts";
import { type Answer, type Asked, ask } from "./openapi/client.ts";
import {
	type Described,
	describedAt,
	type Operation,
} from "./openapi/document.ts";
import { ROUTES } from "./openapi/example-requests.ts";
import {
	inOffice,
	type Learner,
	WIDE,
	type World,
	worldOf,
} from "./openapi/fixtures.ts";
import {
	type Change,
	invalidChanges,
	type Refusal,
	validChanges,
} from "./openapi/generate-requests.ts";
import { type Secretive, secretive } from "./openapi/learner-secrets.ts";
import { departures } from "./openapi/response-deviations.ts";
import { arrivals } from "./openapi/sign-in-requests.ts";
import { type SigningIn, startSigningIn } from "./sign-in-client.ts";

const isFull = process.env.TREELINE_TEST_SIZE === "full";
/** The quick size draws the same cases in every run. */
const seed = Number(
	process.env.SEED ?? (isFull ? Date.now() % 1_000_000_000 : 1),
);
/** Of each route, valid and invalid requests. */
const numRuns = isFull ? 200 : 25;
console.log(`seed ${seed}, ${numRuns} requests of each kind`);

// All routes are asked at once.
setDefaultTimeout(300_000);

/** MCP and OAuth are in words of their own, for which they have tests of their own. */
const NAMES = Object.keys(ROUTES).filter(
	(name) => !/ \/api\/(mcp$|auth\/oauth\/)/.test(name),
);

/** A service with a world in it. Seeding and syncing change what all others read, so they have one for themselves. */
interface Place {
	signing: SigningIn;
	world: World;
	described: Described;
	/** Two learners who must not see each other's. */
	rivals: [Secretive, Secretive];
}

const SETTLING = "/api/admin/packs/";
let llm: TestLlm;
let main: Place;
let settling: Place;
beforeAll(async () => {
	llm = startLlm();
	[main, settling] = await Promise.all([openPlace(), openPlace()]);
});
afterAll(async () => {
	await Promise.all([main, settling].map(({ signing }) => signing.stop()));
	await llm.stop();
});

async function openPlace(): Promise<Place> {
	// Wrong secrets come from an address each, or the right one would be limited with them.
	const signing = await startSigningIn({
		...WIDE,
		...llm.settings,
		TRUSTED_PROXIES: "127.0.0.1/32",
	});
	const world = await worldOf(signing.service);
	return {
		signing,
		world,
		described: await describedAt(`${signing.service.front}/api/openapi.json`),
		rivals: [
			await secretive(world, "mark-of-olive"),
			await secretive(world, "mark-of-otto"),
		],
	};
}

/** One route, and how it is asked. */
interface Asks extends Place {
	name: string;
	operation: Operation;
	/** A request that works for a learner; the same again where it changes nothing. */
	working(learner: Learner): Promise<Asked>;
	/** Whoever is refused, which costs nothing. */
	refused: Learner;
	/** A request of theirs that would work. */
	sample: Asked;
}

async function asksOf(name: string): Promise<Asks> {
	const place = name.includes(SETTLING) ? settling : main;
	const { described, signing, world } = place;
	const operation = described.operations.find(
		({ method, path }) => name === `${method} ${path}`,
	);
	const arriving = arrivals(signing)[name];
	const asking = arriving ?? ROUTES[name];
	if (!operation || !asking) throw new Error(`${name} is not described`);
	const known = new Map<Learner, Asked>();
	const working = async (learner: Learner) => {
		const made =
			known.get(learner) ?? (await asking({ ...world, owner: learner }));
		if (operation.method === "GET" && !arriving) known.set(learner, made);
		return made;
	};
	const refused = await newcomer(place, operation);
	const sample = await working(refused);
	return { ...place, name, operation, working, refused, sample };
}

test.each([
	"GET /api/auth/session",
	"GET /api/auth/sessions",
	"GET /api/v1/author/packs",
	"GET /api/v1/challenges/{id}/attempts",
])("%s shows each learner what others may not see", async (name) => {
	const asks = await asksOf(name);
	for (const rival of asks.rivals) {
		const { answer } = await asked(asks, rival, await asks.working(rival), []);
		expect(answer.text).toContain(rival.mark);
		expect(strangers(asks, rival, answer)).toEqual([]);
	}
});

describe.each(NAMES)("%s", (name) => {
	test.concurrent("answers as documented, and nobody else's", async () => {
		const asks = await asksOf(name);
		const aims = aimsOf(asks);
		let done = 0;
		const property = fc.asyncProperty(
			validChanges(asks.described, asks.operation, asks.sample, aims),
			fc.nat({ max: 2 }),
			async (changes, turn) => {
				const learner = await askerOf(asks, turn);
				const { answer, told } = await asked(
					asks,
					learner,
					await asks.working(learner),
					changes,
				);
				if (answer.status < 400) done++;
				held(told, [
					...departures(asks.described, asks.operation, answer),
					...(isOurFault(answer) ? ["is a fault of ours"] : []),
					...strangers(asks, learner, answer),
				]);
			},
		);
		// Also the request that works as it is, so that each route takes one.
		await fc.assert(property, { seed, numRuns, examples: [[[], 0]] });
		expect(done, "none was taken").toBeGreaterThan(0);
	});

	test.concurrent("refuses what is not as documented, and says where", async () => {
		const asks = await asksOf(name);
		const property = fc.asyncProperty(
			invalidChanges(asks.described, asks.operation, asks.sample),
			async (change) => {
				const { answer, told } = await asked(asks, asks.refused, asks.sample, [
					change,
				]);
				held(told, [
					...wrongs(asks, change.expect as Refusal, answer),
					...strangers(asks, asks.refused, answer),
				]);
			},
		);
		await fc.assert(property, { seed, numRuns });
	});
});

/** All but the one that does something. */
const READS = NAMES.filter(
	(name) => name.startsWith("GET ") && !name.endsWith("/signout"),
);
test.each(READS)("%s by HEAD answers the same without a body", async (name) => {
	const asks = await asksOf(name);
	const { answer } = await asked(asks, asks.refused, asks.sample, []);
	const head = { ...(await asks.working(asks.refused)), method: "HEAD" };
	const { answer: bare } = await asked(asks, asks.refused, head, []);
	expect(bare.status).toBe(answer.status);
	expect(bare.type).toBe(answer.type);
	expect(bare.text).toBe("");
});

/** Reads are asked for by those who have something to read; changes by somebody new, who has no limit to meet. */
async function askerOf(
	{ operation, rivals, refused, ...place }: Asks,
	turn: number,
): Promise<Learner> {
	if (isForModerators(operation)) return refused;
	if (operation.method === "GET") return rivals[turn] ?? refused;
	return newcomer(place, operation);
}

/** Somebody new who may ask for this operation. */
const newcomer = (
	{ world: { service } }: Pick<Place, "world">,
	operation: Operation,
): Promise<Learner> =>
	isForModerators(operation)
		? inOffice(service, "administrator")
		: service.signIn();

/** What to aim at that is somebody's, by the names that paths have for it. */
function aimsOf({ rivals, world }: Place): Record<string, string[]> {
	const slugs = [world.packSlug, ...rivals.map(({ slug }) => slug)];
	return {
		slug: slugs,
		packSlug: slugs,
		challengeSlug: [world.challengeSlug],
		id: [world.challengeId, ...rivals.flatMap(({ ids }) => ids)],
	};
}

/** Asks as `learner` for what `working` asks for, after `changes`; `told()` is the request and its answer, for people. */
async function asked(
	{ name, operation, world }: Asks,
	learner: Learner,
	working: Asked,
	changes: Change[],
): Promise<{ answer: Answer; told(): string }> {
	const request = changes.reduce((from, change) => change.made(from), working);
	const proof = changes.find((change) => change.proof)?.proof;
	const headers = {
		...(proof
			? { ...proof, "x-forwarded-for": anyAddress() }
			: proofOf(operation, learner)),
		...request.headers,
	};
	const { backend, front } = world.service;
	const base = operation.internal ? backend : front;
	const answer = await ask(base, operation, { ...request, headers });
	const told =
		() => `${name}, ${changes.map(({ what }) => what).join(", ") || "as it is"}:
sent ${JSON.stringify(request).slice(0, 3000)}
answered ${answer.status} ${answer.text.slice(0, 2000)}`;
	return { answer, told };
}

const proofOf = (
	operation: Operation,
	{ cookie }: Learner,
): Record<string, string> => (isForAdmins(operation) ? ADMIN : { cookie });

const ADMIN = { "x-admin-secret": ADMIN_SECRET, "x-admin-key": ADMIN_KEY };

const isForAdmins = ({ security }: Operation) =>
	security.some((each) => "adminSecret" in each || "adminKey" in each);

/** By a session with a role. */
const isForModerators = ({ path }: Operation) =>
	path.startsWith("/api/v1/moderation/");

const anyAddress = () =>
	`10.${[...crypto.getRandomValues(new Uint8Array(3))].join(".")}`;

/** What comes back to the callback counts as the provider's word, and as the provider's fault. */
const isOurFault = ({ status, text }: Answer) =>
	status >= 500 && !text.includes('"code":"identity_provider_failed"');

function held(told: () => string, faults: string[]): void {
	if (faults.length > 0) throw new Error(`${faults.join("\n")}\n${told()}`);
}

/** Marks in an answer that are not of whoever asked. Names are known to moderators, and nothing else. */
function strangers(
	{ operation, rivals }: Asks,
	learner: Learner,
	{ text, headers }: Answer,
): string[] {
	const all = text + JSON.stringify([...headers]);
	const known = isForAdmins(operation) || isForModerators(operation);
	return rivals
		.filter(
			({ userId, mark, name }) =>
				userId !== learner.userId &&
				(known ? all.replaceAll(name, "") : all).includes(mark),
		)
		.map(({ mark }) => `shows the ${mark}`);
}

/** In what a refusal is not the one that is due. */
function wrongs(
	{ described, operation }: Asks,
	{ statuses, pointer }: Refusal,
	answer: Answer,
): string[] {
	if (!statuses.includes(answer.status)) return [`is not a ${statuses}`];
	if (answer.type !== "application/problem+json") return [`is ${answer.type}`];
	if (answer.status === 405) {
		const allowed = answer.headers.get("allow") ?? "";
		return allowed.includes(operation.method) ? [] : [`allows "${allowed}"`];
	}
	const { errors = [] } = JSON.parse(answer.text) as Problem;
	const found =
		pointer === null || errors.some((each) => related(each.pointer, pointer));
	return [
		...departures(described, operation, answer),
		...(found ? [] : [`does not point at ${pointer}`]),
	];
}

/** Whether one place is the other, or within it. */
const related = (one: string, other: string) =>
	`${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
