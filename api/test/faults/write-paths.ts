/** Every path on which the service stores what clients send: its operations under load, and how many of them the database has. */
import { ADMIN_KEY, type Service } from "../harness.ts";
import { launchPack, seedInto } from "../seed-packs.ts";

/** A request that can be sent again as it is. */
export interface WriteRequest {
	path: string;
	method: string;
	headers: Record<string, string>;
	body?: object;
}

export interface WritePath {
	name: string;
	requests: WriteRequest[];
	/** How many rows each request stores. */
	rowsEach: number;
	/** How many rows the database has, and how many different ones. */
	count(): Promise<{ stored: number; distinct: number }>;
}

/** Of a thousand operations, so many are on each path. */
const SHARES = {
	creates: 150,
	updates: 150,
	restores: 50,
	deletes: 30,
	"hard deletes": 30,
	batches: 30,
	attempts: 270,
	"attempts by key": 80,
	imports: 20,
	disputes: 50,
	"chat turns": 50,
	drafts: 50,
	settings: 40,
};

type Path = keyof typeof SHARES;
type Learner = Awaited<ReturnType<Service["signIn"]>>;

const ITEM = { data: { title: "One" }, status: "published" };
const FILES = [{ path: "app.js", content: "// so far" }];
const ADMIN = { "x-admin-key": ADMIN_KEY };
const CONTENT = "/api/v1/admin/content";
const IN_A_BATCH = 3;
const IN_AN_IMPORT = 3;

const times = <T>(count: number, make: (at: number) => T): T[] =>
	Array.from({ length: count }, (_, at) => make(at));
const key = () => ({ "idempotency-key": crypto.randomUUID() });
const batch = (type: string, slugs: string[]) => ({
	operations: slugs.map((slug) => ({ op: "create", ...ITEM, type, slug })),
});

/** All paths, with about `operations` requests in all. What they change is made beforehand. */
export async function writePaths(
	service: Service,
	operations: number,
): Promise<WritePath[]> {
	await seedInto(service, await launchPack());
	const many = (name: Path) =>
		Math.max(1, Math.round((SHARES[name] * operations) / 1000));
	return [
		...(await contentPaths(service, many)),
		...(await learnerPaths(service, many)),
		chatPath(service, many("chat turns")),
	];
}

/** Changes of content. Each has a revision and an entry of the history, which goes with the item when that is erased. */
async function contentPaths(
	service: Service,
	many: (name: Path) => number,
): Promise<WritePath[]> {
	const { content } = service;
	const existing = async (count: number, type: string): Promise<string[]> => {
		for (let at = 0; at < count; at += 50) {
			const slugs = times(Math.min(50, count - at), (n) => `item-${at + n}`);
			const request = {
				method: "POST",
				path: `${CONTENT}/batch`,
				headers: ADMIN,
			};
			const { status, text } = await send(service, {
				...request,
				body: batch(type, slugs),
			});
			if (status !== 200) throw new Error(text);
		}
		const rows = await content<{ id: string }[]>`
			SELECT id FROM content_items WHERE type = ${type} ORDER BY id`;
		return rows.map(({ id }) => id);
	};
	const path = (
		name: Path,
		type: string,
		change: string,
		request: (at: number) => [method: string, path: string, body?: object],
		rowsEach = 1,
	): WritePath => ({
		...{ name, rowsEach },
		requests: times(many(name), (at) => {
			const [method, below, body] = request(at);
			return {
				...{
					method,
					path: `${CONTENT}${below}`,
					headers: { ...ADMIN, ...key() },
				},
				...(body && { body }),
			};
		}),
		async count() {
			const [row] = await content<{ stored: number; distinct: number }[]>`
				SELECT count(*)::int AS stored,
					CASE WHEN ${change} IN ('updated', 'restored')
						THEN (SELECT count(DISTINCT (h.content_id, h.version))::int FROM content_history h
							JOIN content_items i ON i.id = h.content_id WHERE i.type = ${type} AND h.change_type = ${change})
						ELSE count(DISTINCT content_id)::int END AS distinct
				FROM content_changes WHERE type = ${type} AND change_type = ${change}`;
			return row ?? { stored: 0, distinct: 0 };
		},
	});
	const updated = await existing(Math.ceil(many("updates") / 30), "updated");
	const restored = await existing(Math.ceil(many("restores") / 10), "restored");
	const deleted = await existing(many("deletes"), "deleted");
	const erased = await existing(many("hard deletes"), "erased");
	const of = (ids: string[], at: number) => `/${ids[at % ids.length]}`;
	return [
		path("creates", "created", "created", (at) => [
			...(["POST", ""] as const),
			{ ...ITEM, type: "created", slug: `item-${at}` },
		]),
		path("updates", "updated", "updated", (at) => [
			...(["PUT", of(updated, at)] as const),
			{ data: { title: "One", at } },
		]),
		path("restores", "restored", "restored", (at) => [
			...(["POST", `${of(restored, at)}/restore`] as const),
			{ version: 1 },
		]),
		path("deletes", "deleted", "deleted", (at) => ["DELETE", of(deleted, at)]),
		path("hard deletes", "erased", "deleted", (at) => [
			"DELETE",
			`${of(erased, at)}?hard=true`,
		]),
		path(
			...(["batches", "batched", "created"] as const),
			(at) => [
				...(["POST", "/batch"] as const),
				batch(
					"batched",
					times(IN_A_BATCH, (n) => `item-${at}-${n}`),
				),
			],
			IN_A_BATCH,
		),
	];
}

