/** One request from its arrival to its answer: the concerns of every route of a listener, each in a file of its own, in their order. */

import type { Traffic } from "../modules/metrics/traffic.ts";
import { logAccess } from "./access-log.ts";
import { refuseAddress } from "./address.ts";
import { inTime, LONGEST_SILENCE } from "./deadline.ts";
import type { Drain } from "./drain.ts";
import { problemFor, type Report } from "./error-handler.ts";
import type { Log } from "./log.ts";
import { recordOf } from "./request-context.ts";

export interface Application {
	fetch(request: Request): Response | Promise<Response>;
}

/** What the exchange needs of the server that a request came by. */
export interface Connection {
	requestIP(request: Request): { address: string } | null;
	/** In seconds; 0 = never closed for being silent. */
	timeout(request: Request, seconds: number): void;
}

export interface ExchangeParts {
	log: Log;
	report: Report;
	/** Milliseconds that a request may take; 0 = any. */
	requestTimeoutMs: number;
	drain: Drain;
	traffic: Traffic;
	/** What this listener adds to an answer, or answers itself: null to go on. */
	crossing?: Crossing;
}

/** A concern of all routes: it may answer before the application, and sees each answer. */
export interface Crossing {
	before(request: Request): Response | null;
	after(request: Request, response: Response): void;
}

/** Answers a request by `app`; whatever goes wrong, the answer is a problem and the request is logged. */
export async function exchange(
	request: Request,
	connection: Connection,
	app: Application,
	{ log, report, requestTimeoutMs, drain, traffic, crossing }: ExchangeParts,
): Promise<Response> {
	const began = performance.now();
	traffic.came();
	recordOf(request, () => connection.requestIP(request)?.address ?? null);
	let entered = false;
	let response: Response;
	try {
		refuseAddress(request);
		drain.enter(request);
		entered = true;
		response =
			crossing?.before(request) ??
			(await inTime(
				request,
				requestTimeoutMs,
				() => app.fetch(request),
				() => connection.timeout(request, 0),
			));
	} catch (error) {
		response = problemFor(error, request, report);
	} finally {
		if (entered) drain.leave();
	}
	const { length } = recordOf(request);
	if (length !== null) response.headers.set("content-length", length);
	crossing?.after(request, response);
	if (drain.draining()) response.headers.set("connection", "close");
	const ms = performance.now() - began;
	traffic.answered(request, response.status, ms / 1000);
	logAccess(log, request, response, ms);
	return response;
}

/** In seconds; a connection without a byte for longer is closed. */
export const IDLE = LONGEST_SILENCE / 1000 + 5;
