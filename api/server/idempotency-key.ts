/** The `Idempotency-Key` header: reads it, fingerprints the request that it names, and declares the errors of its reuse. */
import { ApiError, refuse } from "./errors.ts";
import { requestHeader } from "./route-definition.ts";

/** Of the keys that name a change: visible ASCII. */
export const KEY_PATTERN = "^[\\x21-\\x7e]{1,255}$";
export const IDEMPOTENCY_KEY = requestHeader(
	"Idempotency-Key",
	"Names this change, so that it can be sent again and is made once.",
	{ pattern: KEY_PATTERN },
);

const KEY = new RegExp(KEY_PATTERN);

/** The `Idempotency-Key` that a request brings; null without one. Throws `validation_failed`. */
export function idempotencyKeyOf(request: Request): string | null {
	const key = request.headers.get("idempotency-key");
	if (key !== null && !KEY.test(key)) refuse([MALFORMED]);
	return key;
}

/** Of what was sent: the same for the same value. */
export const fingerprintOf = (sent: unknown): string =>
	new Bun.CryptoHasher("sha256")
		.update(JSON.stringify(sent) ?? "")
		.digest("hex");

export const keyReused = () =>
	new ApiError(
		"idempotency_key_reused",
		"This Idempotency-Key was used for another request. Send the same as then, or use a new key.",
	);

export const keyInProgress = () =>
	new ApiError(
		"idempotency_in_progress",
		"The first request with this Idempotency-Key is still in progress. Send it again in a second.",
	);

const MALFORMED = {
	pointer: "#/header/idempotency-key",
	code: "malformed",
	detail:
		"an `Idempotency-Key` is 1 to 255 visible ASCII characters; send such a one, or leave the header out",
};
