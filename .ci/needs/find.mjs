import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first program that runs: each candidate is a path, or a name that is looked up on PATH. undefined when none does. */
export function findProgram(candidates, args = ["--version"]) {
	return candidates
		.filter(Boolean)
		.flatMap((name) => (name.includes("/") ? [name] : onPath(name)))
		.find(
			(path) =>
				existsSync(path) &&
				spawnSync(path, args, { timeout: 30_000 }).status === 0,
		);
}

function onPath(name) {
	return (process.env.PATH ?? "")
		.split(delimiter)
		.map((folder) => join(folder, name));
}
