/**
 * Counts the processor time of a process and of all that it started, also of what left its group or was killed, whose time no parent is
 * told. Reads `/proc`, so on Linux alone.
 */
import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second in `/proc`, on every architecture that Bun runs on. */
const TICKS = 100;

/** How often processes are looked at: what starts and ends between two looks is known when its parent waited for it. Milliseconds. */
const INTERVAL = 1000;

/** All that are counted, as `{ pid, known }`: to read the processes of a machine takes milliseconds, so it is done once for all of them. */
const counters = new Set();
let timer = null;

/**
 * Counts from now on what process `pid` and its descendants use. `stop()` ends that and answers their seconds so far, null where they
 * cannot be known.
 */
export function countProcessorTime(pid) {
	const counter = { pid, known: new Map() };
	counters.add(counter);
	timer ??= setInterval(look, INTERVAL).unref();
	look();
	return {
		stop() {
			look();
			counters.delete(counter);
			if (counters.size === 0) {
				clearInterval(timer);
				timer = null;
			}
			const [root] = counter.known.values();
			return root === undefined ? null : ticksOf(root) / TICKS;
		},
	};
}

function look() {
	const processes = readProcesses();
	for (const { pid, known } of counters) observe(known, pid, processes);
}

/**
 * Adds to `known`, by pid and start, what `processes` show of `pid` and its descendants. A process belongs to the parent with which it was
 * first seen, as orphans are given to another.
 */
export function observe(known, pid, processes) {
	for (const one of known.values()) one.gone = true;
	const alive = new Map();
	for (const { id, parent, started, own, waited } of processes) {
		const key = `${id} ${started}`;
		let one = known.get(key);
		if (one === undefined) {
			const above = alive.get(parent);
			// A process that is there before the root is seen has nothing to do with it.
			if (id === pid ? known.size > 0 : above === undefined) continue;
			one = { id, children: [], orphaned: false };
			known.set(key, one);
			above?.children.push(one);
			one.parent = above?.id;
		}
		Object.assign(one, { own, waited, gone: false });
		one.orphaned = one.parent !== undefined && parent !== one.parent;
		alive.set(id, one);
	}
}

/** What a process used, and those under it: seen ones as they were seen last, the others as far as their parent waited for them. */
export function ticksOf({ own, waited, children }) {
	const seen = children.reduce((sum, child) => sum + ticksOf(child), 0);
	return own + seen + Math.max(0, waited - toldBy(children));
}

/** What a parent was told of its `children` when it waited for them. */
function toldBy(children) {
	return children
		.filter(({ gone, orphaned }) => gone && !orphaned)
		.reduce(
			(sum, { own, waited, children }) =>
				sum + own + Math.max(waited, toldBy(children)),
			0,
		);
}

/** All processes, parents before their children; none where there is no `/proc`. */
function readProcesses() {
	return entriesOf("/proc")
		.filter((name) => /^\d+$/.test(name))
		.flatMap((name) => parseStat(textOf(`/proc/${name}/stat`)) ?? [])
		.sort((a, b) => a.started - b.started || a.id - b.id);
}

/** Reads a line of `/proc/<pid>/stat`; null when it is none, as of a process that has just ended. */
export function parseStat(line) {
	// The name in parentheses may hold anything.
	const end = line.lastIndexOf(")");
	if (end === -1) return null;
	const fields = line.slice(end + 2).split(" ");
	const number = (index) => Number(fields[index]);
	return {
		id: Number.parseInt(line, 10),
		parent: number(1),
		own: number(11) + number(12),
		waited: number(13) + number(14),
		started: number(19),
	};
}

function entriesOf(folder) {
	try {
		return readdirSync(folder);
	} catch (error) {
		if (error.code !== "ENOENT") throw error;
		return [];
	}
}

function textOf(file) {
	try {
		return readFileSync(file, "latin1");
	} catch (error) {
		// Ended meanwhile.
		if (error.code !== "ENOENT" && error.code !== "ESRCH") throw error;
		return "";
	}
}
