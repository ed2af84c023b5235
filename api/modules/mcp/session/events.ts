/** The event store of a session's streams, from which any process resumes them for a client that lost its connection. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { EventStore } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import {
	isStatementTimeout,
	isUnavailable,
	type Sql,
} from "../../../db/pool.ts";
import {
	addEvent,
	BEGINNING,
	eventsIn,
	type StoredEvent,
	streamOf,
} from "../queries.ts";

/** The stream of what the server says by itself, as the SDK calls it. */
export const OWN_STREAM = "_GET_stream";

const unresumable = new AsyncLocalStorage<true>();

/** Runs `work`, which answers a request as one document: its client learns no event ids and cannot resume, so nothing is stored. */
export const withoutEvents = <Result>(work: () => Result): Result =>
	unresumable.run(true, work);

/** The ids of messages that are stored already. */
const ids = new WeakMap<JSONRPCMessage, string>();

/** The message of a stored event, which is sent under its id and not stored again. */
export function storedMessage({ id, message }: StoredEvent): JSONRPCMessage {
	const parsed: JSONRPCMessage = JSON.parse(message);
	ids.set(parsed, id);
	return parsed;
}

/**
 * @param silent while it says so, nothing is kept: a session that is taken up says again what its client knows
 * @param resumed given the id of the last event of the session's own stream that was replayed, or after which there was none
 */
export function eventsOf(
	sql: Sql,
	idHash: string,
	silent: () => boolean,
	resumed: (id: string) => void,
): EventStore {
	return {
		async storeEvent(stream, message) {
			if (silent()) return "";
			if (stream !== OWN_STREAM && unresumable.getStore()) return "";
			const stored = ids.get(message);
			if (stored !== undefined) return stored;
			const isMark = Object.keys(message).length === 0;
			const event = {
				idHash,
				stream,
				message: isMark ? "" : JSON.stringify(message),
			};
			return addEvent(sql, event).catch((error) => {
				// What cannot be kept is said all the same; it cannot be said again.
				if (isUnavailable(error) || isStatementTimeout(error)) return "";
				throw error;
			});
		},
		replayEventsAfter: (lastId, { send }) =>
			noteFailure(async () => {
				const stream =
					lastId === BEGINNING
						? OWN_STREAM
						: ((await streamOf(sql, idHash, lastId)) ?? OWN_STREAM);
				const events = await eventsIn(sql, idHash, stream, lastId);
				for (const { id, message } of events)
					await send(id, JSON.parse(message));
				if (stream === OWN_STREAM) resumed(events.at(-1)?.id ?? lastId);
				return stream;
			}),
	};
}

const current = new AsyncLocalStorage<{ error?: unknown }>();

/** The result of `work`; its error is noted for the request that is being answered. */
export async function noteFailure<Result>(
	work: () => Promise<Result>,
): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		const noted = current.getStore();
		if (noted) noted.error = error;
		throw error;
	}
}

/** The answer of `work`. Throws what was noted while it ran, when the answer is an error. */
export async function rethrowNoted(
	work: () => Promise<Response>,
): Promise<Response> {
	const noted: { error?: unknown } = {};
	const answer = await current.run(noted, work);
	if (!answer.ok && "error" in noted) throw noted.error;
	return answer;
}
