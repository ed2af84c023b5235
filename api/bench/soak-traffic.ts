/** What learners, editors, models and visitors ask of the service in a soak: each kind of request, and how often a learner makes it. */
import { openBrowser } from "../test/cookie-browser.ts";
import { ADMIN_KEY } from "../test/harness.ts";
import { begun, send } from "../test/mcp-clients.ts";
import { launchPack, seedInto } from "../test/seed-packs.ts";
import type { SigningIn } from "../test/sign-in-client.ts";

export interface Kind {
	name: string;
	/** Seconds between two of one learner's, on average. */
	every: number;
	/** Sends one; answers its status. */
	send(): Promise<number>;
}

/** The number that `--name=` has on the command line. */
export const option = (name: string, otherwise: number): number =>
	Number(
		Bun.argv
			.find((word) => word.startsWith(`--${name}=`))
			?.slice(name.length + 3) ?? otherwise,
	);

/** Signs one more visitor in, as a browser does; answers the status. */
async function signIn({ service, begin }: SigningIn): Promise<number> {
	const browser = openBrowser();
	const { answer } = await browser.follow(begin());
	await answer.arrayBuffer();
	// The page that it ends on need not have been built.
	return browser.cookies(service.front).has("JSESSIONID") ? 200 : answer.status;
}

/** Requests that have no answer yet; beyond that no more are sent. */
const MAX_IN_FLIGHT = 1_000;
/** Milliseconds between two looks at what is due. */
const TURN_MS = 10;

/** What came of one request: its status, 0 = its connection broke, null = it was not sent; and its time in milliseconds. */
export type Outcome = (
	kind: Kind,
	status: number | null,
	milliseconds: number,
) => void;

/**
 * Sends each kind as often as `learners` do for `seconds`, whether or not the others are answered, and waits for the last answer. `eachTurn` runs every 10
 * milliseconds.
 */
export async function sendAsLearners(
	kinds: readonly Kind[],
	learners: number,
	seconds: number,
	outcome: Outcome,
	eachTurn: () => Promise<void> | void = () => {},
): Promise<void> {
	let inFlight = 0;
	async function ask(kind: Kind): Promise<void> {
		inFlight++;
		const from = performance.now();
		const status = await kind.send().catch(() => 0);
		inFlight--;
		outcome(kind, status, performance.now() - from);
	}
	const due = new Map(kinds.map(({ name }) => [name, 0]));
	const end = performance.now() + seconds * 1_000;
	let last = performance.now();
	while (last < end) {
		const now = performance.now();
		for (const kind of kinds) {
			let open =
				(due.get(kind.name) ?? 0) +
				((now - last) / 1_000) * (learners / kind.every);
			for (; open >= 1; open--)
				if (inFlight < MAX_IN_FLIGHT) void ask(kind);
				else outcome(kind, null, 0);
			due.set(kind.name, open);
		}
		last = now;
		await eachTurn();
		await Bun.sleep(TURN_MS);
	}
	while (inFlight > 0) await Bun.sleep(TURN_MS);
}

const ITEMS = 50;
const MCP_SESSIONS = 20;

/** Seeds a pack, publishes content and signs the learners in; answers what they will ask. */
export async function soakTraffic(
	at: SigningIn,
	learners: number,
): Promise<Kind[]> {
	const { service } = at;
	const pack = await launchPack();
	await seedInto(service, pack);
	const api = `${service.front}/api/v1`;
	const ids = new Map(
		(
			await service.sql<{ id: string; slug: string }[]>`
				SELECT id, slug FROM challenges`
		).map(({ id, slug }) => [slug, id]),
	);
	for (let at = 0; at < ITEMS; at++)
		await statusOf(
			`${api}/admin/content`,
			"POST",
			{ "x-admin-key": ADMIN_KEY },
			{
				type: "soak",
				slug: `item-${at}`,
				status: "published",
				data: { title: `Item ${at}`, text: "Some words to read. ".repeat(60) },
			},
		);
	const cookies: string[] = [];
	while (cookies.length < learners) {
		const some = Math.min(20, learners - cookies.length);
		const signedIn = await Promise.all(
			Array.from({ length: some }, (_, at) =>
				service.signIn(`Robin ${cookies.length + at}`),
			),
		);
		cookies.push(...signedIn.map(({ cookie }) => cookie));
	}
	const sessions: string[] = [];
	while (sessions.length < MCP_SESSIONS)
		sessions.push(await begun(service.front));

	const learner = () => ({ cookie: pick(cookies) });
	const get =
		(path: () => string, headers: () => Record<string, string> = () => ({})) =>
		() =>
			statusOf(`${api}${path()}`, "GET", headers());
	const { slug } = pack.manifest;
	let rpcId = 0;
	let turn = 0;
	return [
		{ name: "catalogue", every: 60, send: get(() => "/packs", learner) },
		{ name: "pack", every: 60, send: get(() => `/packs/${slug}`, learner) },
		{
			name: "challenge",
			every: 45,
			send: get(
				() => `/packs/${slug}/challenges/${pick(pack.challenges).slug}`,
				learner,
			),
		},
		{
			name: "attempt",
			every: 180,
			async send() {
				const challenge = pick(pack.challenges);
				// Every second one is the starter as it was, which does not pass.
				const files =
					Math.random() < 0.5
						? challenge.files
						: (challenge.scaffold ?? challenge.files);
				return statusOf(`${api}/attempts`, "POST", learner(), {
					challengeId: ids.get(challenge.slug ?? ""),
					passed: true,
					files,
					clientAttemptId: crypto.randomUUID(),
				});
			},
		},
		{
			name: "draft",
			every: 60,
			async send() {
				const challenge = pick(pack.challenges);
				return statusOf(
					`${api}/drafts/${ids.get(challenge.slug ?? "")}`,
					"PUT",
					learner(),
					{ files: challenge.files, challengeVersion: 1 },
				);
			},
		},
		{ name: "session", every: 60, send: get(() => "/auth/session", learner) },
		{ name: "sign-in", every: 1_200, send: () => signIn(at) },
		{
			name: "content",
			every: 60,
			send: get(
				() => `/content/soak/item-${Math.floor(Math.random() * ITEMS)}`,
			),
		},
		{ name: "search", every: 240, send: get(() => "/search?q=hello") },
		{
			name: "MCP",
			every: 200,
			async send() {
				const answer = await send(
					service.front,
					{
						jsonrpc: "2.0",
						id: ++rpcId,
						method: "tools/call",
						params: { name: "pack_get", arguments: { pack: slug } },
					},
					{ "mcp-session-id": pick(sessions) },
				);
				const { result } = (await answer.json()) as {
					result?: { isError?: boolean };
				};
				return !result || result.isError ? 599 : answer.status;
			},
		},
		{
			name: "chat",
			every: 2_000,
			send: () =>
				statusOf(
					`${api}/chat`,
					"POST",
					{ "idempotency-key": crypto.randomUUID() },
					{
						message: `What is item ${++turn}?`,
						visitorId: `visitor-${turn % 200}`,
					},
				),
		},
	];
}

const pick = <T>(list: readonly T[]): T =>
	list[Math.floor(Math.random() * list.length)] as T;

async function statusOf(
	url: string,
	method: string,
	headers: Record<string, string>,
	body?: object,
): Promise<number> {
	const answer = await fetch(url, {
		method,
		headers: {
			...headers,
			...(body && { "content-type": "application/json" }),
		},
		...(body && { body: JSON.stringify(body) }),
	});
	await answer.arrayBuffer();
	return answer.status;
}
