/** Where the harness finds what it starts, and where it leaves what it makes. */
import { existsSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dir, "../../..");
/** Screenshots and logs of what failed. */
export const artifacts = join(root, ".artifacts/vscode");

/** A program of the VS Code that the `vscode-host` need installs. Throws when it is not installed. */
export function fromHost(path: string): string {
	const host = process.env.VSCODE_HOST ?? join(import.meta.dir, "../host");
	const file = join(host, "node_modules", path);
	if (existsSync(file)) return file;
	throw new Error(
		`${file} does not exist, so VS Code is not installed for the tests. Run them by \`npm test -- extension\`, which installs it.`,
	);
}

/** VS Code's server asks for a newer Node than the launchers do: the pinned one where it is packaged, else the one on PATH. */
export function nodeForHost(): string {
	if (process.platform !== "linux") return "node";
	return fromHost(`node-linux-${process.arch}/bin/node`);
}
