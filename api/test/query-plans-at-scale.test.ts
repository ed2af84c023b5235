import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
	addAttempts,
	fill,
	idOf,
	settle,
	tokenOf,
} from "../bench/fill-large-database.ts";
import { hashOf, newToken } from "../server/session-authentication.ts";
import { ADMIN_KEY, serviceForFile } from "./harness.ts";
import { buffersOf, nodesOf, openPlans, type Plan } from "./query-plans.ts";
import { launchPack, seedInto } from "./seed-packs.ts";

// A crowd takes its time on a busy machine.
setDefaultTimeout(240_000);

const CROWD = {
	packs: 1000,
	challenges: 8000,
	learners: 1000,
	attempts: 30_000,
};
/** More attempts, of all learners but the one who asks. */
const OTHERS = 90_000;
/** From the sixth time on the server may keep one plan for all values of a statement. */
const TIMES = 7;
/** Blocks of 8 kB: for each row the way through an index or two, and what it leads to. */
const MOST_FOR_A_ROW = 8;

const CHALLENGE = idOf("challenge", 8);
const READS = {
	"list of packs": "/packs",
	"longest list": "/packs?limit=100",
	"third page": "/packs?limit=50&offset=100",
	"narrowed list":
		"/packs?tag=tag-3&language=python&difficulty=beginner&q=form",
	pack: "/packs/pack-8",
	challenge: `/challenges/${CHALLENGE}`,
	"challenge by slugs": "/packs/pack-8/challenges/challenge-8",
	"search for a common word": "/search?q=a&limit=100",
	"search for a rare word": "/search?q=form+1234",
	"search that finds nothing": "/search?q=zebra",
	"history of attempts": `/challenges/${CHALLENGE}/attempts`,
	"attempt with its files": `/attempts/${idOf("attempt", 0)}`,
	"author's packs": "/author/packs",
	"author's pack": "/author/packs/pack-10",
	"disputes at an author's pack": "/author/packs/pack-10/disputes",
	session: "/auth/session",
	sessions: "/auth/sessions",
	"personal tokens": "/account/tokens",
	settings: "/settings",
	"packs for a command line": "/cli/packs?limit=100",
	"pack for a command line": "/cli/packs/pack-8",
};

const [CLASS, ASSIGNED] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
const ASSIGNMENT = `/classes/${CLASS}/assignments/${ASSIGNED}`;
/** They grow with the attempts of the class's members. */
const CLASS_READS = {
	classes: "/classes",
	class: `/classes/${CLASS}`,
	"progress of a class": `${ASSIGNMENT}/progress`,
	"progress of a class by check": `${ASSIGNMENT}/challenges/${CHALLENGE}/checks`,
};
const MEMBERS = 200;

const service = await serviceForFile({ CONTENT_RATE_LIMIT_CAPACITY: "10000" });
let plansOf: Awaited<ReturnType<typeof openPlans>>;
beforeAll(async () => {
	await seedInto(service, await launchPack());
	await fill(service.sql, CROWD);
	await addAttempt(idOf("attempt", 0));
	await addDisputesAndDrafts();
	await addTokens();
	await addClasses();
	plansOf = await openPlans(service);
});

/** An attempt of the learner who asks. */
const addAttempt = (id: string) =>
	service.sql`
		INSERT INTO attempts (id, user_id, challenge_id, challenge_version, passed)
		VALUES (${id}, ${idOf("learner", 1)}, ${CHALLENGE}, 1, true)`;

/** One at each challenge. */
async function addDisputesAndDrafts(): Promise<void> {
	const { json } = service.sql;
	const failed = json([{ check: null, message: "A syntax error." }]);
	const files = json([{ path: "app.js", content: "app.get(;" }]);
	await service.sql`
		INSERT INTO disputes (id, user_id, challenge_id, challenge_version, failed, files)
		SELECT gen_random_uuid(), ${idOf("learner", 1)}, id, 1, ${failed}, ${files} FROM challenges`;
	await service.sql`
		INSERT INTO drafts (user_id, challenge_id, revision, files, bytes)
		SELECT ${idOf("learner", 1)}, id, gen_random_uuid(), ${files}, 100 FROM challenges`;
	await service.sql`ANALYZE disputes, drafts`;
}

