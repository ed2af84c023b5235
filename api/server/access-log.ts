/** One line for each request: what was asked of which route, how it ended and how long it took; never its path, query or headers. */
import type { Log } from "./log.ts";
import { isProbe } from "./probes.ts";
import { recordOf } from "./request-context.ts";

/** @param ms what passed from the request to its answer */
export function logAccess(
	log: Log,
	request: Request,
	response: Response,
	ms: number,
): void {
	const level = levelOf(request, response);
	if (!log.isLevelEnabled(level)) return;
	const { id, route, userId, code } = recordOf(request);
	log[level](
		{
			requestId: id,
			method: request.method,
			route,
			status: response.status,
			ms: Math.round(ms * 100) / 100,
			...(userId && { userId }),
			...(code && { code }),
			...(request.signal.aborted && { aborted: true }),
		},
		"request",
	);
}

/** What needs an operator's eye is a warning; probes come every few seconds and say nothing new. */
function levelOf(request: Request, response: Response) {
	if (isProbe(request)) return "debug";
	return response.status >= 500 ? "warn" : "info";
}
