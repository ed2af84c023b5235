/** Opens webhooks: their routes, and the worker that delivers what changes of content have stored. */
import type { Sql } from "../../db/connect-and-batch-queries.ts";
import type { AdminKeys } from "../../server/admin-authentication.ts";
import type { Log } from "../../server/log-and-metrics.ts";
import type { Stop } from "../../server/shutdown.ts";
import type { Metrics } from "../metrics/registry.ts";
import { adminWebhooks } from "./admin-routes.ts";
import { countDeliveries } from "./delivery-queries.ts";
import { openDeliveryWorker } from "./delivery-worker.ts";

interface Parts {
	/** The content's database. */
	sql: Sql;
	admins: AdminKeys;
	settings: WebhookSettings;
	metrics: Pick<Metrics, "webhooks">;
	log: Log;
	/** What closes what was opened. */
	stops: Stop[];
}

export interface WebhookSettings {
	/** Whether this process sends them. */
	isDelivering: boolean;
	/** Networks that webhooks may go to although they are not public. */
	allowedNetworks: readonly string[];
	/** In milliseconds, of one attempt. */
	timeoutMs: number;
}

export function openWebhooks(parts: Parts) {
	const { sql, admins, settings, log } = parts;
	const series = parts.metrics.webhooks;
	series.counts(() => countDeliveries(sql));
	if (settings.isDelivering) {
		const worker = openDeliveryWorker(sql, { ...settings, series, log });
		parts.stops.push(worker.close);
	}
	return adminWebhooks(sql, admins, settings);
}
