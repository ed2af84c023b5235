/** Folders that clones share: made aside and moved into place whole, so that nobody ever meets a half-made one. */
import { spawnSync } from "node:child_process";
import {
	existsSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";

export const isRoot = process.getuid?.() === 0;

/** What was made for one clone serves them all. */
export const CACHE = isRoot
	? "/var/cache/treeline"
	: join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "treeline");

/** Makes `folder` by `build(aside)`; of two who make it at once the first stays. */
export async function buildAside(folder, build) {
	clearAbandoned(folder);
	const aside = `${folder}.${process.pid}.part`;
	try {
		await build(aside);
		if (!existsSync(folder)) renameSync(aside, folder);
	} finally {
		remove(aside);
	}
}

/** Removes what makers left that are no longer alive. */
function clearAbandoned(folder) {
	const part = /^(.+)\.(\d+)\.part$/;
	for (const name of readdirSync(dirname(folder))) {
		const [, made, pid] = part.exec(name) ?? [];
		if (made === basename(folder) && !isAlive(Number(pid)))
			remove(join(dirname(folder), name));
	}
}

/** A maker that was killed may have left a `/proc` mounted in there; that is taken out first. */
function remove(folder) {
	if (!existsSync(folder)) return;
	for (const place of mountsBelow(folder)) spawnSync("umount", ["-l", place]);
	if (mountsBelow(folder).length === 0)
		rmSync(folder, { recursive: true, force: true });
}

function mountsBelow(folder) {
	if (!existsSync("/proc/mounts")) return [];
	return readFileSync("/proc/mounts", "utf8")
		.split("\n")
		.map((line) => line.split(" ")[1] ?? "")
		.filter((place) => place.startsWith(`${folder}/`))
		.reverse();
}

function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error.code === "EPERM";
	}
}
