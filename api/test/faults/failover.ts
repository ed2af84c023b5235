/** A replica that falls behind, and takes the place of its primary, under load: writes, and reads that may run on it. */
import { connect } from "../../db/connect-and-batch-queries.ts";
import { editor, newItem } from "../content-client.ts";
import { lineTo } from "../disconnectable-database.ts";
import { type Service, startService, theCluster } from "../harness.ts";
import { WIDE } from "../openapi/fixtures.ts";
import { openStandby } from "../standby-postgres.ts";
import { type Finding, type Size, timeUntil } from "./scenario.ts";
import { startTraffic, trafficProblems, trafficSummary } from "./traffic.ts";

/** Milliseconds. */
const RECOVERY_LIMIT = 60_000;
const STANDBY = "second";

/**
 * Acknowledged writes are on both servers (`synchronous_standby_names`). The replica replays nothing for a while; then the primary is cut off and the replica
 * promoted. Clients that change an item and read its history must always see the version that they were last told of.
 */
export async function replicaPromoted(size: Size): Promise<Finding> {
	const lasts = size === "full" ? 10_000 : 1_500;
	const cluster = await theCluster({ fsync: "on" });
	const standby = await openStandby(cluster, { name: STANDBY });
	const [first, second] = await Promise.all(
		[cluster, standby].map(({ address }) =>
			lineTo({ DB_HOST: address.host, DB_PORT: String(address.port) }),
		),
	);
	if (!first || !second) throw new Error("no lines to the servers");
	const [one, other] = [first, second].map(
		({ env }) => `${env.DB_HOST}:${env.DB_PORT}`,
	);
	const service = await startService({
		...WIDE,
		DB_HOST: `${one},${other}`,
		DB_REPLICA_HOSTS: String(other),
		REQUEST_TIMEOUT_MS: "5000",
	});
	await service.sql.unsafe(
		`ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`,
	);
	await service.sql`SELECT pg_reload_conf()`;
	const usesReplica = async () => {
		const answer = await fetch(`${service.front}/api/health/ready`);
		const { checks } = (await answer.json()) as {
			checks: { replicas?: string };
		};
		return checks.replicas === "ok";
	};
	const began = await timeUntil(usesReplica, RECOVERY_LIMIT);
	const traffic = await startTraffic(service);
	const versions = watchVersions(service);
	await Bun.sleep(lasts);
	await standby.pause();
	await Bun.sleep(lasts);
	await standby.resume();
	const again = await timeUntil(usesReplica, RECOVERY_LIMIT);
	await Bun.sleep(lasts);
	await first.cut();
	await standby.promote();
	const recovery = await timeUntil(
		async () => (await editor(service)("POST", "", newItem())).status === 201,
		RECOVERY_LIMIT,
	);
	const after = await timeUntil(usesReplica, RECOVERY_LIMIT);
	await Bun.sleep(lasts);
	const seen = await versions.stop();
	const promoted = connect({
		...standby.address,
		database: String(service.content.options.database),
		password: "",
	});
	const report = await traffic.stop(promoted);
	await promoted.end();
	const moves = service
		.printed()
		.split(`go to ${other} now, and went to ${one}.`);
	await service.stop();
	await second.cut();
	await standby.close();
	await (await theCluster()).close();
	return {
		observed: `${trafficSummary(report)}; ${seen.reads} reads after a change, ${seen.older} older; writes on the promoted server ${recovery === null ? "never" : `after ${(recovery / 1000).toFixed(1)} s`}`,
		problems: [
			...trafficProblems(report, {
				reads: [200],
				creates: [201, 409, 503, 504],
			}),
			...([began, again, after].includes(null)
				? ["the replica was not used"]
				: []),
			// One line for each of the two databases.
			...(moves.length !== 3 ? ["the log does not name the move once"] : []),
			...(recovery === null ? ["it did not recover"] : []),
			...(seen.older > 0
				? [`${seen.older} reads were of an older version`]
				: []),
			...(seen.reads === 0 ? ["no change was read"] : []),
		],
	};
}

/** Changes an item again and again, and compares what its history and the list of its type then say with the version that was acknowledged. */
function watchVersions(service: Service) {
	const ask = editor(service);
	const seen = { reads: 0, older: 0 };
	let runs = true;
	const done = (async () => {
		const item = newItem({ type: "versioned" });
		const { id } = (await ask("POST", "", item)).body.data;
		let acknowledged = 1;
		while (runs) {
			const changed = await ask("PUT", `/${id}`, {
				sortOrder: seen.reads,
			}).catch(() => null);
			if (changed?.status === 200) acknowledged = changed.body.data.version;
			for (const path of [
				`/${id}/history?limit=1`,
				"?type=versioned&limit=1",
			]) {
				const told = await ask("GET", path).catch(() => null);
				if (told?.status !== 200) continue;
				seen.reads++;
				if (told.body.data[0].version < acknowledged) seen.older++;
			}
			await Bun.sleep(5);
		}
	})();
	return {
		async stop() {
			runs = false;
			await done;
			return seen;
		},
	};
}
