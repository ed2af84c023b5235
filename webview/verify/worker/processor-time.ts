/** Processor time of other processes and threads, in milliseconds, as Linux reports it; null on other systems. */
import { readFileSync, readlinkSync } from "node:fs";

/** Of a whole process. Linux reports it in hundredths of a second, as the 14th and 15th field: `pid (name) state …`, where the name may hold anything. */
export function processTime(pid: number): number | null {
	const stat = readProc(`${pid}/stat`);
	if (stat === null) return null;
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	const ticks = Number(fields[11]) + Number(fields[12]);
	return Number.isNaN(ticks) ? null : ticks * 10;
}

/** Of one thread, by its path below `/proc`; the first field, in nanoseconds. */
export function threadTime(thread: string): number | null {
	const nanoseconds = Number.parseInt(
		readProc(`${thread}/schedstat`) ?? "",
		10,
	);
	return Number.isNaN(nanoseconds) ? null : nanoseconds / 1e6;
}

/** The path of the calling thread below `/proc`; null where its processor time cannot be read. */
export function currentThread(): string | null {
	if (process.platform !== "linux") return null;
	try {
		const thread = readlinkSync("/proc/thread-self");
		return threadTime(thread) === null ? null : thread;
	} catch {
		return null;
	}
}

function readProc(path: string): string | null {
	if (process.platform !== "linux") return null;
	try {
		return readFileSync(`/proc/${path}`, "latin1");
	} catch {
		return null;
	}
}
