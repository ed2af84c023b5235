/** Reports unexpected errors, with the request's id, to the log. */
import type { Log } from "./log.ts";

/** Logs an unexpected error, which the client never sees. */
export type Report = (error: unknown, requestId: string) => void;

export const errorReporter =
	(log: Log): Report =>
	(err, requestId) =>
		log.error({ requestId, err }, "request failed");
