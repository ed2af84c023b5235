/** Signatures and secrets as the Standard Webhooks specification has them (version 1.0.0, symmetric signatures `v1`). */
import { createHmac } from "node:crypto";

const PREFIX = "whsec_";
/** In bytes; the specification wants 24 to 64. */
const LENGTH = 32;

export const newSigningSecret = (): Uint8Array =>
	crypto.getRandomValues(new Uint8Array(LENGTH));

/** As receivers configure it. */
export const secretText = (secret: Uint8Array): string =>
	`${PREFIX}${Buffer.from(secret).toString("base64")}`;

/** The headers of one attempt. @param timestamp of the attempt, in seconds since 1970 */
export function signedHeaders(
	id: string,
	timestamp: number,
	payload: string,
	secrets: readonly Uint8Array[],
): Record<string, string> {
	const signatures = secrets.map((secret) => {
		const hmac = createHmac("sha256", secret);
		return `v1,${hmac.update(`${id}.${timestamp}.${payload}`).digest("base64")}`;
	});
	return {
		"webhook-id": id,
		"webhook-timestamp": String(timestamp),
		"webhook-signature": signatures.join(" "),
	};
}
