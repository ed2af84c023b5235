/** Requests that once were answered otherwise than described; found by the properties, and kept as they were found. */
import { beforeAll, expect, test } from "bun:test";
import { serviceForFile } from "./harness.ts";
import { type Asked, ask } from "./openapi/client.ts";
import { type Described, describedAt } from "./openapi/document.ts";
import { headersOf, WIDE, type World, worldOf } from "./openapi/fixtures.ts";
import { departures } from "./openapi/response-deviations.ts";

const service = await serviceForFile(WIDE);
let world: World;
let described: Described;
beforeAll(async () => {
	world = await worldOf(service);
	described = await describedAt(`${service.front}/api/openapi.json`);
});

const CASES: [
	fault: string,
	operation: string,
	asked: (world: World) => Asked | Promise<Asked>,
	status: number,
][] = [
	["ending all sessions takes the cookie back", "endSessions", () => ({}), 204],
	[
		"ending the session one asks with takes the cookie back",
		"endSession",
		async ({ owner }) => {
			const [session] = await service.sql<{ id: string }[]>`
				SELECT id FROM sessions WHERE user_id = ${owner.userId}`;
			return { params: { id: session?.id ?? "" } };
		},
		204,
	],
];

test.each(CASES)("%s", async (_, id, asked, status) => {
	const operation = described.operations.find((each) => each.id === id);
	if (!operation) throw new Error(`${id} is not described`);
	const own = { ...world, owner: await service.signIn() };
	const request = await asked(own);
	const base = operation.internal ? service.backend : service.front;
	const answer = await ask(base, operation, {
		...request,
		headers: { ...headersOf(own, "signed in"), ...request.headers },
	});
	expect(answer.status).toBe(status);
	expect(departures(described, operation, answer)).toEqual([]);
});
