/** The audit log of moderators' and administrators' actions on packs, users and disputes. */
import type { Log } from "./log-and-metrics.ts";
import { requestId } from "./request-context-address-and-deadline.ts";
import type { RoleGuard } from "./role-guards.ts";
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

/** Who acted, by which request. */
export interface ActionRequest {
	actor: Actor;
	requestId: string;
}

/** Who made `request`, as the guard of its route knows them. */
export const actionRequest = (
	request: Request,
	guard: RoleGuard,
): ActionRequest => ({
	actor: guard.actor(request),
	requestId: requestId(request),
});

/** Logs what was done to `row`, and returns the answer with it. */
export function logAction<Row extends { _id: string }>(
	log: AuditLog,
	{ actor, requestId }: ActionRequest,
	action: string,
	row: Row,
	facts: Record<string, string> = {},
): { data: Row } {
	const by: Record<string, string> =
		"key" in actor ? { key: actor.key } : { actor: actor.userId };
	log(action, { ...by, requestId, _id: row._id, ...facts });
	return { data: row };
}
