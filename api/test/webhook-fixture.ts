/** A service with one endpoint of webhooks and a strict receiver, both new for each test of a file, and a clock that the test sets. */
import { afterAll, beforeAll, beforeEach, expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "./attempts-client.ts";
import { editor, newItem, type Told } from "./content-client.ts";
import { ADMIN_KEY, serviceForFile } from "./harness.ts";
import { WIDE } from "./openapi/fixtures.ts";
import { type SettableClock, settableClock } from "./settable-clock.ts";
import { startReceiver } from "./webhook-receiver.ts";

export const READ_ONLY = "a-key-for-reading-of-32-characters-or-more";

export interface Delivery {
	messageId: string;
	endpointId: string;
	state: string;
	attempts: number;
	nextAttemptAt: string | null;
	lastStatus: number | null;
	lastError: string | null;
}

interface Endpoint {
	id: string;
	secret: string;
}

/** To be awaited where the file begins. */
export async function webhookFixture() {
	const folder = mkdtempSync(join(tmpdir(), "treeline-webhooks-"));
	let receiver = startReceiver();
	const service = await serviceForFile({
		...WIDE,
		...receiver.settings,
		ADMIN_API_KEY_READONLY: READ_ONLY,
		WEBHOOK_TIMEOUT_MS: "500",
	});
	let clock: SettableClock;
	let moment = 0;
	let endpoint: Endpoint;

	/** Below `/api/v1/admin/webhooks`. */
	const ask = (
		method: string,
		path: string,
		body?: unknown,
		key = ADMIN_KEY,
	): Promise<Told> => editor(service, key)(method, `/../webhooks${path}`, body);
	const change = (method: string, path: string, body?: unknown) =>
		editor(service)(method, path, body);
	async function addEndpoint(more: object = {}): Promise<Endpoint> {
		const told = await ask("POST", "/endpoints", {
			url: receiver.url,
			...more,
		});
		expect(told.status).toBe(201);
		return told.body.data;
	}
	const deliveries = async (query = ""): Promise<Delivery[]> =>
		(await ask("GET", `/deliveries${query}`)).body.data;

	beforeAll(async () => {
		clock = await settableClock(service.content, join(folder, "ahead"));
	});
	beforeEach(async () => {
		await service.content`DELETE FROM webhook_endpoints`;
		await service.content`DELETE FROM webhook_messages`;
		receiver.stop();
		receiver = startReceiver();
		endpoint = await addEndpoint();
		receiver.secrets = [endpoint.secret];
	});
	afterAll(() => {
		receiver.stop();
		rmSync(folder, { recursive: true });
	});

	return {
		...{ service, ask, change, addEndpoint, deliveries },
		get receiver() {
			return receiver;
		},
		get endpoint() {
			return endpoint;
		},
		/** A new item. */
		addItem: async (more: object = {}) =>
			(await change("POST", "", newItem(more))).body.data,
		/** Moves the database's clock on. */
		async advance(ms: number) {
			moment += ms;
			await clock.setTo(moment, "stay");
		},
		/** Milliseconds until the next attempt. */
		waitOf: ({ nextAttemptAt }: Delivery) =>
			Date.parse(nextAttemptAt ?? "") - clock.start - moment,
		/** The newest delivery, once `holds`. */
		async deliveryThat(holds: (delivery: Delivery) => boolean) {
			for (;;) {
				let found: Delivery | undefined;
				await until(async () => {
					[found] = await deliveries();
					return found !== undefined && holds(found);
				});
				if (found) return found;
			}
		},
	};
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