/** One of each learner, and one that the learner who asks has the value of. */
async function addTokens(): Promise<void> {
	await service.sql`
		INSERT INTO personal_tokens (id, user_id, token_hash, name, scopes)
		SELECT gen_random_uuid(), id, 'of-a-test-' || id, 'A script', '{read}' FROM users`;
	await service.sql`
		INSERT INTO personal_tokens (id, user_id, token_hash, name, scopes)
		VALUES (${Bun.randomUUIDv7()}, ${idOf("learner", 1)}, ${hashOf(TOKEN)}, 'A script', '{read}')`;
	await service.sql`
		INSERT INTO oauth_grants (id, user_id, client_id, client_name, redirect_host, scopes, resource, expires_at)
		SELECT gen_random_uuid(), id, 'of-a-test', 'An app', 'localhost', '{read}', 'of-a-test', now() + interval '1 day' FROM users`;
	await service.sql`
		INSERT INTO hints_shown (user_id, challenge_id, step) SELECT ${idOf("learner", 1)}, id, 1 FROM challenges`;
	await service.sql`ANALYZE personal_tokens, oauth_grants, hints_shown`;
}

/** One of each learner, and one of the learner who asks with many members, which is assigned the pack that the others work on, too. */
async function addClasses(): Promise<void> {
	const { sql } = service;
	await sql`
		INSERT INTO classes (id, teacher_id, name) SELECT gen_random_uuid(), id, 'A class' FROM users`;
	await sql`
		INSERT INTO class_members (id, class_id, user_id)
		SELECT gen_random_uuid(), id, teacher_id FROM classes`;
	await sql`
		INSERT INTO class_assignments (id, class_id, pack_id)
		SELECT gen_random_uuid(), c.id, p.id FROM classes c, packs p WHERE p.slug = 'pack-8'`;
	await sql`
		INSERT INTO classes (id, teacher_id, name) VALUES (${CLASS}, ${idOf("learner", 1)}, 'A large class')`;
	await sql`
		INSERT INTO class_members (id, class_id, user_id, joined_at)
		SELECT gen_random_uuid(), ${CLASS}, id, 'epoch' FROM users WHERE id > ${idOf("learner", 10)} ORDER BY id LIMIT ${MEMBERS}`;
	await sql`
		INSERT INTO class_assignments (id, class_id, pack_id)
		SELECT ${ASSIGNED}, ${CLASS}, id FROM packs WHERE slug = 'pack-8'`;
	await sql`
		INSERT INTO attempts (id, user_id, challenge_id, challenge_version, passed)
		SELECT gen_random_uuid(), m.user_id, c.id, 1, n = 2
		FROM class_members m, challenges c JOIN packs p ON p.id = c.pack_id, generate_series(0, 2) n
		WHERE m.class_id = ${CLASS} AND p.slug = 'pack-8'`;
	await sql`VACUUM (ANALYZE) attempts, classes, class_members, class_assignments`;
}

const TOKEN = newToken();

const BEARER = { authorization: `Bearer ${TOKEN}` };
const LEARNER = { cookie: `JSESSIONID=${tokenOf(1)}` };

async function ask(path: string, init: RequestInit = { headers: LEARNER }) {
	const answer = await fetch(`${service.front}/api/v1${path}`, init);
	const body = await answer.text();
	if (!answer.ok) throw new Error(body);
	return JSON.parse(body);
}

/** What the statements of a read look at, once everything is warm; the least of three, since the service's own statements fall in between. */
const buffersFor = async (path: string, init?: RequestInit) => {
	await ask(path, init);
	const read = async () => buffersOf(await plansOf(() => ask(path, init)));
	return Math.min(await read(), await read(), await read());
};

/** Makes what the service keeps of answers out of date. */
const forget = () =>
	service.sql`UPDATE catalogue_revision SET revision = revision + 1`;

/** Tables that have one row, or of which one is read, or that hold what an administrator has set up. */
const SMALL = [
	"catalogue_revision",
	"content_revision",
	"mcp_sessions",
	"webhook_endpoints",
];

const scans = (plans: Plan[]) =>
	plans.flatMap(({ text, root }) =>
		nodesOf(root)
			.filter(
				(node) =>
					/Seq Scan/.test(node["Node Type"]) &&
					!SMALL.includes(node["Relation Name"] ?? ""),
			)
			.map((node) => `${node["Relation Name"]}: ${text}`),
	);

