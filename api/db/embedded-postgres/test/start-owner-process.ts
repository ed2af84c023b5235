import {
	chownSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmbeddedCluster } from "../start-or-adopt.ts";

const OWNER = join(import.meta.dir, "owner-process.ts");

export type Facts = EmbeddedCluster & { milliseconds: number };

/** A started owner process, or one that refused to start. */
export interface Owner {
	process: Bun.Subprocess<"ignore", "pipe", "pipe">;
	/** null when it refused. */
	cluster: Facts | null;
	/** All that it logged when it refused; empty when it serves. */
	said: string;
	/** All that it has logged so far. */
	logged(): string;
}

/** Starts an owner of `dataDir`, as `uid` (only root may choose), and waits until it serves or ends; `onLog` gets what it logs meanwhile. */
export async function startOwner(
	dataDir: string,
	uid?: number,
	onLog: (text: string) => void = () => {},
): Promise<Owner> {
	const process = Bun.spawn([globalThis.process.execPath, OWNER, dataDir], {
		stdin: "ignore",
		stdout: "pipe",
		stderr: "pipe",
		...(uid === undefined
			? {}
			: {
					uid,
					gid: uid,
					cwd: "/",
					env: { HOME: dataDir, PATH: "/usr/bin:/bin" },
				}),
	});
	let log = "";
	const logEnded = readLog(process.stderr, (text) => {
		log += text;
		onLog(text);
	});
	const logged = () => log;
	const line = await firstLine(process.stdout);
	if (line !== "")
		return { process, cluster: JSON.parse(line), said: "", logged };
	await logEnded;
	await process.exited;
	return { process, cluster: null, said: log, logged };
}

async function readLog(
	stream: ReadableStream<Uint8Array>,
	onText: (text: string) => void,
): Promise<void> {
	for await (const chunk of stream) onText(new TextDecoder().decode(chunk));
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
	let text = "";
	for await (const chunk of stream) {
		text += new TextDecoder().decode(chunk);
		if (text.includes("\n")) break;
	}
	return text.trim();
}

/** The process number of the Postgres on `dataDir`, as its own file tells. */
export function postmasterOf(dataDir: string): number {
	return Number.parseInt(
		readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"),
		10,
	);
}

/** A new empty folder, optionally another user's; `remove` deletes it. */
export function tempFolder(uid?: number): { path: string; remove(): void } {
	const path = mkdtempSync(join(tmpdir(), "treeline-test-"));
	mkdirSync(path, { recursive: true });
	if (uid !== undefined) chownSync(path, uid, uid);
	return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
