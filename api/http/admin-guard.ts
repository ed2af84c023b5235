/**
 * Seed and sync are for whoever holds the admin secret: `X-Admin-Secret`, or a bearer token (contract, section 4). A wrong one costs its
 * address a token; without a token none is compared, not even the right one, or guessing would be as fast as the line.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { type AddressLimit, TOLD } from "./address-limit.ts";
import { ApiError } from "./errors.ts";
import { type Asked, type Guard, guard } from "./input.ts";

/** Lets a request pass that presents one of `secrets`; compared in constant time. `limit` counts those that are wrong. */
export function adminGuard(
	secrets: readonly string[],
	limit: AddressLimit,
): Guard {
	const known = secrets.map(digest);
	const isKnown = (secret: string) => {
		const hash = digest(secret);
		return known.some((one) => timingSafeEqual(one, hash));
	};
	const check = async (asked: Asked) => {
		const { headers } = asked.request;
		const given =
			headers.get("x-admin-secret") ??
			/^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
		let accepted = false;
		await limit.failure(asked, () => {
			accepted = given !== undefined && isKnown(given);
			return given !== undefined && !accepted;
		});
		if (accepted) return;
		throw given === undefined ? missing() : invalid();
	};
	return guard(check, {
		refuses: ["rate_limited", "admin_key_missing", "admin_key_invalid"],
		accepts: ["adminSecret"],
		tells: TOLD,
	});
}

const digest = (text: string) => createHash("sha256").update(text).digest();

const missing = () =>
	new ApiError(
		"admin_key_missing",
		"Present the admin secret in the header X-Admin-Secret.",
	);

const invalid = () =>
	new ApiError(
		"admin_key_invalid",
		"This admin secret is not accepted; compare it with the server's ADMIN_SECRET.",
	);
