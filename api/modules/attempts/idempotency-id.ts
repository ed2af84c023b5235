/** What tells a repeat of an attempt: the client's id for it, for which an `Idempotency-Key` may stand (contract, section 5). */
import { createHash } from "node:crypto";
import { idempotencyKeyOf } from "../../server/idempotency-key.ts";

/** The id under which an attempt is stored once; null when the client gave none. The body's own wins over the header's. */
export function attemptIdOf(
	request: Request,
	learnerId: string,
	clientAttemptId: string | undefined,
): string | null {
	const key = idempotencyKeyOf(request);
	if (clientAttemptId) return clientAttemptId.toLowerCase();
	return key === null ? null : idFrom(learnerId, key);
}

/** A UUID of version 8 (RFC 9562: made by our own rule), the same for the same key of the same learner. */
function idFrom(learnerId: string, key: string): string {
	const bytes = createHash("sha256").update(`${learnerId} ${key}`).digest();
	bytes[6] = ((bytes[6] ?? 0) % 16) | 0x80;
	bytes[8] = ((bytes[8] ?? 0) % 64) | 0x80;
	return bytes
		.toString("hex", 0, 16)
		.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
