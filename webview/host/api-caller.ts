/** Typed API calls: arguments and results follow from the route's name, and every failure is an {@link ApiError}. */
import type { Calls, Problem } from "@treeline/api/client-types";
import { plural, t } from "../l10n/l10n.ts";
import { STORED_HEADER } from "../offline/manifest.ts";
import { ApiError } from "./host.ts";
import { problemDetail } from "./problem-detail.ts";

const TIMEOUT_MS = 12_000;

/** Arguments of a call: exactly what its route takes. */
export type CallArguments<
	Call extends { params: unknown; query: unknown; body: unknown },
> = (keyof Call["params"] extends never
	? unknown
	: { params: Call["params"] }) &
	(unknown extends Call["query"]
		? unknown
		: Partial<Call["query"]> extends Call["query"]
			? { query?: Call["query"] }
			: { query: Call["query"] }) &
	(unknown extends Call["body"] ? unknown : { body: Call["body"] }) & {
		/** Aborts the call, which rejects with the code `cancelled`. */
		signal?: AbortSignal;
		headers?: Record<string, string>;
		/** Called with the headers of a successful answer. */
		onHeaders?(headers: Headers): void;
	};

/** Calls a route by its name, `GET /packs/:slug`; resolves with the body of its success. */
export type ApiCaller = <Name extends keyof Calls>(
	name: Name,
	...args: object extends CallArguments<Calls[Name]>
		? [args?: CallArguments<Calls[Name]>]
		: [args: CallArguments<Calls[Name]>]
) => Promise<Calls[Name]["answer"]>;

/** What the service worker answered from its store. */
const storedAnswers = new WeakSet<object>();

/** Whether `data` is anonymous and perhaps of yesterday: stored in the browser, and answered since the service was not reached. */
export const isFromStore = (data: unknown): boolean =>
	typeof data === "object" && data !== null && storedAnswers.has(data);

/** Marks `data` where it was made of `source`, an answer from the store. */
export function markFromStore<Data extends object>(
	data: Data,
	source: unknown,
): Data {
	if (isFromStore(source)) storedAnswers.add(data);
	return data;
}

/** `base` is where the API is mounted, without a slash at its end: `/api/v1`. `headers` go with every call. */
export function createApiCaller(
	base: string,
	headers: Record<string, string> = {},
): ApiCaller {
	const call = async (name: string, args: AnyCallArguments = {}) => {
		const [method = "", path = ""] = name.split(" ");
		const response = await fetchSuccess(base + buildUrl(path, args), {
			method,
			headers: {
				...headers,
				...args.headers,
				...(args.body !== undefined && { "content-type": "application/json" }),
			},
			...(args.body !== undefined && { body: JSON.stringify(args.body) }),
			...(args.signal && { signal: args.signal }),
		});
		args.onHeaders?.(response.headers);
		if (response.status === 204) return undefined;
		const body = await json(response);
		if (response.headers.has(STORED_HEADER)) {
			const { data } = body as { data?: unknown };
			if (typeof data === "object" && data !== null) storedAnswers.add(data);
		}
		return body;
	};
	return call as ApiCaller;
}

interface AnyCallArguments {
	params?: Record<string, string>;
	query?: Record<string, unknown>;
	body?: unknown;
	signal?: AbortSignal;
	headers?: Record<string, string>;
	onHeaders?(headers: Headers): void;
}

/** Fills in path parameters and query; a list becomes repeated query parameters. */
function buildUrl(
	path: string,
	{ params = {}, query = {} }: AnyCallArguments,
): string {
	const filled = path.replace(/:(\w+)/g, (_, name: string) =>
		encodeURIComponent(params[name] ?? ""),
	);
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query))
		for (const one of [value ?? []].flat()) search.append(name, String(one));
	return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Rejects with an {@link ApiError} where there is no response, and where it is no success. */
export async function fetchSuccess(
	url: string,
	init: RequestInit,
): Promise<Response> {
	const response = await fetchResponse(url, init);
	if (!response.ok) throw await problemError(response);
	return response;
}

async function fetchResponse(
	url: string,
	{ signal, ...init }: RequestInit,
): Promise<Response> {
	const timeout = AbortSignal.timeout(TIMEOUT_MS);
	try {
		return await fetch(url, {
			credentials: "same-origin",
			signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
			...init,
		});
	} catch (error) {
		throw signal?.aborted
			? new ApiError("cancelled", t("The request was cancelled."), "", 0)
			: networkError(error);
	}
}

/** No response: timeout, offline, or the service is down. */
function networkError(error: unknown): ApiError {
	if (error instanceof DOMException && error.name === "TimeoutError")
		return new ApiError(
			"timeout",
			t("The service did not answer within {0} seconds.", TIMEOUT_MS / 1000),
			t("Try again in a moment."),
			0,
		);
	if (typeof navigator !== "undefined" && navigator.onLine === false)
		return new ApiError(
			"offline",
			t("This device is offline."),
			t(
				"Reconnect, then try again. What you have written is kept in this browser.",
			),
			0,
		);
	return new ApiError(
		"unreachable",
		t("The service cannot be reached."),
		t(
			"Check that it is running and that your connection works, then try again.",
		),
		0,
	);
}

async function json(response: Response): Promise<unknown> {
	try {
		return await response.json();
	} catch {
		throw new ApiError(
			"not_json",
			t(
				"The service answered {0} with something other than JSON.",
				new URL(response.url).pathname,
			),
			t("A proxy or firewall may have changed the response. Try again."),
			0,
		);
	}
}

async function problemError(response: Response): Promise<ApiError> {
	const problem = (await response.json().catch(() => null)) as Problem | null;
	const retryAfter = Number.parseInt(
		response.headers.get("retry-after") ?? "",
		10,
	);
	const detail = problem?.detail && (await problemDetail(problem));
	// The service names the way to what there is beside what is not found, and often how long to wait.
	const isToldWhole =
		detail === problem?.detail &&
		(response.status === 404 || /Try again/.test(detail ?? ""));
	return new ApiError(
		problem?.code ?? `http_${response.status}`,
		detail || t("The service answered with status {0}.", response.status),
		detail && isToldWhole ? "" : nextStep(response.status, retryAfter),
		response.status,
		Number.isNaN(retryAfter) ? null : retryAfter,
		problem?.errors?.map(({ code }) => code),
		problem?.errors?.map(({ pointer }) => pointer),
	);
}

function nextStep(status: number, retryAfter: number): string {
	if (status === 401) return t("Sign in again.");
	if (status === 404)
		return t("Check the address, or choose from the list of packs.");
	if (status === 413)
		return t(
			"Make your files shorter, or remove those that the challenge does not need, then try again.",
		);
	if (status === 429)
		return retryAfter > 0
			? plural(retryAfter, {
					one: "Try again in {0} second.",
					other: "Try again in {0} seconds.",
				})
			: t("Try again in a moment.");
	if (status >= 500) return t("Try again in a moment.");
	// The same would be refused again, and what was typed would be lost.
	if ([400, 409, 412].includes(status)) return "";
	return t("Reload the page and try again.");
}
