/** Other sessions, which do nothing, hold all connections that the database's server has. */
import postgres from "postgres";
import { editor, newItem } from "../content-client.ts";
import { type ClusterAddress, type Service, theCluster } from "../harness.ts";
import { observeOutage, RECOVERY_LIMIT, warmUpOf } from "./observe-outage.ts";
import { type Finding, type Size, timeUntil } from "./scenario.ts";
import { statuses } from "./traffic.ts";

/** More than a service and these tests open, and few enough to be taken soon. None is kept for superusers, as whom all connect here. */
const SERVER = {
	max_connections: "40",
	superuser_reserved_connections: "0",
	fsync: "off",
};
const TOO_MANY_CONNECTIONS = "53300";
/** Between two rounds of probes. Milliseconds. */
const PAUSE = 100;

export function connectionsExhausted(size: Size): Promise<Finding> {
	const lastsMs = size === "full" ? 20_000 : 2_000;
	let release = async () => {};
	return observeOutage({
		server: SERVER,
		warmUpMs: warmUpOf(size),
		lastsMs,
		async cause({ service }) {
			const { address } = await theCluster();
			release = await takeConnections(address, service.pid);
		},
		meanwhile: ({ service }) => probe(service, lastsMs),
		async end({ service }) {
			await release();
			await timeUntil(
				async () => (await searchPacks(service)).status === 200,
				RECOVERY_LIMIT,
			);
		},
	});
}

/** Ends the connections of the process `pid` and takes them and all others; resolves when it has none, with what gives all back. */
async function takeConnections(
	address: ClusterAddress,
	pid: number,
): Promise<() => Promise<void>> {
	const open = () =>
		postgres({
			...{ ...address, database: "postgres", max: 1 },
			...{ fetch_types: false, max_lifetime: null },
		});
	const administrator = open();
	const taken = [administrator];
	const take = async (): Promise<boolean> => {
		const session = open();
		try {
			await session`SELECT`;
			taken.push(session);
			return true;
		} catch (error) {
			await session.end({ timeout: 0 });
			if ((error as { code?: string }).code === TOO_MANY_CONNECTIONS)
				return false;
			throw error;
		}
	};
	const endOthers = async () => {
		const ended = await administrator`
			SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE application_name LIKE ${`treeline ${pid}@%`}`;
		return ended.length;
	};
	for (;;) {
		const ended = await endOthers();
		const took = await Promise.all([take(), take(), take(), take()]);
		// None is free any more, and the process has not been faster than we.
		if (ended === 0 && !took.includes(true) && (await endOthers()) === 0) break;
	}
	return async () => {
		await Promise.all(taken.map((session) => session.end({ timeout: 5 })));
	};
}

/** Is answered by the database only: no such search was made before. */
const searchPacks = ({ front }: Service) =>
	fetch(`${front}/api/v1/packs?q=${crypto.randomUUID().slice(0, 8)}`);

/** Sends requests that need the database, and some that are wrong whatever it says, for `ms`. */
async function probe(service: Service, ms: number): Promise<Finding> {
	const ask = editor(service);
	const needing: Record<string, number> = {};
	const bad: Record<string, number> = {};
	let slowestBad = 0;
	let withoutRetryAfter = 0;
	const until = performance.now() + ms;
	do {
		const refused = await Promise.all([
			ask("POST", "", newItem()),
			searchPacks(service),
		]);
		for (const { status, headers } of refused) {
			needing[status] = (needing[status] ?? 0) + 1;
			if (!headers.has("retry-after")) withoutRetryAfter++;
		}
		const began = performance.now();
		const wrong = await Promise.all([
			ask("POST", "", "{"),
			ask("POST", "", { type: 7 }),
			fetch(`${service.front}/api/v1/packs?limit=none`),
		]);
		slowestBad = Math.max(slowestBad, performance.now() - began);
		for (const { status } of wrong) bad[status] = (bad[status] ?? 0) + 1;
		await Bun.sleep(PAUSE);
	} while (performance.now() < until);
	const isOnly = (counts: Record<string, number>, status: string) =>
		Object.keys(counts).every((one) => one === status);
	return {
		observed: `requests that need the database ${statuses(needing)}; bad requests ${statuses(bad)}, in ${slowestBad.toFixed(0)} ms at most`,
		problems: [
			...(isOnly(needing, "503")
				? []
				: [`without connections: ${statuses(needing)}`]),
			...(withoutRetryAfter > 0
				? [`${withoutRetryAfter} refusals without Retry-After`]
				: []),
			...(isOnly(bad, "400") ? [] : [`bad requests: ${statuses(bad)}`]),
		],
	};
}
