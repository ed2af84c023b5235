/** Paths on disk: whether something is there, and whether it is inside a pack's folder. */
import { lstat, realpath, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/** Throws when a file written to `path`, relative to the pack, would land outside the pack's folder through a link. */
export async function requireInside(pack: string, path: string): Promise<void> {
	const home = await realpath(pack);
	let at = join(pack, path);
	while (!(await lstat(at).catch(() => null))) at = dirname(at);
	const real = await realpath(at).catch(() => null);
	if (real === home || real?.startsWith(home + sep)) return;
	throw new Error(
		`\`${relative(pack, at)}\` is a link that ${real === null ? "leads nowhere" : "leaves the pack's folder"}; remove it, or put a folder or a file there.`,
	);
}

/** Whether there is a file or a folder at `path`, links followed. */
export const isThere = (path: string) =>
	stat(path).then(
		() => true,
		() => false,
	);
