/**
 * One call of the admin routes, as often as it takes: an overloaded or restarting server is asked again, after longer and longer
 * waits or as long as it says itself. Seeding twice changes nothing, so a call whose answer was lost may be repeated.
 */
import type { SeedTarget } from "../env.ts";

/** Seconds before each further attempt. */
const RETRY_WAITS = [0.5, 1, 2, 4];
/** Attempts while the connection is refused: the server may be starting. */
const MAX_CONNECTION_ATTEMPTS = 3;
/** No wait is longer, whatever `Retry-After` says. Seconds. */
const MAX_WAIT = 30;

interface Answer {
	data?: unknown;
	detail?: string;
	errors?: { pointer: string; detail: string }[];
}

/** The `data` of the answer to a POST below `/api/admin/packs/`. Throws with what was refused and the next step. */
export async function post(
	{ backendUrl, adminSecret }: SeedTarget,
	route: string,
	body: unknown,
): Promise<unknown> {
	const text = JSON.stringify(body);
	for (let attempt = 0; ; attempt++) {
		const wait = RETRY_WAITS[attempt];
		const answer = await fetch(
			new URL(`/api/admin/packs/${route}`, backendUrl),
			{
				method: "POST",
				headers: {
					"content-type": "application/json",
					"x-admin-secret": adminSecret,
				},
				body: text,
			},
		).catch((error: Error & { code?: string }) => error);
		if (answer instanceof Response) {
			const { data, ...problem } = await read(answer);
			if (answer.ok && data !== undefined) return data;
			if (wait === undefined || !isPassing(answer.status))
				throw new Error(refusal(answer.status, problem, backendUrl));
			await pause(retryAfter(answer) ?? wait, `answered ${answer.status}`);
		} else {
			if (wait === undefined || attempt + 1 === MAX_CONNECTION_ATTEMPTS)
				throw new Error(
					`${backendUrl} cannot be reached (${answer.code ?? answer.message}). Start the server, or set BACKEND_URL to where it runs.`,
				);
			await pause(wait, "cannot be reached");
		}
	}
}

const isPassing = (status: number) => status === 429 || status >= 500;

async function pause(seconds: number, why: string): Promise<void> {
	console.error(`The server ${why}; asking again in ${seconds} s …`);
	await Bun.sleep(seconds * 1000);
}

function retryAfter(answer: Response): number | null {
	const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
	return Number.isFinite(seconds) && seconds >= 0
		? Math.min(seconds, MAX_WAIT)
		: null;
}

/** A proxy in between may answer something else than JSON. */
async function read(answer: Response): Promise<Answer> {
	const text = await answer.text();
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? value : {};
	} catch {
		return { detail: text.slice(0, 200).trim() };
	}
}

function refusal(
	status: number,
	{ detail, errors = [] }: Answer,
	backendUrl: string,
): string {
	if (status === 401)
		return `The server refused the secret (401). Set ADMIN_SECRET to the one that ${backendUrl} was started with.`;
	if (status === 404)
		return `${backendUrl} has no such route (404). Set BACKEND_URL to the backend's own address, not to the page's.`;
	const faults = errors.map((one) => `\n  ${one.pointer}: ${one.detail}`);
	return `The server refused it (${status}): ${detail || "it gave no reason"}${faults.join("")}`;
}
