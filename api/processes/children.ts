/** Starts the child processes of the API, starts those again that end, with back-off, and stops them all. */
import { join } from "node:path";
import { StartupError } from "../config/startup-error.ts";
import { withDeadline } from "../server/deadline.ts";
import type { Log } from "../server/log.ts";
import { CHILD, type FromChild, type FromParent } from "./messages.ts";

export interface Child {
	/** From 1; one that is started again has the number of the one before. */
	index: number;
	pid: number;
	send(message: FromParent): void;
}

interface Parts {
	count: number;
	/** Aborted when the program is to stop. */
	leaving: AbortSignal;
	log: Log;
	/** Begins when a child was started. */
	started(child: Child): void;
	/** A message that is not about the child's own life. */
	heard(child: Child, message: FromChild): void;
	ended(child: Child): void;
	/** How many children are ready has changed. */
	changed(): void;
}

const MAIN = join(import.meta.dir, "../main.ts");
/** Pauses before a child is started again, in milliseconds: the first, and the longest. */
const FIRST_PAUSE = 100;
const MAX_PAUSE = 30_000;

type State = "starting" | "prepared" | "ready";

export function startChildren({ count, leaving, log, ...parts }: Parts) {
	const children = new Map<Child, { state: State; exited: Promise<number> }>();
	const prepared = Promise.withResolvers<void>();
	const ready = Promise.withResolvers<void>();
	const timers = new Set<Timer>();
	let mayListen = false;
	let wereReady = false;
	let stopping = false;
	const inState = (state: State) =>
		[...children.values()].filter((one) => one.state === state).length;

	function spawn(index: number, pause: number): void {
		let reason = "";
		const running = Bun.spawn([process.execPath, MAIN, CHILD], {
			stdio: ["ignore", "inherit", "inherit"],
			serialization: "json",
			ipc: (message: FromChild) => hear(message),
			onExit: (_, code, signal) => void exit(code, signal),
		});
		const life = { state: "starting" as State, exited: running.exited };
		const child: Child = {
			index,
			pid: running.pid,
			send(message) {
				if (running.exitCode === null && !running.killed) running.send(message);
			},
		};
		children.set(child, life);

		function hear(message: FromChild): void {
			if (message.type === "prepared") {
				life.state = "prepared";
				if (mayListen) child.send({ type: "listen" });
				else if (inState("prepared") === count) prepared.resolve();
			} else if (message.type === "ready") {
				life.state = "ready";
				if (wereReady)
					log.info({ child: index, pid: child.pid }, "child process is ready");
				if (inState("ready") === count) {
					wereReady = true;
					ready.resolve();
				}
				parts.changed();
			} else if (message.type === "refused") reason = message.message;
			else parts.heard(child, message);
		}

		function exit(code: number | null, signal: unknown): void {
			const wasReady = life.state === "ready";
			children.delete(child);
			parts.ended(child);
			parts.changed();
			if (stopping) return;
			if (!wereReady) {
				const error = new StartupError(
					reason ||
						`A child process ended with ${signal ?? code} before it served. Its message is above.`,
				);
				prepared.reject(error);
				ready.reject(error);
				return;
			}
			const inMs = wasReady ? FIRST_PAUSE : Math.min(pause * 2, MAX_PAUSE);
			log.error(
				{ child: index, pid: child.pid, code, signal, inMs, reason },
				"child process ended; it is started again",
			);
			const timer = setTimeout(() => {
				timers.delete(timer);
				if (!stopping) spawn(index, inMs);
			}, inMs);
			timers.add(timer);
		}

		parts.started(child);
	}

	for (let index = 1; index <= count; index++) spawn(index, FIRST_PAUSE);
	for (const { promise } of [prepared, ready]) promise.catch(() => {});
	leaving.addEventListener("abort", () => {
		for (const { reject } of [prepared, ready]) reject(leaving.reason);
	});
	return {
		/** Resolves when each could serve. Rejects with StartupError when one ends before. */
		prepared: prepared.promise,
		/** Lets them listen, now and whenever one is started again; resolves when each does. */
		listen(): Promise<void> {
			mayListen = true;
			for (const child of children.keys()) child.send({ type: "listen" });
			return ready.promise;
		},
		all: (): Iterable<Child> => children.keys(),
		isComplete: () => inState("ready") === count,
		/** Stops them all; those that live after `ms` are killed. */
		async stop(ms: number): Promise<void> {
			stopping = true;
			for (const timer of timers) clearTimeout(timer);
			const ends = [...children].map(async ([child, { exited }]) => {
				child.send({ type: "stop" });
				const late = await withDeadline(exited, ms, "late");
				if (late === "late") process.kill(child.pid, "SIGKILL");
				await exited;
			});
			await Promise.all(ends);
		},
	};
}
