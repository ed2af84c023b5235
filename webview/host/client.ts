/** The typed client of `/api/v1`: unwraps `{ data }` and turns every way a request can fail into one {@link ApiError}. */
import type {
	Attempt,
	AttemptImport,
	Challenge,
	ImportedAttempt,
	ListOf,
	NewAttempt,
	PackDetail,
	PackSummary,
	Problem,
	SessionState,
} from "@treeline/api/shapes";
import { ApiError, type ChallengeKey, type SessionRow } from "./host.ts";

const TIMEOUT_MS = 12_000;
/** The longest page of a list that the API gives. */
const PAGE = 100;

/** `base` is where the API is mounted, without a slash at its end: `/api/v1`. */
export function createClient(base: string, fetcher: typeof fetch = fetch) {
	const request = async <Body>(
		path: string,
		init: RequestInit = {},
	): Promise<Body> => {
		const response = await answer(fetcher, base + path, init);
		if (!response.ok) throw await refusal(response);
		return body<Body>(response);
	};
	/** A change that is answered without a body. */
	const done = async (path: string, method: string): Promise<void> => {
		const response = await answer(fetcher, base + path, { method });
		if (!response.ok) throw await refusal(response);
	};
	const read = async <Data>(path: string): Promise<Data> =>
		(await request<{ data: Data }>(path)).data;
	const post = async <Data>(path: string, sent: object): Promise<Data> => {
		const init = {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(sent),
		};
		return (await request<{ data: Data }>(path, init)).data;
	};

	return {
		packs: () => everyPage(request<ListOf<PackSummary>>),
		pack: (slug: string) => read<PackDetail>(`/packs/${segment(slug)}`),
		challenge: (key: ChallengeKey) =>
			read<Challenge>(
				`/packs/${segment(key.pack)}/challenges/${segment(key.challenge)}`,
			),
		session: () => read<SessionState>("/auth/session"),
		sessions: () => read<SessionRow[]>("/auth/sessions"),
		signOut: () => done("/auth/signout", "POST"),
		endSession: (id: string) => done(`/auth/sessions/${segment(id)}`, "DELETE"),
		endOtherSessions: () => done("/auth/sessions?except=current", "DELETE"),
		endAllSessions: () => done("/auth/sessions", "DELETE"),
		postAttempt: (attempt: NewAttempt) => post<Attempt>("/attempts", attempt),
		importAttempts: (attempts: AttemptImport["attempts"]) =>
			post<ImportedAttempt[]>("/attempts/import", { attempts }),
	};
}

const segment = encodeURIComponent;

async function everyPage(
	request: (path: string) => Promise<ListOf<PackSummary>>,
): Promise<PackSummary[]> {
	const rows: PackSummary[] = [];
	for (;;) {
		const page = await request(`/packs?limit=${PAGE}&offset=${rows.length}`);
		rows.push(...page.data);
		if (page.data.length === 0 || rows.length >= page.meta.total) return rows;
	}
}

async function answer(
	fetcher: typeof fetch,
	url: string,
	init: RequestInit,
): Promise<Response> {
	try {
		return await fetcher(url, {
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

async function body<Body>(response: Response): Promise<Body> {
	try {
		return (await response.json()) as Body;
	} catch {
		throw new ApiError(
			"not_json",
			`The service answered ${new URL(response.url).pathname} with something other than JSON.`,
			"Something between you and the service may have changed the answer; try again.",
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
