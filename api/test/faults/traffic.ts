/** Load while a fault lasts: reads of content, and creates with keys that are sent again until they are answered; and the count of what is stored. */
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import { withDeadline } from "../../server/promise-timeout.ts";
import { editor, newItem } from "../content-client.ts";
import type { Service } from "../harness.ts";

/** What an operation of the service answers while a fault lasts. */
export interface TrafficReport {
	/** How many reads and creates had each status; "0" = the connection broke. */
	reads: Record<string, number>;
	creates: Record<string, number>;
	/** In milliseconds: the longest time until an answer. */
	slowest: number;
	/** Creates that were acknowledged, each once. */
	acknowledged: number;
	/** Creates that were never acknowledged, however often they were sent. */
	unanswered: number;
	/** Acknowledged creates that the database does not have, and those that it has more than once. */
	lost: number;
	doubled: number;
}

export interface Traffic {
	/** Stops the load, sends again what is not acknowledged yet, and counts what `content`, by default the service's own, has stored. */
	stop(content?: Sql): Promise<TrafficReport>;
}

const TYPE = "traffic";
const READERS = 4;
const WRITERS = 4;
/** Between two requests of one client, so that the load generator leaves time to what it loads. Milliseconds. */
const PAUSE = 10;
/** Before a create is sent again. Milliseconds. */
const RETRY_PAUSE = 100;
/** A client that waits longer gives up. Milliseconds. */
const CLIENT_TIMEOUT = 60_000;
/** How long a create is sent again after the load has ended. Milliseconds. */
const LAST_ANSWERS = 90_000;

/** Begins the load on `service`, which has to be started with wide limits; `path` is what is read, warm in the cache. */
export async function startTraffic(
	service: Service,
	path = `/content?type=${TYPE}`,
): Promise<Traffic> {
	await editor(service)("POST", "", newItem({ type: TYPE, slug: "first" }));
	const read = () => fetch(`${service.front}/api/v1${path}`, timeout());
	await (await read()).text();
	const report = {
		reads: {} as Record<string, number>,
		creates: {} as Record<string, number>,
		slowest: 0,
	};
	const acknowledged = new Set<string>(["first"]);
	let unanswered = 0;
	let runs = true;
	let givesUpAt = Number.POSITIVE_INFINITY;
	const counted = async (
		tally: Record<string, number>,
		send: () => Promise<number>,
	): Promise<number> => {
		const began = performance.now();
		const status = await send().catch(() => 0);
		report.slowest = Math.max(report.slowest, performance.now() - began);
		tally[status] = (tally[status] ?? 0) + 1;
		return status;
	};
	const reading = async () => {
		while (runs) {
			await counted(report.reads, async () => {
				const answer = await read();
				await answer.arrayBuffer();
				return answer.status;
			});
			await Bun.sleep(PAUSE);
		}
	};
	const writing = async () => {
		while (runs) {
			const item = newItem({ type: TYPE });
			const key = { "idempotency-key": crypto.randomUUID() };
			const send = async () => {
				const told = await withDeadline(
					editor(service)("POST", "", item, key),
					CLIENT_TIMEOUT,
					null,
				);
				return told?.status ?? 0;
			};
			// Sent again whatever the answer is: trafficProblems tells which may be.
			while (!isDone(await counted(report.creates, send))) {
				if (performance.now() > givesUpAt) {
					unanswered++;
					return;
				}
				await Bun.sleep(RETRY_PAUSE);
			}
			acknowledged.add(item.slug);
			await Bun.sleep(PAUSE);
		}
	};
	const clients = [
		...Array.from({ length: READERS }, reading),
		...Array.from({ length: WRITERS }, writing),
	];
	return {
		async stop(content = service.content) {
			runs = false;
			givesUpAt = performance.now() + LAST_ANSWERS;
			await Promise.all(clients);
			return {
				...report,
				unanswered,
				acknowledged: acknowledged.size,
				...(await countStored(content, acknowledged)),
			};
		},
	};
}

const timeout = () => ({ signal: AbortSignal.timeout(CLIENT_TIMEOUT) });

const isDone = (status: number) => status >= 200 && status < 300;

async function countStored(content: Sql, acknowledged: Set<string>) {
	const rows = await content<
		{ slug: string; version: number; entries: number }[]
	>`
		SELECT slug, version, (SELECT count(*)::int FROM content_history WHERE content_id = i.id) AS entries
		FROM content_items i WHERE type = ${TYPE}`;
	const stored = Map.groupBy(rows, ({ slug }) => slug);
	const isOnce = (slug: string) => {
		const [row, ...others] = stored.get(slug) ?? [];
		return row?.version === 1 && row.entries === 1 && others.length === 0;
	};
	return {
		lost: [...acknowledged].filter((slug) => !stored.has(slug)).length,
		doubled: [...stored.keys()].filter((slug) => !isOnce(slug)).length,
	};
}

/** What is wrong with a report, a line each: statuses that are not allowed, and what was lost or stored twice. */
export function trafficProblems(
	{ reads, creates, unanswered, lost, doubled }: TrafficReport,
	allowed: { reads: number[]; creates: number[] },
): string[] {
	const strange = (kind: "reads" | "creates", tally: Record<string, number>) =>
		Object.entries(tally)
			.filter(([status]) => !allowed[kind].includes(Number(status)))
			.map(([status, count]) => `${count} ${kind} were answered ${status}`);
	return [
		...strange("reads", reads),
		...strange("creates", creates),
		...(unanswered > 0
			? [`${unanswered} creates were never acknowledged`]
			: []),
		...(lost > 0 ? [`${lost} acknowledged creates are lost`] : []),
		...(doubled > 0 ? [`${doubled} creates are stored twice`] : []),
	];
}

/** As "200: 512, 503: 4". */
export const statuses = (tally: Record<string, number>): string =>
	Object.entries(tally)
		.map(
			([status, count]) => `${status === "0" ? "no answer" : status}: ${count}`,
		)
		.join(", ") || "none";

export const trafficSummary = (report: TrafficReport): string =>
	`reads ${statuses(report.reads)}; creates ${statuses(report.creates)}; ${report.acknowledged} acknowledged, ${report.lost} lost, ${report.doubled} double; slowest answer ${(report.slowest / 1000).toFixed(1)} s`;
