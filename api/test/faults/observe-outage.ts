/** Runs a fault of the database under load, and watches what the service answers, whether it lives, what it takes, and that it recovers. */
import { editor, newItem } from "../content-client.ts";
import { type Line, lineTo } from "../disconnectable-database.ts";
import { type Service, startService, theCluster } from "../harness.ts";
import { WIDE } from "../openapi/fixtures.ts";
import {
	type Finding,
	residentMemory,
	type Size,
	timeUntil,
} from "./scenario.ts";
import { startTraffic, trafficProblems, trafficSummary } from "./traffic.ts";

/** What a service may grow by while requests wait for a database that does not answer, beyond what the same load takes before. MiB. */
const MAX_GROWTH = 64;
/** Milliseconds in which garbage is collected, on a busy machine, too. */
const COLLECTION_LIMIT = 30_000;
/** Milliseconds. */
export const RECOVERY_LIMIT = 60_000;
/** A server that writes as it does where its data matters. */
export const DURABLE = { fsync: "on" };

export interface Outage {
	service: Service;
	line: Line;
	/** The log of the database's server. */
	log: string;
}

/**
 * Runs `cause` under load, then `end`, and waits until a create is answered. Reads of content must go on, creates may be refused with 503
 * or 504, and the service must be alive all the time.
 */
export async function observeOutage({
	settings = {},
	server,
	warmUpMs,
	lastsMs,
	cause,
	meanwhile = async () => ({ observed: "", problems: [] }),
	end = async () => {},
	// A create whose first request still waits for the database is in progress: 409.
	refusals = [409, 503, 504],
	recoveryLimit = RECOVERY_LIMIT,
}: {
	settings?: Record<string, string>;
	server?: Record<string, string>;
	/** Milliseconds of load before the fault: a service that has just started grows by it without any. */
	warmUpMs: number;
	lastsMs: number;
	cause(outage: Outage): Promise<void> | void;
	/** What else is looked at while the fault lasts; it lasts until this has resolved, too. */
	meanwhile?(outage: Outage): Promise<Finding>;
	end?(outage: Outage): Promise<void> | void;
	refusals?: number[];
	recoveryLimit?: number;
}): Promise<Finding> {
	const { address, log } = await theCluster(server);
	const line = await lineTo({
		DB_HOST: address.host,
		DB_PORT: String(address.port),
	});
	const service = await startService({ ...line.env, ...WIDE, ...settings });
	const outage: Outage = {
		service,
		line,
		log,
	};
	const traffic = await startTraffic(service);
	const memoryBefore = await mostMemory(service.pid, warmUpMs);
	const live = watchLiveness(service);
	let found: Finding;
	try {
		await cause(outage);
		[found] = await Promise.all([meanwhile(outage), Bun.sleep(lastsMs)]);
	} finally {
		await end(outage);
	}
	const recovery = await timeUntil(
		async () => (await editor(service)("POST", "", newItem())).status === 201,
		recoveryLimit,
	);
	const { slowest, failed } = live.stop();
	let growth = 0;
	await timeUntil(async () => {
		growth = (await residentMemory(service.pid)) - memoryBefore;
		return growth <= MAX_GROWTH;
	}, COLLECTION_LIMIT);
	if (recovery === null)
		return {
			observed: `no create was answered within ${recoveryLimit / 1000} s after the fault had ended`,
			problems: ["it did not recover"],
		};
	const report = await traffic.stop();
	await service.stop();
	return {
		observed: `${found.observed && `${found.observed}; `}${trafficSummary(report)}; writes again after ${(recovery / 1000).toFixed(1)} s; liveness in ${slowest.toFixed(0)} ms at most; memory ${growth >= 0 ? "+" : ""}${growth.toFixed(0)} MiB`,
		problems: [
			...found.problems,
			...trafficProblems(report, { reads: [200], creates: [201, ...refusals] }),
			...(failed > 0 ? [`liveness failed ${failed} times`] : []),
			...(growth > MAX_GROWTH
				? [`memory grew by ${growth.toFixed(0)} MiB`]
				: []),
		],
	};
}

/** The most that a process takes within `ms`: between two collections of garbage it grows. MiB. */
async function mostMemory(pid: number, ms: number): Promise<number> {
	const until = performance.now() + ms;
	let most = 0;
	do {
		await Bun.sleep(100);
		most = Math.max(most, await residentMemory(pid));
	} while (performance.now() < until);
	return most;
}

export const warmUpOf = (size: Size) => (size === "full" ? 8_000 : 500);

function watchLiveness({ front }: Service) {
	let runs = true;
	let failed = 0;
	let slowest = 0;
	void (async () => {
		while (runs) {
			const began = performance.now();
			const answer = await fetch(`${front}/api/health/live`).catch(() => null);
			slowest = Math.max(slowest, performance.now() - began);
			if (answer?.status !== 200) failed++;
			await Bun.sleep(100);
		}
	})();
	return {
		stop() {
			runs = false;
			return { failed, slowest };
		},
	};
}
