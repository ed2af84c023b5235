/** Requests that mean harm: good ones for a route, spoiled, and what is wrong with how they are answered. */
import { expect } from "bun:test";
import type { Problem } from "../../server/errors.ts";
import {
	ADMIN_KEY,
	ADMIN_SECRET,
	type Service,
	startService,
} from "../harness.ts";
import { nameOf } from "./access-matrix.ts";
import { type Answer, type Asked, ask } from "./client.ts";
import { type Described, describedAt, type Operation } from "./document.ts";
import { ROUTES } from "./example-requests.ts";
import { REFERENCE_MARK, WIDE, type World, worldOf } from "./fixtures.ts";
import { departures } from "./response-deviations.ts";
import { SIGN_IN } from "./session-fixtures.ts";

export interface Target {
	service: Service;
	world: World;
	described: Described;
}

/** A service to do harm to. */
export async function openTarget(): Promise<Target> {
	const service = await startService({
		...WIDE,
		...SIGN_IN,
		LOG_LEVEL: "info",
	});
	const world = await worldOf(service);
	const described = await describedAt(`${service.front}/api/openapi.json`);
	return { service, world, described };
}

/** The routes that these tests ask: MCP has answers of its own; moderators' are asked below `/api/admin`, with the secret. */
export const routesOf = ({ described }: Target) =>
	described.operations.filter(
		({ path }) => !/^\/api\/(mcp$|auth\/oauth\/|v1\/moderation\/)/.test(path),
	);

export const isUnsafe = ({ method }: Operation) => method !== "GET";

/** Whether nobody passes without `credential`, or another way to show who they are. */
export const demands = ({ security }: Operation, credential: string) =>
	security.length > 0 &&
	security.every((each) => Object.keys(each).length > 0) &&
	security.some((each) => credential in each);

export interface Hostile {
	operation: Operation;
	/** What a good request brings. */
	good: Asked;
	/** Sends it with these changes, as somebody new who may do what is asked. */
	send(change: Partial<Asked>): Promise<Answer>;
	cookie: string;
}

/** A good request for a route, to be spoiled. */
export async function hostile(
	{ service, world }: Target,
	operation: Operation,
): Promise<Hostile> {
	const owner = await service.signIn("Olive Owner");
	const good = (await ROUTES[nameOf(operation)]?.({ ...world, owner })) ?? {};
	const proof = {
		...(demands(operation, "sessionCookie") && { cookie: owner.cookie }),
		...(demands(operation, "adminSecret") && {
			"x-admin-secret": ADMIN_SECRET,
		}),
		...(demands(operation, "adminKey") && { "x-admin-key": ADMIN_KEY }),
	};
	const base = operation.internal ? service.backend : service.front;
	return {
		operation,
		good,
		cookie: owner.cookie,
		send: (change) =>
			ask(base, operation, {
				...good,
				...change,
				headers: { ...proof, ...good.headers, ...change.headers },
			}),
	};
}

/** What is wrong with the answers of `operations`, each asked by `work`; one line for each. */
export async function wrongsOf(
	target: Target,
	operations: Operation[],
	work: (each: Hostile) => Promise<(string | null)[]>,
): Promise<string[]> {
	expect(operations).not.toEqual([]);
	const wrongs: string[] = [];
	for (const operation of operations) {
		const found = await work(await hostile(target, operation));
		for (const wrong of found)
			if (wrong !== null) wrongs.push(`${nameOf(operation)}: ${wrong}`);
	}
	return wrongs;
}

/** In what an answer is not the refusal that is due; null when it is. */
export function unlike(
	answer: Answer,
	due: { status: number | number[]; code?: string; pointer?: string },
): string | null {
	const said = `${answer.status} ${answer.text.slice(0, 300)}`;
	if (![due.status].flat().includes(answer.status)) return said;
	if (answer.type !== "application/problem+json")
		return `${said} is no problem`;
	const problem = JSON.parse(answer.text) as Problem;
	if (due.code && problem.code !== due.code) return said;
	const places = problem.errors?.map((each) => each.pointer) ?? [];
	if (
		due.pointer &&
		!places.some((place) => place.startsWith(`${due.pointer}`))
	)
		return `${said} does not point at ${due.pointer}`;
	return null;
}

/** In what an answer to an odd but bearable request is wrong; null when it is as described and no fault of ours. */
export function ours(
	{ described }: Target,
	operation: Operation,
	answer: Answer,
): string | null {
	const problems = departures(described, operation, answer);
	if (answer.status >= 500 && !EXPECTED.test(answer.text))
		problems.push(`${answer.status} ${answer.text.slice(0, 300)}`);
	if (answer.headers.has("x-injected")) problems.push("a header came through");
	if (answer.text.includes(REFERENCE_MARK) && !answer.text.includes('"_id"'))
		problems.push("a reference solution came through");
	return problems.length > 0 ? problems.join("; ") : null;
}

/** What is not there to be asked: no language model, and no identity provider that answers. */
const EXPECTED = /"code":"(llm_not_configured|identity_provider_\w+)"/;

/** The route of this name. */
export function routeOf(target: Target, name: string): Operation {
	const found = routesOf(target).find((each) => nameOf(each) === name);
	if (!found) throw new Error(`${name} is not described`);
	return found;
}

/** Holds that all is as it was, and that nothing was a fault of ours. */
export async function expectUnharmed({ service, world }: Target) {
	const [row] = await service.sql<{ users: number; packs: number }[]>`
		SELECT (SELECT count(*)::int FROM users WHERE name = 'Otto Other') AS users,
			(SELECT count(*)::int FROM challenges c JOIN packs p ON p.id = c.pack_id
				WHERE p.slug = ${world.packSlug} AND c.retired_at IS NULL) AS packs`;
	expect(row).toEqual({
		users: 1,
		packs: world.pack.challenges.length,
	} as never);
	expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
	const faults = service
		.printed()
		.split("\n")
		.filter((line) => line.includes('"level":"error"'));
	expect(faults).toEqual([]);
	expect(service.printed()).not.toContain(REFERENCE_MARK);
	const ready = await fetch(`${service.front}/api/health/ready`);
	expect(ready.status).toBe(200);
}
