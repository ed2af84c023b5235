/** Delivers webhooks: takes what is due from the database, sends it, and stores what came of it. Every process does; none is needed. */
import { listenForChanges } from "../../db/change-listener.ts";
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { isStatementTimeout, isUnavailable } from "../../db/database-errors.ts";
import type { Log } from "../../server/log-and-metrics.ts";
import type { WebhookSeries } from "../metrics/webhook-metrics.ts";
import { type AddressRules, resolveAllowed } from "./allowed-addresses.ts";
import {
	claimDue,
	type DeliveryAttempt,
	markDelivered,
	markFailed,
	markGone,
	type Result,
} from "./delivery-queries.ts";
import { postTo } from "./http-sender.ts";
import { CHANNEL } from "./outbox-queries.ts";
import { pauseAfter, retryAfterOf, retryDelay } from "./retry-schedule.ts";
import { signedHeaders } from "./signature.ts";

/** Attempts of this process under way at once, and of one endpoint. */
const MAX_RUNNING = 32;
const MAX_RUNNING_PER_ENDPOINT = 4;
/** Milliseconds between two looks without a notification: retries are due without one. */
const POLLING_MS = 1000;

interface Options extends AddressRules {
	/** In milliseconds, of one attempt. */
	timeoutMs: number;
	series: WebhookSeries;
	log: Log;
}

/** @returns what ends it, when the attempts that are under way have ended */
export function openDeliveryWorker(
	sql: Sql,
	{ log, ...options }: Options,
): { close(): Promise<void> } {
	const running = new Set<Promise<void>>();
	/** By endpoint, how many attempts are under way. */
	const counts = new Map<string, number>();
	let closed = false;
	let claiming: Promise<void> = Promise.resolve();

	/** One claim after the other, since each counts what those before it have started. */
	function takeDue(): Promise<void> {
		claiming = claiming.catch(() => {}).then(claimAndStart);
		return claiming;
	}

	async function claimAndStart(): Promise<void> {
		const free = MAX_RUNNING - running.size;
		if (free <= 0 || closed) return;
		const attempts = await claimDue(sql, free, MAX_RUNNING_PER_ENDPOINT, [
			...counts.keys(),
		]);
		for (const attempt of attempts) start(attempt);
	}

	function start(attempt: DeliveryAttempt): void {
		const { endpointId } = attempt;
		counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
		const work = deliver(sql, attempt, options)
			.catch(report)
			.finally(() => {
				running.delete(work);
				const left = (counts.get(endpointId) ?? 1) - 1;
				if (left > 0) counts.set(endpointId, left);
				else counts.delete(endpointId);
				// The endpoint may have more, and no notification comes of it.
				if (left === 0) void takeDue().catch(report);
			});
		running.add(work);
	}

	const report = (error: unknown) => {
		if (!isUnavailable(error) && !isStatementTimeout(error))
			log.error({ err: error }, "webhooks failed");
	};
	const listener = listenForChanges(sql, CHANNEL, takeDue, {
		intervalMs: POLLING_MS,
		onError: report,
	});
	return {
		async close() {
			closed = true;
			await listener.close();
			await claiming.catch(() => {});
			await Promise.all(running);
		},
	};
}

async function deliver(
	sql: Sql,
	attempt: DeliveryAttempt,
	{ series, ...options }: Omit<Options, "log">,
): Promise<void> {
	const start = performance.now();
	const { retryAfter, ...result } = await send(attempt, options);
	const seconds = (performance.now() - start) / 1000;
	if (result.error === null) {
		series.attempted("delivered", seconds);
		return markDelivered(sql, attempt, result);
	}
	if (result.status === 410) {
		series.attempted("gone", seconds);
		return markGone(sql, attempt, result);
	}
	const delay = retryDelay(attempt.attempts + 1, retryAfter);
	series.attempted(delay === null ? "dead" : "failed", seconds);
	const pause = pauseAfter(result.status, retryAfter);
	return markFailed(sql, attempt, result, delay, pause);
}

async function send(
	{ url: text, messageId, payload, secret, formerSecret }: DeliveryAttempt,
	{ timeoutMs, ...rules }: AddressRules & { timeoutMs: number },
): Promise<Result & { retryAfter: number | null }> {
	const now = Date.now();
	const secrets = formerSecret ? [secret, formerSecret] : [secret];
	const headers = {
		"content-type": "application/json",
		"user-agent": "Treeline-Webhooks/1.0",
		...signedHeaders(messageId, Math.floor(now / 1000), payload, secrets),
	};
	try {
		const url = new URL(text);
		const address = await resolveAllowed(url, rules);
		const answer = await postTo(url, address, headers, payload, timeoutMs);
		return {
			status: answer.status,
			error: errorOf(answer.status),
			retryAfter: retryAfterOf(answer.retryAfter, now),
		};
	} catch (error) {
		const { message } = error as Error;
		return { status: null, error: message.slice(0, 500), retryAfter: null };
	}
}

function errorOf(status: number): string | null {
	if (status < 300) return null;
	if (status < 400)
		return `the answer was a redirect (${status}), which is not followed; change the endpoint's address`;
	return status === 410
		? "the receiver wants no more webhooks (410)"
		: `the answer was ${status}`;
}
