/** The audit log of moderators' and administrators' actions on packs, users and disputes. */
import type { Log } from "./log-and-metrics.ts";
import type { Actor } from "./roles.ts";

/**
 * Logs an action for the audit: `facts` name who did it, the request and the action's object. The record of it is a table,
 * `moderation_actions`, which no log level drops.
 */
export type AuditLog = (command: string, facts: Record<string, string>) => void;

export const auditLog =
	(log: Log): AuditLog =>
	(command, facts) =>
		log.info(facts, command);

/** Who acted in which request, as the log names them. */
export const namesOf = ({
	actor,
	requestId,
}: {
	actor: Actor;
	requestId: string;
}) => ({
	...("key" in actor ? { key: actor.key } : { actor: actor.userId }),
	requestId,
});
