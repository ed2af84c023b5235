/** A real Redis for a test: one of its own, on a socket in a throw-away folder, that can be broken in every way and mended. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface TestRedis {
	/** What `CACHE_URL` is set to. */
	url: string;
	/** Runs one command, as an operator would. */
	send(command: string, ...args: string[]): Promise<unknown>;
	/** Ends it as a crash would; what it held is gone. */
	kill(): Promise<void>;
	/** Starts it again, empty, after `kill`. */
	restart(): Promise<void>;
	/** It stays connected and answers nothing, until `resume`. */
	pause(): void;
	resume(): void;
	stop(): Promise<void>;
}

export async function startRedis(): Promise<TestRedis> {
	const folder = mkdtempSync(join(tmpdir(), "treeline-redis-"));
	const socket = join(folder, "redis.sock");
	const url = `redis+unix://${socket}`;
	let running = await startServer(folder, socket);
	return {
		url,
		async send(command, ...args) {
			const client = new Bun.RedisClient(url, { autoReconnect: false });
			await client.connect();
			const answer = await client.send(command, args);
			client.close();
			return answer;
		},
		kill: () => running.end(),
		async restart() {
			running = await startServer(folder, socket);
		},
		pause: () => process.kill(running.pid, "SIGSTOP"),
		resume: () => process.kill(running.pid, "SIGCONT"),
		async stop() {
			await running.end();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function startServer(folder: string, socket: string) {
	const server = Bun.which(process.env.REDIS_SERVER ?? "redis-server");
	if (!server)
		throw new Error(
			"There is no redis-server. Run `npm test -- api`, which installs one, or set REDIS_SERVER to it.",
		);
	const keeper = spawn(
		process.execPath,
		[
			join(import.meta.dir, "temporary-redis-process.ts"),
			server,
			...["--port", "0", "--unixsocket", socket, "--dir", folder],
			...["--save", "", "--appendonly", "no"],
		],
		{
			// A group of its own: it has to outlive a run that is killed, to clean up after it.
			detached: true,
			stdio: ["pipe", "pipe", "inherit"],
		},
	);
	const exited = once(keeper, "exit");
	const [line] = await once(createInterface(keeper.stdout), "line");
	const pid = Number(line);
	if (!Number.isInteger(pid)) throw new Error(`Redis did not start: ${line}`);
	return {
		pid,
		async end() {
			keeper.stdin.end();
			await exited;
		},
	};
}
