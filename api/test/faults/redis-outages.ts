/** Redis that is killed, says nothing, or forgets everything, under load. */
import { startService } from "../harness.ts";
import { WIDE } from "../openapi/fixtures.ts";
import { startRedis } from "../temporary-redis.ts";
import type { Finding, Size } from "./scenario.ts";
import { startTraffic, trafficProblems, trafficSummary } from "./traffic.ts";

export async function redisAway(size: Size): Promise<Finding> {
	const phase = size === "full" ? 5_000 : 1_000;
	const redis = await startRedis();
	const service = await startService({ ...WIDE, CACHE_URL: redis.url });
	const readiness = async () => {
		const answer = await fetch(`${service.front}/api/health/ready`);
		return `${answer.status} ${(await answer.json()).checks?.cache}`;
	};
	const traffic = await startTraffic(service);
	await redis.kill();
	await Bun.sleep(phase);
	const killed = await readiness();
	await redis.restart();
	await Bun.sleep(phase);
	redis.pause();
	await Bun.sleep(phase);
	const paused = await readiness();
	redis.resume();
	await Bun.sleep(phase);
	await redis.send("FLUSHALL");
	await Bun.sleep(phase);
	const back = await readiness();
	const report = await traffic.stop();
	await service.stop();
	await redis.stop();
	const expected = { killed: "200 error", paused: "200 error", back: "200 ok" };
	return {
		observed: `${trafficSummary(report)}; readiness ${killed} while killed, ${paused} while paused, ${back} afterwards`,
		problems: [
			...trafficProblems(report, { reads: [200], creates: [201] }),
			...Object.entries({ killed, paused, back }).flatMap(([when, found]) =>
				found === expected[when as keyof typeof expected]
					? []
					: [`readiness ${found} (${when})`],
			),
		],
	};
}
