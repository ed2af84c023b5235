/**
 * What is one learner's is no one else's: everything that a learner has is marked, and every read of the API, asked by everyone for
 * just that, is searched for it.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { DEFAULTS } from "../modules/settings/api-schemas.ts";
import { serviceForFile } from "./harness.ts";
import { type Answer, type Asked, ask } from "./openapi/client.ts";
import { type Described, describedAt, publicPath } from "./openapi/document.ts";
import { ROUTES } from "./openapi/example-requests.ts";
import {
	headersOf,
	REQUESTERS,
	type Requester,
	WIDE,
	type World,
	worldOf,
} from "./openapi/fixtures.ts";
import { type Secretive, secretive } from "./openapi/learner-secrets.ts";
import { SIGN_IN } from "./openapi/session-fixtures.ts";

const MARK = "mark-of-olive";
/** Olive herself, and her programs. */
const OWN: readonly Requester[] = ["signed in", "token: read", "token: all"];

const service = await serviceForFile({ ...WIDE, ...SIGN_IN });
let world: World;
let olive: Secretive;
beforeAll(async () => {
	const whole = await worldOf(service);
	olive = await secretive(whole, MARK);
	world = { ...whole, owner: olive };
});

interface Read {
	route: string;
	/** Whether the answer may depend on who asks. */
	personal: boolean;
	actor: Requester;
	answer: Answer;
}

/** Every read but the one that ends a session, asked by everyone for what is Olive's, by each of its names. */
async function readAll(side: "front" | "backend"): Promise<Read[]> {
	const described: Described = await describedAt(
		`${service[side]}/api/openapi.json`,
	);
	const reads: Read[] = [];
	for (const operation of described.operations) {
		if (operation.method !== "GET" || operation.id === "signOutByLink")
			continue;
		const base = operation.internal ? service.backend : service[side];
		const route = publicPath(operation.path);
		for (const given of await wantsOf(`GET ${route}`))
			for (const actor of REQUESTERS) {
				const headers = { ...given.headers, ...headersOf(world, actor) };
				const answer = await ask(base, operation, { ...given, headers });
				const personal = operation.security.length > 0;
				reads.push({ route, personal, actor, answer });
			}
	}
	return reads;
}

/** A route as it is asked for anyway, and for each thing of Olive's. */
async function wantsOf(name: string): Promise<Asked[]> {
	const given = (await ROUTES[name]?.(world)) ?? {};
	if (!given.params) return [given];
	const { slug, assignmentId } = olive;
	const { challengeSlug, challengeId } = world;
	return [
		given,
		...olive.ids.map((id) => ({
			...given,
			params: {
				...{ slug, packSlug: slug, challengeSlug, id },
				...{ assignmentId, challengeId },
			},
		})),
	];
}

describe.each(["front", "backend"] as const)("at the %s", (side) => {
	test("what is a learner's is told to nobody else", async () => {
		const reads = await readAll(side);
		const telling = reads.filter(({ answer }) =>
			[answer.text, ...answer.headers.values()].some((text) =>
				text.includes(MARK),
			),
		);
		const others = telling.filter(
			({ actor, answer }) =>
				// That there is somebody of this name, moderators know.
				!(
					["admin", "moderator", "administrator"].includes(actor) &&
					!answer.text.replaceAll(olive.name, "").includes(MARK)
				) && !OWN.includes(actor),
		);
		expect(others.map(({ route, actor }) => `${route} to ${actor}`)).toEqual(
			[],
		);
		const toReader = telling.filter(({ actor }) => actor === "token: read");
		expect(
			[...new Set(toReader.map(({ route }) => route))].filter((route) =>
				/account|author|sessions/.test(route),
			),
		).toEqual([]);
		// And it was there to be told.
		const own = telling.filter(({ actor }) => actor === "signed in");
		expect([...new Set(own.map(({ route }) => route))].sort()).toEqual([
			"/api/auth/oauth/authorize",
			"/api/auth/session",
			"/api/auth/sessions",
			"/api/v1/account/export",
			"/api/v1/account/tokens",
			"/api/v1/attempts/{id}",
			"/api/v1/author/challenges/{id}",
			"/api/v1/author/packs",
			"/api/v1/author/packs/{slug}",
			"/api/v1/author/packs/{slug}/export",
			"/api/v1/challenges/{id}",
			"/api/v1/challenges/{id}/attempts",
			"/api/v1/classes",
			"/api/v1/classes/{id}",
			"/api/v1/classes/{id}/assignments/{assignmentId}/progress",
			"/api/v1/drafts/{id}",
			"/api/v1/packs/{slug}",
			"/api/v1/packs/{slug}/challenges/{challengeSlug}",
		]);
	});
});

test.each(["front", "backend"] as const)(
	"at the %s, nobody who answers several keeps what is one's own",
	async (side) => {
		const kept = (await readAll(side)).filter(
			({ personal, answer }) =>
				personal &&
				!/no-store|private/.test(answer.headers.get("cache-control") ?? ""),
		);
		expect(
			kept.map(
				({ route, actor, answer }) =>
					`${route} to ${actor}: ${answer.status} ${answer.headers.get("cache-control")}`,
			),
		).toEqual([]);
	},
);

test("how far a learner is, and how they set things, is told to nobody else", async () => {
	const robin = await service.signIn("Robin");
	const { packSlug, challengeSlug, challengeId, other } = world;
	const call = async (
		{ cookie }: { cookie: string },
		method: string,
		path: string,
		body?: object,
	) => {
		const answer = await fetch(`${service.front}/api/v1${path}`, {
			method,
			headers: {
				cookie,
				...(body && { "content-type": "application/json" }),
			},
			body: JSON.stringify(body),
		});
		return (await answer.json()).data;
	};
	await call(robin, "POST", "/attempts", { challengeId, passed: true });
	await call(robin, "PUT", "/settings", { ...DEFAULTS, keybindings: "vim" });
	const knownTo = async (who: { cookie: string }) => {
		const read = (path: string) => call(who, "GET", path);
		const pack = await read(`/packs/${packSlug}`);
		const [listed] = (await read("/packs")).filter(
			({ slug }: { slug: string }) => slug === packSlug,
		);
		const challenge = await read(`/challenges/${challengeId}`);
		const [found] = (await read("/search?q=hello&limit=100")).filter(
			(row: { packSlug: string }) => row.packSlug === packSlug,
		);
		const bySlug = await read(`/packs/${packSlug}/challenges/${challengeSlug}`);
		return {
			passed: [pack.passedCount, listed.passedCount],
			status: [pack.challenges[0].status, challenge.status, bySlug.status],
			found: found.status,
			debrief: [challenge.debrief === null, bySlug.debrief === null],
			attempts: (await read(`/challenges/${challengeId}/attempts`)).length,
			keybindings: (await read("/settings")).keybindings,
		};
	};
	expect(await knownTo(robin)).toEqual({
		passed: [1, 1],
		status: ["passed", "passed", "passed"],
		found: "passed",
		debrief: [false, false],
		attempts: 1,
		keybindings: "vim",
	});
	expect(await knownTo(other)).toEqual({
		passed: [0, 0],
		status: ["not_started", "not_started", "not_started"],
		found: "not_started",
		debrief: [true, true],
		attempts: 0,
		keybindings: "default",
	});
});
