/**
 * The folder of temporary files of a run of tests: in memory where there is room. Tests make and remove hundreds of thousands of files; a
 * file system of a disk may search for long after free inodes while many were removed a short time ago.
 */
import {
	chmodSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statfsSync,
} from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

/** Where Linux has a file system in memory, which containers often make too small. */
const IN_MEMORY = "/dev/shm";

/** What the tests write at a time, with room to spare. Bytes. */
const ROOM_NEEDED = 4 * 1024 ** 3;

const NAME = /^treeline-tests-(\d+)$/;

/**
 * Makes a folder in `parent` that is removed when this process exits; what runs that were killed have left there is removed, too. Null
 * where that has no room in `memory`, bytes that are free, or on its file system.
 */
export function openTemporaryFolder(parent = IN_MEMORY, memory = freemem()) {
	if (memory < 2 * ROOM_NEEDED || roomIn(parent) < ROOM_NEEDED) return null;
	removeAbandoned(parent);
	const folder = join(parent, `treeline-tests-${process.pid}`);
	mkdirSync(folder);
	// Everyone's, as the usual folder is: Postgres runs as another user when root runs the tests.
	chmodSync(folder, 0o1777);
	process.on("exit", () => remove(folder));
	return folder;
}

function roomIn(folder) {
	try {
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize;
	} catch (error) {
		if (error.code !== "ENOENT") throw error;
		return 0;
	}
}

function removeAbandoned(parent) {
	for (const name of readdirSync(parent)) {
		const [, pid] = NAME.exec(name) ?? [];
		if (pid !== undefined && !isAlive(pid)) remove(join(parent, name));
	}
}

function remove(folder) {
	try {
		rmSync(folder, { recursive: true, force: true });
	} catch {
		// Something that ends writes there still; the next run removes it.
	}
}

function isAlive(pid) {
	try {
		return readFileSync(`/proc/${pid}/cmdline`).length > 0;
	} catch {
		return false;
	}
}
