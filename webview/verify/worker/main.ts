/** The worker's program on every platform: loads grammars, reports each step, and answers calls. */
import { readerFor } from "#bytes";
import { faultyInspection, type Inspection, openProject } from "../inspect.ts";
import { Budget } from "../limits/budget.ts";
import { messagesIn } from "../messages/localize.ts";
import { recordedOf, recordMessages } from "../messages/msg.ts";
import { heapBytes, type ReadBytes } from "../parse/core.ts";
import { createGrammars, type Grammars } from "../parse/grammars.ts";
import { loadGrammars } from "../parse/reading.ts";
import { TreeCache } from "../parse/tree-cache.ts";
import { isBroken, tookTooLong } from "../results/fault.ts";
import { check } from "../verify.ts";
import { inspectStep, type Port, type ToWorker } from "./protocol.ts";

type CheckRequest = Extract<ToWorker, { kind: "check" }>;
type BytesReply = Extract<ToWorker, { kind: "bytes" }>;

/** Most files whose trees are cached between calls, for incremental parsing. */
const maxCachedTrees = 20;

interface Engine {
	grammars: Grammars;
	treeCache: TreeCache;
}

/** Serves the host at the other end of `port` until the worker is ended. */
export function serve(port: Port): void {
	const wanted = new Map<string, (reply: BytesReply) => void>();
	let engine: Engine | null = null;

	const askHost: ReadBytes = (fileName) =>
		new Promise((resolve, reject) => {
			wanted.set(fileName, (reply) =>
				"bytes" in reply
					? resolve(reply.bytes)
					: reject(new Error(reply.error)),
			);
			port.post({ kind: "wanted", fileName });
		});

	port.listen((message) => {
		switch (message.kind) {
			case "start": {
				const { bytesFromHost, wasmBasePath } = message;
				if (message.recordsMessages) recordMessages();
				engine = {
					grammars: createGrammars(
						bytesFromHost ? askHost : readerFor(wasmBasePath),
					),
					treeCache: new TreeCache(maxCachedTrees),
				};
				break;
			}
			case "bytes":
				wanted.get(message.fileName)?.(message);
				wanted.delete(message.fileName);
				break;
			case "check":
				if (engine) void answer(message, engine, port);
				break;
		}
	});
}

async function answer(request: CheckRequest, engine: Engine, port: Port) {
	try {
		await loadGrammars(request.files, engine.grammars);
		port.post({ kind: "loaded" });
		const start = performance.now();
		const checked = await checkWithHooks(request, engine, port);
		const milliseconds = performance.now() - start;
		const inspections = await inspect(request, engine, port);
		const messages = recordedOf(messagesIn(checked));
		port.post({
			kind: "done",
			check: {
				...checked,
				milliseconds,
				...(messages && { messages }),
				...(inspections.length > 0 && { inspections }),
			},
			heapBytes: heapBytes(),
		});
	} catch (problem) {
		const error = problem instanceof Error ? problem.message : String(problem);
		port.post({ kind: "failed", error, broken: isBroken(problem) });
	}
}

/** Inspects the conditions of a call; all have a fault once inspecting them took too long. */
async function inspect(
	{ assertions, files, options, timedOutSteps }: CheckRequest,
	{ grammars }: Engine,
	port: Port,
): Promise<Inspection[]> {
	const { inquiries = [] } = options;
	if (inquiries.length === 0) return [];
	if (timedOutSteps.includes(inspectStep))
		return inquiries.map(() => faultyInspection(tookTooLong));
	port.post({ kind: "step", step: inspectStep });
	const project = await openProject(files, assertions.definitions, grammars);
	return inquiries.map(({ condition, path }) =>
		project.inspect(condition, path),
	);
}

/** Runs a check and reports each step once: consecutive steps of one file are the same, and messages are not free. */
function checkWithHooks(
	request: CheckRequest,
	{ grammars, treeCache }: Engine,
	port: Port,
) {
	const { assertions, files, timedOutSteps, deadlineMs } = request;
	const { skipUserPatterns, options } = request;
	let last = "";
	return check(assertions, files, grammars, () => ({
		timedOutSteps: new Set(timedOutSteps),
		skipUserPatterns,
		...options,
		budget: new Budget(deadlineMs),
		treeCache,
		onStep(step) {
			if (step === last) return;
			last = step;
			port.post({ kind: "step", step });
		},
	}));
}
