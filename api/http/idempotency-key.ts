/** The client's name for a change, by which a repeat of it is told (contract, sections 5 and 7). */
import { KEY_PATTERN } from "./headers.ts";
import { refuse } from "./input.ts";

const KEY = new RegExp(KEY_PATTERN);

/** The `Idempotency-Key` that a request brings; null without one. Throws `validation_failed`. */
export function idempotencyKeyOf(request: Request): string | null {
	const key = request.headers.get("idempotency-key");
	if (key !== null && !KEY.test(key)) refuse([MALFORMED]);
	return key;
}

const MALFORMED = {
	pointer: "#/header/idempotency-key",
	code: "malformed",
	detail:
		"an `Idempotency-Key` is 1 to 255 visible ASCII characters; send such a one, or leave the header out",
};
