/** Authors as tests play them: a pack made from a seed body the way the API wants it, challenge by challenge. */
import type { SeedBody } from "@treeline/packs/format";
import type { Service } from "./harness.ts";

/** An answer with whatever body it has. */
export interface Told {
	status: number;
	headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
	body: any;
}

export interface Author {
	userId: string;
	cookie: string;
	/** Sends a request below `/api/v1`; a body is sent as JSON, a text as it is. */
	ask(
		method: string,
		path: string,
		body?: unknown,
		headers?: Record<string, string>,
	): Promise<Told>;
	/** Makes a private pack with these challenges; answers their ids. Anything but a 201 is an error. */
	write(pack: SeedBody): Promise<string[]>;
}

/** Someone who signs in at `service`. */
export async function newAuthor(
	service: Service,
	name = "Ada",
): Promise<Author> {
	const { userId, cookie } = await service.signIn(name);
	const ask: Author["ask"] = (method, path, body, headers = {}) =>
		asking(service, method, path, body, { cookie, ...headers });
	return {
		userId,
		cookie,
		ask,
		async write({ manifest: { challenges: _, ...manifest }, challenges }) {
			made(await ask("POST", "/author/packs", manifest));
			const ids: string[] = [];
			for (const challenge of challenges) {
				const path = `/author/packs/${manifest.slug}/challenges`;
				ids.push(made(await ask("POST", path, challenge)).body.data._id);
			}
			return ids;
		},
	};
}

/** Sends a request below `/api/v1`, as whoever the headers say. */
export async function asking(
	service: Pick<Service, "front">,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Told> {
	const answer = await fetch(`${service.front}/api/v1${path}`, {
		method,
		headers: {
			...(body !== undefined && { "content-type": "application/json" }),
			...headers,
		},
		...(body !== undefined && {
			body: typeof body === "string" ? body : JSON.stringify(body),
		}),
	});
	const text = await answer.text();
	return {
		status: answer.status,
		headers: answer.headers,
		body: text === "" ? null : JSON.parse(text),
	};
}

function made(told: Told): Told {
	if (told.status !== 201)
		throw new Error(`${told.status}: ${JSON.stringify(told.body)}`);
	return told;
}
