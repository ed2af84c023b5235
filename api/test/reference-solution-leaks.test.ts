/**
 * What stays with an author: every reference solution has a mark of its own, and everything that the API says to anybody is searched
 * for it. A debrief likewise, which a learner reads after a pass or a recorded give-up (contract, section 3).
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readPacks, seedBody } from "@treeline/packs/disk";
import { until } from "./attempts-client.ts";
import { serviceForFile } from "./harness.ts";
import {
	askBackend,
	askFront,
	type Everyones,
} from "./openapi/access-matrix.ts";
import type { Answer } from "./openapi/client.ts";
import { type Described, describedAt } from "./openapi/document.ts";
import {
	DEBRIEF_MARK,
	headersOf,
	type Learner,
	officesOf,
	ownedPack,
	REFERENCE_MARK,
	type Requester,
	STANDINGS,
	WIDE,
	type World,
	withTokens,
	worldOf,
} from "./openapi/fixtures.ts";
import { SIGN_IN } from "./openapi/session-fixtures.ts";

const PACKS = join(import.meta.dir, "../../packs");

const service = await serviceForFile({
	...WIDE,
	...SIGN_IN,
	LOG_LEVEL: "debug",
});
let world: World;
let front: Described;
let backend: Described;
beforeAll(async () => {
	world = await worldOf(service);
	front = await describedAt(`${service.front}/api/openapi.json`);
	backend = await describedAt(`${service.backend}/api/openapi.json`);
});

/** Marks that begin so, wherever they stand in a text. */
const marksIn = (begin: string, text: string) => [
	...new Set(text.match(new RegExp(`${begin}-of-[\\w-]+`, "g"))),
];

/** All that an answer says: its headers, too. */
const said = ({ status, headers, text }: Answer) =>
	[status, ...[...headers].map((pair) => pair.join(": ")), text].join("\n");

/** Where an author reads all of their packs at once, and where they write a challenge. */
const ALL_PACKS = "GET /api/v1/account/export";
const WRITING = "POST /api/v1/author/packs/{slug}/challenges";
/** Who may read as the owner's packs' author: the owner, and the token that has the scope `author`. */
const AUTHORS: readonly Requester[] = ["signed in", "token: all"];
/** Who is a learner, or a learner's program. */
const LEARNERS: readonly Requester[] = [
	...AUTHORS,
	"other owner",
	"author",
	"moderator",
	"administrator",
	"token: read",
];

/** The routes where an author reads what he wrote. */
const TO_AUTHORS = [
	ALL_PACKS,
	"GET /api/v1/author/challenges/{id}",
	"GET /api/v1/author/packs/{slug}",
	"GET /api/v1/author/packs/{slug}/export",
	"PATCH /api/v1/author/challenges/{id}",
	"PATCH /api/v1/author/packs/{slug}",
	WRITING,
];
/** The routes where a learner reads a debrief. */
const TO_LEARNERS = [
	"GET /api/v1/challenges/{id}",
	"GET /api/v1/packs/{slug}/challenges/{challengeSlug}",
];
/** Those who approve packs, and the routes where they read all that learners will. */
const MODERATORS = ["moderator", "administrator", "admin"];
const TO_MODERATORS = [
	"GET /api/admin/moderation/packs/{slug}",
	"GET /api/v1/moderation/packs/{slug}",
];

/** Which marks who was told where, but for those that the request itself brought. */
const toldMarks = (asked: Everyones[], begin: string) =>
	asked.flatMap(({ route, actor, given, answer }) =>
		marksIn(begin, said(answer))
			.filter((mark) => !JSON.stringify(given).includes(mark))
			.map((mark) => ({ route, actor, mark })),
	);

