/** A database whose disk is full: a small tmpfs. It needs root, to mount one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, statfsSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runToEnd } from "../child-programs.ts";
import { editor, newItem } from "../content-client.ts";
import { startService, theCluster } from "../harness.ts";
import { WIDE } from "../openapi/fixtures.ts";
import { type Finding, type Size, timeUntil } from "./scenario.ts";
import { startTraffic, trafficProblems, trafficSummary } from "./traffic.ts";

const MEGABYTES = 320;
/** Mounts a disk on a folder, and removes both when its input is closed. */
const MOUNTED = `
	mount -t tmpfs -o size=${MEGABYTES}m,mode=1777 tmpfs "$1" && echo mounted && cat >/dev/null && umount -l "$1"
	rmdir "$1"`;
/** Milliseconds. */
const RECOVERY_LIMIT = 60_000;
/** Of data that hardly compresses, so that it takes room. */
const LARGE = 60_000;

export async function diskFull(size: Size): Promise<Finding> {
	const folder = mkdtempSync(join(tmpdir(), "treeline-disk-"));
	const disk = spawn("sh", ["-c", MOUNTED, "sh", folder], {
		// A group of its own: it unmounts the disk also when this process is killed.
		detached: true,
		stdio: ["pipe", "pipe", "pipe"],
	});
	const ended = once(disk, "close");
	let said = "";
	disk.stderr.on("data", (text) => {
		said += text;
	});
	const isMounted = await Promise.race([
		once(disk.stdout, "data").then(() => true),
		ended.then(() => false),
	]);
	if (!isMounted)
		return {
			...{ observed: "", problems: [] },
			skipped: `a tmpfs cannot be mounted here: ${said.trim()}`,
		};
	// Where the throw-away cluster of this process gets its data.
	const before = process.env.TMPDIR;
	process.env.TMPDIR = folder;
	try {
		return await fillAndFree(folder, size);
	} finally {
		if (before === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = before;
		await (await theCluster()).close();
		disk.stdin.end();
		await ended;
	}
}

async function fillAndFree(folder: string, size: Size): Promise<Finding> {
	const service = await startService(WIDE);
	const traffic = await startTraffic(service);
	const ballast = join(folder, "ballast");
	const isFull = async () => {
		// What is left goes to creates of large items, so that the database itself meets the end of the disk.
		await leaveFree(folder, ballast);
		const data = {
			text: crypto.getRandomValues(new Uint8Array(LARGE / 2)).toHex(),
		};
		const told = await editor(service)(
			"POST",
			"",
			newItem({ data, type: "large" }),
		);
		return told.status === 503 && told.body.code === "database_unavailable";
	};
	const filled = await timeUntil(isFull, RECOVERY_LIMIT);
	await Bun.sleep(size === "full" ? 10_000 : 1_000);
	const live = (await fetch(`${service.front}/api/health/live`)).status;
	unlinkSync(ballast);
	const recovery = await timeUntil(
		async () => (await editor(service)("POST", "", newItem())).status === 201,
		RECOVERY_LIMIT,
	);
	if (recovery === null)
		return {
			observed:
				"no create was answered within a minute after there was room again",
			problems: ["it needed a restart"],
		};
	const report = await traffic.stop();
	await service.stop();
	return {
		observed: `${trafficSummary(report)}; liveness ${live}; writes again ${(recovery / 1000).toFixed(1)} s after there was room`,
		problems: [
			...trafficProblems(report, { reads: [200], creates: [201, 503] }),
			...(filled === null ? ["the disk did not fill"] : []),
			...(live === 200 ? [] : [`liveness ${live}`]),
		],
	};
}

/** Fills all of the disk but a little. */
async function leaveFree(folder: string, ballast: string): Promise<void> {
	const { bavail, bsize } = statfsSync(folder);
	const free = bavail * bsize - 512 * 1024;
	if (free <= 0) return;
	const size = (await Bun.file(ballast).exists()) ? Bun.file(ballast).size : 0;
	await runToEnd(["fallocate", "-l", String(size + free), ballast]);
}
