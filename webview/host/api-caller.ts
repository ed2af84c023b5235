/** One call of the API, typed by the route that answers it: every way in which a request can fail becomes one {@link ApiError}. */
import type { Calls, Problem } from "@treeline/api/shapes";
import { ApiError } from "./host.ts";

const TIMEOUT_MS = 12_000;

/** What a call has to be given: nothing that its route does not take. */
export type Given<
	Call extends { params: unknown; query: unknown; body: unknown },
> = (keyof Call["params"] extends never
	? unknown
	: { params: Call["params"] }) &
	(unknown extends Call["query"]
		? unknown
		: Partial<Call["query"]> extends Call["query"]
			? { query?: Call["query"] }
			: { query: Call["query"] }) &
	(unknown extends Call["body"] ? unknown : { body: Call["body"] });

/** Calls a route by its name, `GET /packs/:slug`; resolves with the body of its success. */
export type Caller = <Name extends keyof Calls>(
	name: Name,
	...given: object extends Given<Calls[Name]>
		? [given?: Given<Calls[Name]>]
		: [given: Given<Calls[Name]>]
) => Promise<Calls[Name]["answer"]>;

/** `base` is where the API is mounted, without a slash at its end: `/api/v1`. `headers` go with every call. */
export function callerAt(
	base: string,
	headers: Record<string, string> = {},
): Caller {
	const call = async (name: string, given: AnyGiven = {}) => {
		const [method = "", path = ""] = name.split(" ");
		const response = await answer(base + addressOf(path, given), {
			method,
			headers:
				given.body === undefined
					? headers
					: { ...headers, "content-type": "application/json" },
			...(given.body !== undefined && { body: JSON.stringify(given.body) }),
		});
		if (!response.ok) throw await refusal(response);
		return response.status === 204 ? undefined : json(response);
	};
	return call as Caller;
}

interface AnyGiven {
	params?: Record<string, string>;
	query?: Record<string, unknown>;
	body?: unknown;
}

/** A path with its names and its query filled in; of a list, each item is a value of its own. */
function addressOf(
	path: string,
	{ params = {}, query = {} }: AnyGiven,
): string {
	const filled = path.replace(/:(\w+)/g, (_, name: string) =>
		encodeURIComponent(params[name] ?? ""),
	);
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query))
		for (const one of [value ?? []].flat()) search.append(name, String(one));
	return search.size > 0 ? `${filled}?${search}` : filled;
}

async function answer(url: string, init: RequestInit): Promise<Response> {
	try {
		return await fetch(url, {
			credentials: "same-origin",
			signal: AbortSignal.timeout(TIMEOUT_MS),
			...init,
		});
	} catch (error) {
		throw silence(error);
	}
}

/** No answer at all: out of time, offline, or the service is down. */
function silence(error: unknown): ApiError {
	if (error instanceof DOMException && error.name === "TimeoutError")
		return new ApiError(
			"timeout",
			`The service did not answer within ${TIMEOUT_MS / 1000} seconds.`,
			"Try again in a moment.",
			0,
		);
	if (typeof navigator !== "undefined" && navigator.onLine === false)
		return new ApiError(
			"offline",
			"This device is offline.",
			"Reconnect, then try again. What you have written is kept in this browser.",
			0,
		);
	return new ApiError(
		"unreachable",
		"The service cannot be reached.",
		"Check that it is running and that your connection works, then try again.",
		0,
	);
}

async function json(response: Response): Promise<unknown> {
	try {
		return await response.json();
	} catch {
		throw new ApiError(
			"not_json",
			`The service answered ${new URL(response.url).pathname} with something other than JSON.`,
			"A proxy or firewall may have changed the response. Try again.",
			0,
		);
	}
}

async function refusal(response: Response): Promise<ApiError> {
	const problem = (await response.json().catch(() => null)) as Problem | null;
	const retryAfter = Number.parseInt(
		response.headers.get("retry-after") ?? "",
		10,
	);
	return new ApiError(
		problem?.code ?? `http_${response.status}`,
		problem?.detail ?? `The service answered with status ${response.status}.`,
		nextStep(response.status, retryAfter),
		response.status,
		Number.isNaN(retryAfter) ? null : retryAfter,
		problem?.errors?.map(({ code }) => code),
	);
}

function nextStep(status: number, retryAfter: number): string {
	if (status === 401) return "Sign in again.";
	if (status === 404)
		return "Check the address, or choose from the list of packs.";
	if (status === 413)
		return "Make your files shorter, or remove those that the challenge does not need, then try again.";
	if (status === 429)
		return retryAfter > 0
			? `Try again in ${retryAfter} seconds.`
			: "Try again in a moment.";
	if (status >= 500) return "Try again in a moment.";
	return "Reload the page and try again.";
}
