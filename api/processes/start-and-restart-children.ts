/** Starts the child processes of the API, starts those again that end, with back-off, and stops them all. */
import { join } from "node:path";
import { StartupError } from "../config/startup-error.ts";
import type { Log } from "../server/log-and-metrics.ts";
import { withDeadline } from "../server/promise-timeout.ts";
import {
	CHILD,
	type FromChild,
	type FromParent,
} from "./parent-child-message-types.ts";

export interface Child {
	/** From 1; one that is started again has the number of the one before. */
	index: number;
	pid: number;
	/** Never throws: what a child that ends does not get is lost. */
	send(message: FromParent): void;
}

interface Parts {
	count: number;
	/** Aborted when the program is to stop. */
	leaving: AbortSignal;
	log: Log;
	/** A child was started. */
	onStart(child: Child): void;
	/** A message that is not about the child's own life. */
	onMessage(child: Child, message: FromChild): Promise<void>;
	onExit(child: Child): void;
	/** How many children are ready has changed. */
	onChange(): void;
}

const MAIN = join(import.meta.dir, "../main.ts");
/** Pauses before a child is started again, in milliseconds: the first, and the longest. */
const FIRST_PAUSE = 100;
const MAX_PAUSE = 30_000;
/** In milliseconds: a child that was ready for longer is started again after the first pause. */
const STABLE_MS = 30_000;
/** In milliseconds: a child that has all that it needs and is not ready by then is killed. */
const READY_DEADLINE_MS = 120_000;

/** The pause before a child that was ready for `readyMs` is started again, where `last` was the one before; 0 = none. In milliseconds. */
export const restartPause = (last: number, readyMs: number): number =>
	last === 0 || readyMs > STABLE_MS
		? FIRST_PAUSE
		: Math.min(last * 2, MAX_PAUSE);

type State = "starting" | "prepared" | "ready";

export function startChildren({ count, leaving, log, ...parts }: Parts) {
	const children = new Map<Child, { state: State; exited: Promise<number> }>();
	const prepared = Promise.withResolvers<void>();
	const ready = Promise.withResolvers<void>();
	const timers = new Set<Timer>();
	let mayListen = false;
	let wereReady = false;
	let stopping = false;
	let stoppedAt = 0;
	const inState = (state: State) =>
		[...children.values()].filter((one) => one.state === state).length;

	function startTimer(work: () => void, ms: number): Timer {
		const timer = setTimeout(() => {
			timers.delete(timer);
			work();
		}, ms);
		timers.add(timer);
		return timer;
	}
	function stopTimer(timer: Timer | undefined): void {
		if (!timer) return;
		clearTimeout(timer);
		timers.delete(timer);
	}

	/** @param pause the pause before, in milliseconds; 0 = none */
	function spawn(index: number, pause: number): void {
		let reason = "";
		const running = Bun.spawn([process.execPath, MAIN, CHILD], {
			stdio: ["ignore", "inherit", "inherit"],
			serialization: "json",
			ipc: (message: FromChild) => receive(message),
			onExit: (_, code, signal) => exit(code, signal),
		});
		const life = { state: "starting" as State, exited: running.exited };
		let readyAt = Number.POSITIVE_INFINITY;
		let deadline: Timer | undefined;
		const kill = () => {
			log.error(
				{ child: index, pid: running.pid, afterMs: READY_DEADLINE_MS },
				"child process did not become ready; it is killed",
			);
			process.kill(running.pid, "SIGKILL");
		};
		const child: Child = {
			index,
			pid: running.pid,
			send(message) {
				if (running.exitCode !== null || running.killed) return;
				try {
					running.send(message);
				} catch {
					// Its channel closes before its exit is known.
					return;
				}
				if (message.type === "open")
					deadline = startTimer(kill, READY_DEADLINE_MS);
			},
		};
		children.set(child, life);

		function receive(message: FromChild): void {
			if (message.type === "prepared") {
				life.state = "prepared";
				if (mayListen) child.send({ type: "listen" });
				else if (inState("prepared") === count) prepared.resolve();
			} else if (message.type === "ready") {
				life.state = "ready";
				readyAt = performance.now();
				stopTimer(deadline);
				if (wereReady)
					log.info({ child: index, pid: child.pid }, "child process is ready");
				if (inState("ready") === count) {
					wereReady = true;
					ready.resolve();
				}
				parts.onChange();
			} else if (message.type === "refused") reason = message.message;
			else
				parts
					.onMessage(child, message)
					.catch((err) =>
						log.error({ child: index, err }, "message of a child failed"),
					);
		}

		function exit(code: number | null, signal: unknown): void {
			children.delete(child);
			stopTimer(deadline);
			if (!stopping) startAgain(code, signal);
			parts.onExit(child);
			parts.onChange();
		}

		function startAgain(code: number | null, signal: unknown): void {
			if (!wereReady) {
				const error = new StartupError(
					reason ||
						`A child process ended with ${signal ?? code} before it served. Its message is above.`,
				);
				prepared.reject(error);
				ready.reject(error);
				return;
			}
			const inMs = restartPause(pause, performance.now() - readyAt);
			log.error(
				{ child: index, pid: child.pid, code, signal, inMs, reason },
				"child process ended; it is started again",
			);
			startTimer(() => spawn(index, inMs), inMs);
		}

		parts.onStart(child);
	}

	function tellToStop(): void {
		if (stopping) return;
		stopping = true;
		stoppedAt = performance.now();
		for (const timer of timers) clearTimeout(timer);
		for (const child of children.keys()) child.send({ type: "stop" });
	}

	for (let index = 1; index <= count; index++) spawn(index, 0);
	for (const { promise } of [prepared, ready]) promise.catch(() => {});
	leaving.addEventListener("abort", () => {
		for (const { reject } of [prepared, ready]) reject(leaving.reason);
		tellToStop();
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
		/** Resolves when they have stopped; those that live `ms` after the stop was sent are killed. */
		async stop(ms: number): Promise<void> {
			tellToStop();
			const left = Math.max(0, stoppedAt + ms - performance.now());
			const ends = [...children].map(async ([child, { exited }]) => {
				const late = await withDeadline(exited, left, "late");
				if (late === "late") process.kill(child.pid, "SIGKILL");
				await exited;
			});
			await Promise.all(ends);
		},
	};
}
