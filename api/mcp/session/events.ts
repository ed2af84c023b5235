/** Where the SDK keeps what it says to a session's client, so that a client that lost its connection is told again by any process. */
import type { EventStore } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { isTooSlow, isUnavailable, type Sql } from "../../db.ts";
import { noteFailure } from "./noted-failure.ts";
import { addEvent, BEGINNING, eventsIn, streamOf } from "./store.ts";

/** The stream of what the server says by itself, as the SDK calls it. */
export const OWN_STREAM = "_GET_stream";

/** The change that a message tells of, by which several processes know that it is told already. */
const changes = new WeakMap<JSONRPCMessage, string>();

/** `message`, known as what is told of `change`. */
export function toldOf(
	message: JSONRPCMessage,
	change: string,
): JSONRPCMessage {
	changes.set(message, change);
	return message;
}

/** @param silent while it says so, nothing is kept: a session that is taken up says again what its client knows */
export function eventsOf(
	sql: Sql,
	idHash: string,
	silent: () => boolean,
): EventStore {
	return {
		async storeEvent(stream, message) {
			if (silent()) return "";
			const isMark = Object.keys(message).length === 0;
			const event = {
				idHash,
				stream,
				message: isMark ? "" : JSON.stringify(message),
				change: changes.get(message) ?? null,
			};
			return addEvent(sql, event).catch((error) => {
				// What cannot be kept is said all the same; it cannot be said again.
				if (isUnavailable(error) || isTooSlow(error)) return "";
				throw error;
			});
		},
		replayEventsAfter: (lastId, { send }) =>
			noteFailure(async () => {
				const known =
					lastId === BEGINNING
						? OWN_STREAM
						: /^\d{1,18}$/.test(lastId) &&
							(await streamOf(sql, idHash, lastId));
				const events = known ? await eventsIn(sql, idHash, known, lastId) : [];
				for (const { id, message } of events)
					await send(id, JSON.parse(message));
				return known || OWN_STREAM;
			}),
	};
}
