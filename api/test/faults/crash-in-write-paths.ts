/** `kill -9` of the service, again and again, under operations on every write path, each sent with its key until it is answered. */
import { startService } from "../harness.ts";
import { startLlm } from "../llm-provider.ts";
import { WIDE } from "../openapi/fixtures.ts";
import type { Finding, Size } from "./scenario.ts";
import { send, type WriteRequest, writePaths } from "./write-paths.ts";

const OPERATIONS: Record<Size, number> = { small: 130, full: 10_000 };
const CLIENTS = 24;
/** A process is killed after so many answers on average: a part of all, so that each run has about as many kills. */
const ANSWERS_PER_LIFE: Record<Size, number> = { small: 50, full: 300 };
/** A turn of the chat whose process was killed can be taken up again after this time. Milliseconds. */
const CHAT_TIMEOUT = 3_000;
/** Refusals after which the same request is sent again. */
const TEMPORARY = new Set([0, 429, 502, 503, 504]);

export async function killedInEveryWritePath(size: Size): Promise<Finding> {
	const llm = startLlm();
	const service = await startService({
		...WIDE,
		...llm.settings,
		CHAT_REQUEST_TIMEOUT_MS: String(CHAT_TIMEOUT),
	});
	const paths = await writePaths(service, OPERATIONS[size]);
	const left = paths
		.flatMap(({ name, requests }) =>
			requests.map((request) => ({ name, request })),
		)
		.sort(() => Math.random() - 0.5);
	const operations = left.length;
	const refused: string[] = [];
	let interrupted = 0;
	let answered = 0;
	let running = CLIENTS;
	const untilAnswered = async (
		request: WriteRequest,
	): Promise<string | null> => {
		for (;;) {
			const { status, text } = await send(service, request).catch((error) => {
				if (error.code !== "ConnectionRefused") interrupted++;
				return { status: 0, text: "" };
			});
			if (status >= 200 && status < 300) return null;
			const isTemporary =
				TEMPORARY.has(status) || text.includes("idempotency_in_progress");
			if (!isTemporary) return `${status} ${text.slice(0, 200)}`;
			await Bun.sleep(status === 429 ? 1_000 : 100);
		}
	};
	const client = async () => {
		for (let next = left.pop(); next; next = left.pop()) {
			const refusal = await untilAnswered(next.request);
			if (refusal) refused.push(`${next.name}: ${refusal}`);
			answered++;
		}
		running--;
	};
	const clients = Array.from({ length: CLIENTS }, client);
	let kills = 0;
	while (running > 0) {
		const end = answered + (0.5 + Math.random()) * ANSWERS_PER_LIFE[size];
		while (answered < end && running > 0) await Bun.sleep(1);
		// The first kill comes even when all is done sooner, which then shows that what was answered is there.
		if (running === 0 && kills > 0) break;
		await service.kill();
		kills++;
		await service.restart();
	}
	await Promise.all(clients);
	const counted = await Promise.all(
		paths.map(async ({ name, requests, rowsEach, count }) => ({
			...{ name, expected: requests.length * rowsEach, ...(await count()) },
		})),
	);
	await service.stop();
	await llm.stop();
	const lost = counted.reduce(
		(sum, { expected, distinct }) => sum + Math.max(0, expected - distinct),
		0,
	);
	const doubled = counted.reduce(
		(sum, { expected, stored, distinct }) =>
			sum + Math.max(stored - distinct, stored - expected, 0),
		0,
	);
	return {
		observed: `${operations} operations on ${paths.length} paths, ${kills} kills, ${interrupted} requests broken off; ${counted.reduce((sum, { stored }) => sum + stored, 0)} rows stored, ${lost} lost, ${doubled} double`,
		problems: [
			...refused.slice(0, 5),
			...counted.flatMap(({ name, expected, stored, distinct }) =>
				stored === expected && distinct === expected
					? []
					: [
							`${name}: ${expected} rows expected, ${stored} stored, ${distinct} different`,
						],
			),
			...(size === "full" && interrupted === 0
				? ["no request was broken off"]
				: []),
		],
	};
}
