/** The database's disk fails for a while: strace makes system calls of the server's processes fail as they do on such a disk. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { editor, newItem } from "../content-client.ts";
import { type Service, theCluster } from "../harness.ts";
import { postmasterOf, serverProcesses } from "../postgres-processes.ts";
import {
	DURABLE,
	observeOutage,
	RECOVERY_LIMIT,
	warmUpOf,
} from "./observe-outage.ts";
import { type Finding, type Size, timeUntil } from "./scenario.ts";

interface DiskFault {
	name: string;
	/** Linux's names of the calls that fail. */
	calls: string;
	error: "EIO" | "ENOSPC";
	/** Of the calls of each process, every so many fail. */
	every: number;
	/** Only the files of tables and indexes; the server goes on without them, while an error in its log of changes is its end. */
	onlyTables?: boolean;
}

const SYNC = "fsync,fdatasync";
const WRITE = "pwrite64,pwritev,fallocate";
const FAULTS: DiskFault[] = [
	{ name: "some syncs", calls: SYNC, error: "EIO", every: 3 },
	{
		...{ name: "writes of tables", calls: WRITE, error: "EIO" },
		...{ every: 1, onlyTables: true },
	},
	{ name: "all syncs", calls: SYNC, error: "EIO", every: 1 },
	{ name: "some writes", calls: WRITE, error: "EIO", every: 20 },
	{
		name: "some writes, for no space",
		calls: WRITE,
		error: "ENOSPC",
		every: 20,
	},
];
/** How long a fault may take until a call has failed. Milliseconds. */
const EFFECT_LIMIT = 60_000;

export async function diskErrors(size: Size): Promise<Finding> {
	const strace = process.env.STRACE;
	if (!strace) return skip("STRACE names no strace");
	const { log } = await theCluster(DURABLE);
	const folder = join(dirname(log), "postgres");
	try {
		await (await attach(strace, [], [postmasterOf(log)])).detach();
	} catch (error) {
		return skip(`strace cannot attach here: ${(error as Error).message}`);
	}
	const failed: string[] = [];
	const problems: string[] = [];
	const finding = await observeOutage({
		server: DURABLE,
		warmUpMs: warmUpOf(size),
		lastsMs: 0,
		async cause({ service }) {
			const { content } = service;
			const tables = await tableFiles(content, folder);
			for (const fault of size === "full" ? FAULTS : FAULTS.slice(0, 2)) {
				const disk = await breakDisk(strace, log, fault, tables);
				// What it writes meets the fault, too.
				content.unsafe("CHECKPOINT").catch(() => {});
				const began = performance.now();
				await timeUntil(async () => disk.failures() > 0, EFFECT_LIMIT);
				const rest =
					(size === "full" ? 6_000 : 1_000) - (performance.now() - began);
				await Bun.sleep(Math.max(0, rest));
				await disk.mend();
				failed.push(`${fault.name}: ${disk.failures()}`);
				if (disk.failures() === 0)
					problems.push(`no call failed (${fault.name})`);
				if ((await untilWritten(service)) === null)
					problems.push(`no create was answered after it (${fault.name})`);
			}
		},
		// What is counted afterwards is what the files hold. The processes of a killed server may answer for another moment.
		async end() {
			const killed = postmasterOf(log);
			process.kill(killed, "SIGKILL");
			await timeUntil(async () => postmasterOf(log) !== killed, RECOVERY_LIMIT);
		},
	});
	return {
		observed: `failed calls: ${failed.join(", ")}; ${finding.observed}`,
		problems: [...problems, ...finding.problems],
	};
}

const skip = (skipped: string): Finding => ({
	...{ observed: "", problems: [] },
	skipped,
});

const untilWritten = (service: Service) =>
	timeUntil(
		async () => (await editor(service)("POST", "", newItem())).status === 201,
		RECOVERY_LIMIT,
	);

async function tableFiles(
	sql: Service["content"],
	folder: string,
): Promise<string[]> {
	const rows = await sql<{ path: string }[]>`
		SELECT pg_relation_filepath(c.oid) AS path FROM pg_class c
		WHERE c.relname ~ '^content' AND pg_relation_filepath(c.oid) IS NOT NULL`;
	return rows.map(({ path }) => join(folder, path));
}

/** Makes calls of the server's processes fail, also after it was started again, until `mend`. */
async function breakDisk(
	strace: string,
	log: string,
	{ calls, error, every, onlyTables }: DiskFault,
	tables: string[],
) {
	const options = [
		...(onlyTables ? tables.flatMap((path) => ["-P", path]) : []),
		...["-e", `trace=${calls}`],
		...["-e", `inject=${calls}:error=${error}:when=${every}+${every}`],
	];
	const traces: Trace[] = [];
	let runs = true;
	let traced: number | undefined;
	const follow = async () => {
		while (runs) {
			try {
				const pids = serverProcesses(log);
				if (pids[0] !== traced) {
					traces.push(await attach(strace, options, pids));
					traced = pids[0];
				}
			} catch {
				// The server has ended, and is not there again.
			}
			await Bun.sleep(20);
		}
	};
	const following = follow();
	return {
		failures: () => traces.reduce((sum, { failures }) => sum + failures(), 0),
		async mend() {
			runs = false;
			await following;
			await Promise.all(traces.map((trace) => trace.detach()));
		},
	};
}

interface Trace {
	/** How many calls have failed by it. */
	failures(): number;
	detach(): Promise<void>;
}

/** Traces processes, and those that they start. Throws what strace says when it cannot trace the first of them. */
async function attach(
	strace: string,
	options: string[],
	pids: number[],
): Promise<Trace> {
	const child = spawn(strace, ["-f", ...options, "-p", pids.join(",")], {
		stdio: ["ignore", "ignore", "pipe"],
	});
	const ended = once(child, "close");
	const attached = Promise.withResolvers<void>();
	let failures = 0;
	let last = "";
	createInterface(child.stderr).on("line", (line) => {
		last = line;
		if (line.includes("(INJECTED)")) failures++;
		if (line.includes(`Process ${pids[0]} attached`)) attached.resolve();
	});
	ended.then(() => attached.reject(new Error(last)));
	await attached.promise;
	return {
		failures: () => failures,
		async detach() {
			child.kill("SIGTERM");
			await ended;
		},
	};
}