/** What learners send. Attempts and disputes have ids of their client; a draft and a setting are the same however often they are stored. */
async function learnerPaths(
	service: Service,
	many: (name: Path) => number,
): Promise<WritePath[]> {
	const { sql } = service;
	const [challenge] = await sql<{ id: string }[]>`
		SELECT id FROM challenges ORDER BY "order" LIMIT 1`;
	const challengeId = challenge?.id ?? "";
	const all = many("attempts") + many("attempts by key");
	// A learner may record ten attempts a minute.
	const learners: Learner[] = [];
	for (
		let at = 0;
		at < Math.max(all / 5, many("drafts"), many("settings"));
		at++
	)
		learners.push(await service.signIn());
	let next = 0;
	const path = (
		name: Path,
		[method, below]: readonly [string, string],
		body: () => object,
		count: WritePath["count"],
		{ rowsEach = 1, headers = () => ({}) as Record<string, string> } = {},
	): WritePath => ({
		...{ name, rowsEach, count },
		requests: times(many(name), () => ({
			...{ method, path: `/api/v1${below}`, body: body() },
			headers: {
				cookie: learners[next++ % learners.length]?.cookie ?? "",
				...headers(),
			},
		})),
	});
	const attempt = (hintsUsed: number) => ({
		challengeId,
		passed: true,
		hintsUsed,
	});
	const id = () => crypto.randomUUID();
	const attemptsWith = (hints: number) => async () => {
		const [row] = await sql<{ stored: number; distinct: number }[]>`
			SELECT count(*)::int AS stored, count(DISTINCT client_attempt_id)::int AS distinct
			FROM attempts WHERE hints_used = ${hints}`;
		return row ?? { stored: 0, distinct: 0 };
	};
	const rowsOf =
		(table: "disputes" | "drafts" | "user_settings", distinct: string) =>
		async () => {
			const [row] = await sql<{ stored: number; distinct: number }[]>`
				SELECT count(*)::int AS stored, count(DISTINCT ${sql(distinct)})::int AS distinct
				FROM ${sql(table)}`;
			return row ?? { stored: 0, distinct: 0 };
		};
	const post = ["POST", "/attempts"] as const;
	return [
		path(
			...(["attempts", post] as const),
			() => ({ ...attempt(1), clientAttemptId: id() }),
			attemptsWith(1),
		),
		path("attempts by key", post, () => attempt(2), attemptsWith(2), {
			headers: key,
		}),
		path(
			...(["imports", ["POST", "/attempts/import"]] as const),
			() => ({
				attempts: times(IN_AN_IMPORT, () => ({
					...attempt(3),
					clientAttemptId: id(),
				})),
			}),
			attemptsWith(3),
			{ rowsEach: IN_AN_IMPORT },
		),
		path(
			...([
				"disputes",
				["POST", `/challenges/${challengeId}/disputes`],
			] as const),
			() => ({
				files: FILES,
				failed: [{ check: "perFile/app.js/0", message: "Not found." }],
				clientDisputeId: id(),
			}),
			rowsOf("disputes", "client_dispute_id"),
		),
		path(
			...(["drafts", ["PUT", `/drafts/${challengeId}`]] as const),
			() => ({ files: FILES, challengeVersion: 1 }),
			rowsOf("drafts", "user_id"),
		),
		path(
			...(["settings", ["PATCH", "/settings"]] as const),
			() => ({ darkMode: true }),
			rowsOf("user_settings", "user_id"),
		),
	];
}

/** Turns of the chat, each the first of its conversation: what was said, and its reply. */
const chatPath = ({ content }: Service, turns: number): WritePath => ({
	...{ name: "chat turns", rowsEach: 2 },
	requests: times(turns, (at) => ({
		...{ method: "POST", path: "/api/v1/chat", headers: key() },
		body: { message: `What is ${at}?`, visitorId: "crash" },
	})),
	async count() {
		const [row] = await content<{ stored: number; distinct: number }[]>`
			SELECT count(*)::int AS stored, count(DISTINCT (session_id, role))::int AS distinct FROM chat_messages`;
		return row ?? { stored: 0, distinct: 0 };
	},
});

export async function send(
	{ front }: Pick<Service, "front">,
	{ path, method, headers, body }: WriteRequest,
): Promise<{ status: number; text: string }> {
	const answer = await fetch(`${front}${path}`, {
		method,
		headers: { "content-type": "application/json", ...headers },
		...(body && { body: JSON.stringify(body) }),
	});
	return { status: answer.status, text: await answer.text() };
}