describe("no table that grows is read from end to end", () => {
	const everyone = Object.entries({ ...READS, ...CLASS_READS }).flatMap(
		([name, path]) => [
			[name, "a learner", path, { headers: LEARNER }] as const,
			...(/account|attempts|author|class|session|settings/.test(path)
				? []
				: [[name, "nobody", path, {}] as const]),
			...(name === "settings"
				? [[name, "a personal token", path, { headers: BEARER }] as const]
				: []),
		],
	);
	test.each(everyone)("%s, asked by %s", async (_, __, path, init) => {
		const plans = await plansOf(async () => {
			for (let time = 0; time < TIMES; time++) {
				await forget();
				await ask(path, init);
			}
		});
		expect(plans.length).toBeGreaterThanOrEqual(TIMES);
		expect(scans(plans)).toEqual([]);
	});

	test("a new attempt, stored and sent again", async () => {
		const sent = {
			challengeId: CHALLENGE,
			passed: true,
			files: [{ path: "app.js", content: "export {};" }],
			clientAttemptId: crypto.randomUUID(),
		};
		const init = {
			method: "POST",
			headers: { ...LEARNER, "content-type": "application/json" },
			body: JSON.stringify(sent),
		};
		const plans = await plansOf(async () => {
			for (let time = 0; time < TIMES; time++) await ask("/attempts", init);
		});
		expect(plans.some(({ text }) => text.includes("INSERT"))).toBe(true);
		expect(scans(plans)).toEqual([]);
	});

	test("a challenge that is deleted by its author", async () => {
		const id = idOf("challenge", 10);
		await service.sql`DELETE FROM attempts WHERE challenge_id = ${id}`;
		const plans = await plansOf(() =>
			fetch(`${service.front}/api/v1/author/challenges/${id}`, {
				method: "DELETE",
				headers: LEARNER,
			}).then(({ status }) => expect(status).toBe(204)),
		);
		const searches = plans.filter(({ root }) =>
			nodesOf(root).some((node) => node["Relation Name"] === "attempts"),
		);
		// By the statement itself, and by the database for the foreign key.
		expect(searches.length).toBeGreaterThanOrEqual(2);
		expect(scans(plans)).toEqual([]);
		const [left] = await service.sql`SELECT FROM challenges WHERE id = ${id}`;
		expect(left).toBeUndefined();
	});
});

test("the progress of a class of 200 is one statement about attempts, which reads their index alone, a few blocks for each result", async () => {
	let body: Awaited<ReturnType<typeof ask>>;
	const plans = await plansOf(async () => {
		body = await ask(CLASS_READS["progress of a class"]);
	});
	const { challenges, learners } = body.data;
	const results = learners.flatMap((one: { results: object[] }) => one.results);
	expect(learners).toHaveLength(MEMBERS);
	expect(results).toHaveLength(MEMBERS * challenges.length);
	for (const result of results)
		expect(result).toMatchObject({ passedAt: expect.any(String) });
	const reads = plans.filter(({ root }) =>
		nodesOf(root).some((node) => node["Relation Name"] === "attempts"),
	);
	expect(reads).toHaveLength(1);
	const nodes = nodesOf((reads[0] as Plan).root).filter(
		(node) => node["Relation Name"] === "attempts",
	);
	expect(nodes.map((node) => node["Node Type"])).toEqual(["Index Only Scan"]);
	expect(buffersOf(reads) / results.length).toBeLessThan(MOST_FOR_A_ROW);
});

test("a list that is narrowed by tags is asked for in one statement, however many there are", async () => {
	const statementsFor = async (...tags: string[]) => {
		await forget();
		const query = new URLSearchParams(tags.map((tag) => ["tag", tag]));
		const plans = await plansOf(() => ask(`/packs?${query}`, {}));
		return plans.map(({ text }) => text).sort();
	};
	const one = await statementsFor("tag-3");
	expect(one.join()).toContain("pack_tags");
	expect(await statementsFor("tag-3", "tag-4")).toEqual(one);
	const many = Array.from({ length: 30 }, (_, n) => `tag-${n}`);
	expect(await statementsFor(...many)).toEqual(one);
});