describe.each(STANDINGS)("of packs that are %s", (standing) => {
	let asked: Everyones[];
	/** Ends of the marks of the owner's challenges. */
	let owned: string[];
	beforeAll(async () => {
		const learners = {
			owner: await withTokens(service, await service.signIn("Olive Owner")),
			other: await service.signIn("Otto Other"),
			offices: await officesOf(service),
		};
		const own = { ...world, ...learners, standing };
		const { slug, ids } = await ownedPack(own);
		const challengeId = ids[0] ?? "";
		const asking = { ...own, packSlug: slug, challengeId };
		asked = [
			...(await askFront(asking, front)),
			...(await askBackend(asking, backend)),
		];
		const rows = await service.sql<{ id: string }[]>`
			SELECT c.id FROM challenges c JOIN packs p ON p.id = c.pack_id
			WHERE p.author_user_id = ${learners.owner.userId}`;
		owned = rows.map(({ id }) => id);
	});

	test("a reference solution is told to their author, where he reads what he wrote, and to nobody else", () => {
		const told = toldMarks(asked, REFERENCE_MARK);
		/** What the author wrote by an earlier request, with a mark of its own. */
		const sent = asked
			.filter(
				({ actor, route }) => AUTHORS.includes(actor) && route === WRITING,
			)
			.flatMap(({ given }) => marksIn(REFERENCE_MARK, JSON.stringify(given)));
		const ownWords = told.filter(
			({ route, actor, mark }) =>
				AUTHORS.includes(actor) &&
				TO_AUTHORS.includes(route) &&
				(owned.some((id) => mark.endsWith(id)) ||
					(route === ALL_PACKS && sent.includes(mark))),
		);
		const others = told.filter((one) => !ownWords.includes(one));
		expect(others).toEqual([]);
		// And it was there to be told.
		const reads = TO_AUTHORS.filter((route) => !route.startsWith("POST"));
		expect([...new Set(ownWords.map(({ route }) => route))].sort()).toEqual(
			reads,
		);
	});

	test("a debrief is told to nobody without a session, and only with its challenge", () => {
		const told = toldMarks(asked, DEBRIEF_MARK);
		const rightly = told.filter(
			({ route, actor }) =>
				(AUTHORS.includes(actor) && TO_AUTHORS.includes(route)) ||
				(LEARNERS.includes(actor) && TO_LEARNERS.includes(route)) ||
				(MODERATORS.includes(actor) && TO_MODERATORS.includes(route)),
		);
		expect(rightly).not.toEqual([]);
		expect(told.filter((one) => !rightly.includes(one))).toEqual([]);
	});
});

test("a reference that the database refuses is in no answer and in no line of the log", async () => {
	const { slug } = await ownedPack(world);
	const said = service.printed().length;
	// A rule whose refusal quotes what it refuses.
	await service.sql`
		ALTER TABLE challenges ADD CONSTRAINT refused 
			CHECK (title <> 'Refused' OR reference_solution::text::int > 0) NOT VALID`;
	const answer = await fetch(
		`${service.front}/api/v1/author/packs/${slug}/challenges`,
		{
			method: "POST",
			headers: {
				"content-type": "application/json",
				...headersOf(world, "signed in"),
			},
			body: JSON.stringify({
				...world.pack.challenges[0],
				slug: "refused",
				title: "Refused",
			}),
		},
	);
	await service.sql`ALTER TABLE challenges DROP CONSTRAINT refused`;
	expect(answer.status).toBe(500);
	expect(await answer.text()).not.toContain(REFERENCE_MARK);
	await until(() => service.printed().slice(said).includes("22P02"));
	expect(service.printed()).not.toContain(REFERENCE_MARK);
	expect(service.printed()).not.toContain(DEBRIEF_MARK);
});

