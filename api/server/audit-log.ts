/** Logs what administrators did. The record of it is a table, `moderation_actions`, which no log level drops. */
import type { Log } from "./log.ts";

/** Logs an administrator's action: `facts` name the key, the request and the action's object. */
export type AuditLog = (command: string, facts: Record<string, string>) => void;

export const auditLog =
	(log: Log): AuditLog =>
	(command, facts) =>
		log.info(facts, command);
