/** The clock of the service's machine jumps while it works: by libfaketime, which leaves the clock that measures time passing alone. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../harness.ts";
import { WIDE } from "../openapi/fixtures.ts";
import type { Finding, Size } from "./scenario.ts";
import { startTraffic, trafficProblems, trafficSummary } from "./traffic.ts";

const JUMPS = ["-1h", "+1h", "-1d", "+1d", "-370d"];
const SEARCHES = 5;

export async function clockJumps(size: Size): Promise<Finding> {
	const library = process.env.LIBFAKETIME;
	if (!library)
		return {
			...{ observed: "", problems: [] },
			skipped: "LIBFAKETIME names no libfaketime.so",
		};
	const folder = mkdtempSync(join(tmpdir(), "treeline-clock-"));
	const offset = join(folder, "offset");
	writeFileSync(offset, "+0\n");
	const service = await startService({
		...WIDE,
		// A bucket of its own that does not fill again during the run.
		PACK_RATE_LIMIT_CAPACITY: String(SEARCHES),
		PACK_RATE_LIMIT_REFILL_RATE: "0.0001",
		LD_PRELOAD: library,
		FAKETIME_TIMESTAMP_FILE: offset,
		FAKETIME_NO_CACHE: "1",
		FAKETIME_DONT_FAKE_MONOTONIC: "1",
	});
	const { cookie } = await service.signIn();
	const read = async () =>
		(await fetch(`${service.front}/api/v1/packs`)).status;
	const isSignedIn = async () => {
		const answer = await fetch(`${service.front}/api/v1/auth/session`, {
			headers: { cookie },
		});
		return (await answer.json()).data?.authenticated === true;
	};
	const clock = async () => {
		const answer = await fetch(`${service.front}/api/health/live`);
		return Date.parse(answer.headers.get("date") ?? "");
	};
	const traffic = await startTraffic(service);
	for (let at = 0; at < SEARCHES; at++) await read();
	const limited: number[] = [];
	let signedOut = 0;
	let moved = 0;
	for (const jump of size === "full" ? JUMPS : JUMPS.slice(0, 2)) {
		writeFileSync(offset, `${jump}\n`);
		await Bun.sleep(size === "full" ? 4_000 : 1_500);
		if (Math.abs((await clock()) - Date.now()) > 30 * 60_000) moved++;
		limited.push(await read());
		if (!(await isSignedIn())) signedOut++;
	}
	writeFileSync(offset, "+0\n");
	const report = await traffic.stop();
	await service.stop();
	rmSync(folder, { recursive: true });
	return {
		observed: `${limited.length} jumps, ${moved} seen in the Date header; ${trafficSummary(report)}; an empty bucket stayed empty in ${limited.filter((status) => status === 429).length} of ${limited.length}, a session lived in ${limited.length - signedOut}`,
		problems: [
			...trafficProblems(report, { reads: [200], creates: [201] }),
			...(moved === limited.length ? [] : ["the clock did not jump"]),
			...(limited.every((status) => status === 429)
				? []
				: ["a limit followed the clock"]),
			...(signedOut > 0 ? ["a session followed the clock"] : []),
		],
	};
}
