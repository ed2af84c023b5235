/**
 * The log: one line of JSON for each event on standard error, so that the lines for people on standard output stay theirs. Nothing
 * that a request carries is in it: no header, no query, no body, and of an error only what our own code and the database's rules say.
 */
import pino from "pino";
import type { Config } from "../config.ts";
import { contextOf } from "./request-context.ts";

export type Log = pino.Logger;

/** In characters: what may wait to be written when the reader is slow; more is dropped, and the service goes on. */
const MAX_WAITING = 8 * 1024 * 1024;

/**
 * A log of `level` and everything above it. On a terminal the default is `warn`: an access line for
 * each request would push the address they need off the screen.
 */
export function openLog(level: Config["logLevel"]): Log {
	const destination = pino.destination({
		fd: 2,
		sync: false,
		maxLength: MAX_WAITING,
	});
	// A reader that has gone is no reason to stop serving.
	destination.on("error", () => {});
	const lines = joinedLines(
		(text) => destination.write(text),
		() => destination.flushSync(),
	);
	return pino(
		{
			level: level ?? (process.stderr.isTTY ? "warn" : "info"),
			base: null,
			timestamp: pino.stdTimeFunctions.isoTime,
			formatters: { level: (label) => ({ level: label }) },
			serializers: { err: serializeError },
		},
		lines,
	);
}

/** In milliseconds, of access lines. */
const MAX_DELAY_MS = 10;

/** Where lines go. */
interface Lines {
	/** Together with all others of this turn of the event loop. */
	write(line: string): void;
	/** Together with all others of some milliseconds: under load, writing access lines costs more than making them. */
	writeSoon(line: string): void;
}

function joinedLines(write: (text: string) => void, flush: () => void): Lines {
	let waiting: string[] = [];
	let isDue = false;
	const pass = () => {
		isDue = false;
		const text = waiting.join("");
		waiting = [];
		if (text) write(text);
	};
	process.on("exit", () => {
		pass();
		try {
			flush();
		} catch {
			// There is nowhere to write to.
		}
	});
	return {
		write(line) {
			waiting.push(line);
			if (!isDue) setImmediate(pass);
			isDue = true;
		},
		writeSoon(line) {
			if (waiting.push(line) === 1) setTimeout(pass, MAX_DELAY_MS);
		},
	};
}

/**
 * Writes the access line of a request, as the log would write it: by hand, since no other line is written as often, and the log takes three
 * times as long.
 * @param ms what passed from the request to its answer
 */
export function logAccess(
	log: Log,
	level: "debug" | "info" | "warn",
	request: Request,
	status: number,
	ms: number,
): void {
	if (!log.isLevelEnabled(level)) return;
	const { id, route, userId, code } = contextOf(request);
	const lines: Lines = Reflect.get(log, pino.symbols.streamSym);
	lines.writeSoon(
		`{"level":"${level}"${pino.stdTimeFunctions.isoTime()},"requestId":"${id}","method":${JSON.stringify(request.method)},"route":${route === null ? null : JSON.stringify(route)},"status":${status},"ms":${Math.round(ms * 100) / 100}${
			userId === null ? "" : `,"userId":"${userId}"`
		}${code === null ? "" : `,"code":"${code}"`}${
			request.signal.aborted ? ',"aborted":true' : ""
		},"msg":"request"}\n`,
	);
}

interface SerializedError {
	type: string;
	code?: string;
	message?: string;
	stack?: string;
	cause?: SerializedError;
}

/** Of an error what helps to find it, and nothing that a client sent. */
function serializeError(error: unknown): SerializedError {
	if (!(error instanceof Error)) return { type: typeof error };
	const { code } = error as { code?: unknown };
	const frames = error.stack?.match(/^ {4}at .*$/gm)?.join("\n");
	return {
		type: error.name,
		...(typeof code === "string" && { code }),
		...(!quotes(error) && { message: error.message }),
		...(frames && { stack: frames }),
		...(error.cause !== undefined && { cause: serializeError(error.cause) }),
	};
}

/** Whether an error's message repeats what it could not take: the database's data exceptions and a parser's. */
function quotes(error: Error): boolean {
	const { code } = error as { code?: unknown };
	return (
		error instanceof SyntaxError ||
		(typeof code === "string" && /^2[23][0-9A-Z]{3}$/.test(code))
	);
}

/** Logs an unexpected error, which the client never sees. */
export type Report = (error: unknown, requestId: string) => void;

export const errorReporter =
	(log: Log): Report =>
	(err, requestId) =>
		log.error({ requestId, err }, "request failed");

/**
 * Logs an administrator's action for the audit: `facts` name the key, the request and the action's object. The record of it is a table,
 * `moderation_actions`, which no log level drops.
 */
export type AuditLog = (command: string, facts: Record<string, string>) => void;

export const auditLog =
	(log: Log): AuditLog =>
	(command, facts) =>
		log.info(facts, command);