test("a search for a common word ranks a thousand of four thousand, which it takes from a sample of the titles", async () => {
	const path = READS["search for a common word"];
	let body: Awaited<ReturnType<typeof ask>>;
	const plans = await plansOf(async () => {
		await forget();
		body = await ask(path);
	});
	const [{ fits } = { fits: 0 }] = await service.sql<{ fits: number }[]>`
		SELECT count(*)::int AS fits FROM challenges WHERE title_words @@ to_tsquery('simple', 'a:*')`;
	expect(fits).toBeGreaterThan(CROWD.challenges / 2 - 1);
	const nodes = plans
		.flatMap(({ root }) => nodesOf(root))
		.filter((node) => node["Actual Loops"] === 1);
	const types = nodes.map((node) => node["Node Type"]);
	expect(types).toContain("Index Only Scan");
	expect(types).not.toContain("Bitmap Index Scan");
	// Every other title has the word.
	const read = nodes.map((node) => node["Actual Rows"]);
	expect(Math.max(...read)).toBeLessThan(3000);
	expect(body.meta.total).toBe(1000);
	const words = body.data.map(({ title }: { title: string }) => title);
	expect(words).toHaveLength(100);
	for (const title of words) expect(title).toMatch(/\ba/i);
});

test("shows a learner with thousands of attempts the status of each challenge of a pack", async () => {
	const { sql } = service;
	const learner = idOf("learner", 5);
	await sql`
		INSERT INTO attempts (id, user_id, challenge_id, challenge_version, passed)
		SELECT gen_random_uuid(), ${learner}, id, 1, "order" % 2 = 0 FROM challenges ORDER BY id LIMIT 4000`;
	const expected = await sql<{ id: string; status: string }[]>`
		SELECT c.id, CASE bool_or(a.passed) WHEN true THEN 'passed' WHEN false THEN 'attempted' ELSE 'not_started' END AS status
		FROM packs p JOIN challenges c ON c.pack_id = p.id LEFT JOIN attempts a ON a.challenge_id = c.id AND a.user_id = ${learner}
		WHERE p.slug = 'pack-8' AND c.retired_at IS NULL GROUP BY c.id ORDER BY c.id`;
	const cookie = `JSESSIONID=${tokenOf(5)}`;
	const { data } = await ask("/packs/pack-8", { headers: { cookie } });
	const statuses = (data.challenges as { _id: string; status: string }[]).map(
		({ _id, status }) => ({ id: _id, status }),
	);
	expect(statuses.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
		...expected,
	]);
	expect(new Set(statuses.map(({ status }) => status)).size).toBe(3);
});

describe("what is looked at grows with what is answered", () => {
	test.each([
		["list of packs", "/packs?limit="],
		["search", "/search?q=a&limit="],
		["author's packs", "/author/packs?limit="],
		["packs for a command line", "/cli/packs?limit="],
	])("%s, by its rows", async (_, path) => {
		const few = await buffersFor(`${path}10`);
		const many = await buffersFor(`${path}100`);
		expect((many - few) / 90).toBeLessThan(MOST_FOR_A_ROW);
	});

	test("by the attempts of others not at all", async () => {
		const before = await each(buffersFor);
		const size = { ...CROWD, attempts: OTHERS };
		await addAttempts(service.sql, size, { after: CROWD.attempts, first: 2 });
		await settle(service.sql);
		const after = await each(buffersFor);
		const grown = Object.keys(READS).filter(
			(name) => (after[name] ?? 0) > 1.2 * (before[name] ?? 0) + 5,
		);
		expect({ grown, before, after }).toEqual({ grown: [], before, after });
	});
});

// Last, since from here on the server tells the plans of content, too.
test("content that is created with a key reads no table from end to end, although the plans are from when there was none", async () => {
	const plansOfContent = await openPlans({ ...service, sql: service.content });
	const create = async () => {
		const slug = crypto.randomUUID();
		const answer = await fetch(`${service.front}/api/v1/admin/content`, {
			method: "POST",
			headers: {
				...{ "content-type": "application/json", "x-admin-key": ADMIN_KEY },
				"idempotency-key": slug,
			},
			body: JSON.stringify({ type: "project", slug, data: {} }),
		});
		expect(answer.status).toBe(201);
	};
	const plans = await plansOfContent(async () => {
		for (let time = 0; time < TIMES; time++) await create();
	});
	expect(plans.some(({ text }) => text.includes("content_answers"))).toBe(true);
	expect(scans(plans)).toEqual([]);
});

/** By `read`, each of the reads. */
async function each(read: (path: string) => Promise<number>) {
	const results: Record<string, number> = {};
	for (const [name, path] of Object.entries(READS))
		results[name] = await read(path);
	return results;
}
