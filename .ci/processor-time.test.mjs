import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	countProcessorTime,
	observe,
	parseStat,
	ticksOf,
} from "./processor-time.mjs";

/** A process as a look at `/proc` shows it. */
const seen = (id, parent, own, waited = 0) => ({
	id,
	parent,
	started: id,
	own,
	waited,
});

test.each([
	["its own", [[seen(2, 1, 5)], [seen(2, 1, 7)]], 7],
	["none of others", [[seen(2, 1, 5), seen(3, 1, 90)]], 5],
	["a child's that runs", [[seen(2, 1, 5), seen(3, 2, 4)]], 9],
	[
		"a child's that it waited for, once",
		[[seen(2, 1, 5), seen(3, 2, 4)], [seen(2, 1, 5, 6)]],
		11,
	],
	["a child's that came and went unseen", [[seen(2, 1, 5, 3)]], 8],
	[
		"a child's that was killed and not waited for",
		[[seen(2, 1, 5), seen(3, 2, 4)], [seen(2, 1, 5)]],
		9,
	],
	[
		"an orphan's beside what was waited for",
		[
			[seen(2, 1, 5), seen(3, 2, 1), seen(4, 3, 4)],
			[seen(2, 1, 5, 2), seen(4, 1, 6)],
		],
		5 + 6 + 2,
	],
	[
		"none of a process that got the number of one that ended",
		[
			[seen(2, 1, 5), seen(3, 2, 4)],
			[seen(2, 1, 5), { ...seen(3, 1, 90), started: 9 }],
		],
		9,
	],
])("counts %s", (_, looks, ticks) => {
	const known = new Map();
	for (const look of looks) observe(known, 2, look);
	const [root] = known.values();
	expect(ticksOf(root)).toBe(ticks);
});

test("reads a line of /proc, whatever the process is called", () => {
	const rest = "S 7 1 1 0 -1 4194560 1 2 0 0 11 12 13 14 20 0 1 0 99 1000";
	expect(parseStat(`42 (a) b (c)) ${rest}`)).toEqual({
		id: 42,
		parent: 7,
		own: 23,
		waited: 27,
		started: 99,
	});
	expect(parseStat("")).toBeNull();
});

/** Computes for that many seconds of processor time, prints its process id, and stays. */
const busy = (seconds) =>
	`let used = 0; while (used < ${seconds * 1e6}) { const { user, system } = process.cpuUsage(); used = user + system; } console.log(process.pid); setInterval(() => {}, 1000);`;

test.skipIf(process.platform !== "linux")(
	"counts what left the group and is still there at the end",
	async () => {
		const child = spawn(
			process.execPath,
			[
				"-e",
				`require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(busy(1))}], { detached: true, stdio: "inherit" });`,
			],
			{ stdio: ["ignore", "pipe", "inherit"], detached: true },
		);
		const counting = countProcessorTime(child.pid);
		const [pid] = await once(child.stdout, "data");
		const seconds = counting.stop();
		child.kill("SIGKILL");
		process.kill(Number(String(pid)), "SIGKILL");
		child.stdout.destroy();
		expect(seconds).toBeGreaterThan(0.9);
	},
);