test("no line of a launch pack's reference solution is in the API's description", async () => {
	const lines = (files: readonly { content: string }[] = []) =>
		files.flatMap(({ content }) => content.split("\n").map((l) => l.trim()));
	const secret = (await readPacks(PACKS)).flatMap((pack) =>
		seedBody(pack).challenges.flatMap(({ files, scaffold }) => {
			const known = new Set(lines(scaffold));
			return lines(files).filter(
				(line) => line.length > 24 && !known.has(line),
			);
		}),
	);
	expect(secret.length).toBeGreaterThan(100);
	for (const base of [service.front, service.backend]) {
		const document = await (await fetch(`${base}/api/openapi.json`)).json();
		const texts: string[] = [];
		JSON.stringify(document, (_, value) => {
			if (typeof value === "string") texts.push(value);
			return value;
		});
		expect(
			secret.filter((line) => texts.some((text) => text.includes(line))),
		).toEqual([]);
	}
});

describe("a debrief is told to this learner, and to nobody else, only after a pass or a give-up:", () => {
	/** Sends an attempt at `challengeId` as this learner. */
	const attempt =
		(body: object, challengeId?: string) => async (learner: Learner) => {
			const answer = await fetch(`${service.front}/api/v1/attempts`, {
				method: "POST",
				headers: {
					"content-type": "application/json",
					cookie: learner.cookie,
				},
				body: JSON.stringify({
					challengeId: challengeId ?? world.challengeId,
					passed: false,
					...body,
				}),
			});
			expect(answer.status).toBe(201);
		};
	const imported = (body: object) => async (learner: Learner) => {
		const answer = await fetch(`${service.front}/api/v1/attempts/import`, {
			method: "POST",
			headers: { "content-type": "application/json", cookie: learner.cookie },
			body: JSON.stringify({
				attempts: [
					{
						challengeId: world.challengeId,
						passed: false,
						clientAttemptId: crypto.randomUUID(),
						...body,
					},
				],
			}),
		});
		expect(answer.status).toBe(200);
	};
	const second = async () => {
		const [row] = await service.sql<{ id: string }[]>`
			SELECT c.id FROM challenges c JOIN packs p ON p.id = c.pack_id
			WHERE p.slug = ${world.packSlug} AND c."order" = 2`;
		return row?.id ?? "";
	};

	test.each<[string, (learner: Learner) => Promise<unknown>, boolean]>([
		["nothing yet", async () => {}, false],
		["a miss", attempt({}), false],
		["hints", attempt({ hintsUsed: 3 }), false],
		["a pass", attempt({ passed: true }), true],
		[
			"a pass that the API's own verdict contradicts",
			attempt({ passed: true, files: [{ path: "app.js", content: "1;" }] }),
			false,
		],
		[
			"a miss that the API's own verdict makes a pass",
			(learner) => attempt({ files: world.pack.challenges[0]?.files })(learner),
			true,
		],
		["a recorded give-up", attempt({ gaveUp: true }), true],
		["a pass that was kept offline", imported({ passed: true }), true],
		["a give-up that was kept offline", imported({ gaveUp: true }), true],
		[
			"a pass of another challenge",
			async (learner) => attempt({ passed: true }, await second())(learner),
			false,
		],
	])("%s", async (_, deed, told) => {
		const [learner, another] = [
			await service.signIn("Robin"),
			await service.signIn("Another"),
		];
		await deed(learner);
		const { packSlug, challengeSlug, challengeId } = world;
		for (const path of [
			`challenges/${challengeId}`,
			`packs/${packSlug}/challenges/${challengeSlug}`,
		]) {
			const debriefFor = async (headers: Record<string, string>) => {
				const url = `${service.front}/api/v1/${path}`;
				return (await (await fetch(url, { headers })).json()).data.debrief;
			};
			const text = `${DEBRIEF_MARK}-of-${challengeSlug}`;
			expect(await debriefFor({ cookie: learner.cookie })).toBe(
				told ? text : null,
			);
			expect(await debriefFor({ cookie: another.cookie })).toBeNull();
			expect(await debriefFor({})).toBeNull();
			expect(await debriefFor(headersOf(world, "admin"))).toBeNull();
		}
	});
});
