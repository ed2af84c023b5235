/** Every route that is described, asked by everyone, at the front and at the backend. */
import { type Answer, type Asked, ask } from "./client.ts";
import { type Described, type Operation, publicPath } from "./document.ts";
import { ROUTES } from "./example-requests.ts";
import { headersOf, type Requester, type World } from "./fixtures.ts";

/** As the document writes it: `GET /api/v1/packs`. */
export const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** The owner comes last: what he does may leave nothing for others to ask for. */
const TURNS: readonly Requester[] = [
	"signed out",
	"other owner",
	"author",
	"moderator",
	"administrator",
	"admin",
	"token: read",
	"token: all",
	"signed in",
];

export interface Everyones {
	/** As the public meets it: `GET /api/v1/packs`. */
	route: string;
	operation: Operation;
	actor: Requester;
	/** What the request brought. */
	given: Asked;
	answer: Answer;
}

/** The front's routes, and at the backend those that only it serves, asked by everyone. */
export async function askFront(
	world: World,
	{ operations }: Described,
): Promise<Everyones[]> {
	const asked: Everyones[] = [];
	for (const operation of operations) {
		const base = operation.internal
			? world.service.backend
			: world.service.front;
		asked.push(...(await askAs(world, nameOf(operation), operation, base)));
	}
	return asked;
}

/** The backend's routes, under their public names, asked by everyone. */
export async function askBackend(
	world: World,
	{ operations }: Described,
): Promise<Everyones[]> {
	const asked: Everyones[] = [];
	for (const operation of operations) {
		const route = `${operation.method} ${publicPath(operation.path)}`;
		asked.push(
			...(await askAs(world, route, operation, world.service.backend)),
		);
	}
	return asked;
}

async function askAs(
	world: World,
	route: string,
	operation: Operation,
	base: string,
): Promise<Everyones[]> {
	const asking = ROUTES[route];
	const asked: Everyones[] = [];
	for (const actor of asking ? TURNS : []) {
		const given = (await asking?.(world)) ?? {};
		const headers = { ...given.headers, ...headersOf(world, actor) };
		const answer = await ask(base, operation, { ...given, headers });
		asked.push({ route, operation, actor, given, answer });
	}
	return asked;
}
