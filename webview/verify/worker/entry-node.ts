/** The script of a worker thread, or of a child process with an IPC channel. */
import { parentPort } from "node:worker_threads";
import { countProcessorTime } from "../limits/clock.ts";
import { serve } from "./main.ts";
import { currentThread, threadTime } from "./processor-time.ts";
import type { ThreadStarted } from "./protocol.ts";

if (parentPort) {
	const port = parentPort;
	const thread = currentThread();
	if (thread !== null) {
		countProcessorTime(() => threadTime(thread) ?? 0);
		port.postMessage({ kind: "thread", thread } satisfies ThreadStarted);
	}
	serve({
		post: (message) => port.postMessage(message),
		listen: (handle) => void port.on("message", handle),
	});
} else if (process.send) {
	const send = process.send.bind(process);
	countProcessorTime(() => {
		const { user, system } = process.cpuUsage();
		return (user + system) / 1000;
	});
	process.on("disconnect", () => process.exit());
	serve({
		post: (message) => void send(message),
		listen: (handle) =>
			void process.on("message", (message) => handle(message as never)),
	});
}
