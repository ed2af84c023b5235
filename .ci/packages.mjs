import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { quietly, ROOT, step } from "./step.mjs";

const STAMP = join(ROOT, "node_modules", ".treeline");

/** Installs the packages of the lock file unless exactly these are in place. Throws Stop when that fails. */
export async function ensurePackages(bun) {
	const { rooms, wanted } = describe();
	if (isInPlace(rooms, wanted)) return;
	await step("Installing packages", () =>
		quietly([bun, "install", "--frozen-lockfile", "--no-progress"], {
			failure: "The packages could not be installed",
			next: "Check the network; if package.json was edited, run `bun install` to bring bun.lock up to date. Then run the command again.",
		}),
	);
	mkdirSync(join(ROOT, "node_modules"), { recursive: true });
	writeFileSync(STAMP, wanted);
}

/** The workspaces, and a hash over all that decides what is installed. */
function describe() {
	const { workspaces: rooms, patchedDependencies = {} } = JSON.parse(
		readFileSync(join(ROOT, "package.json"), "utf8"),
	);
	const hash = createHash("sha256");
	hash.update(`${process.platform} ${process.arch}`);
	for (const file of [
		...["bun.lock", "bunfig.toml", "package.json"],
		...Object.values(patchedDependencies),
	])
		hash.update(readFileSync(join(ROOT, file)));
	for (const room of rooms)
		hash.update(readFileSync(join(ROOT, room, "package.json")));
	return { rooms, wanted: hash.digest("hex") };
}

function isInPlace(rooms, wanted) {
	return (
		existsSync(STAMP) &&
		readFileSync(STAMP, "utf8") === wanted &&
		rooms.every((room) => existsSync(join(ROOT, room, "node_modules")))
	);
}
