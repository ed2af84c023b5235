/** Seed and sync are for whoever holds the admin secret: `X-Admin-Secret`, or a bearer token (contract, section 4). */
import { createHash, timingSafeEqual } from "node:crypto";
import { ApiError } from "./errors.ts";
import { type Guard, guard } from "./input.ts";

/** Lets a request pass that presents one of `secrets`; compared in constant time. */
export function adminGuard(secrets: readonly string[]): Guard {
	const known = secrets.map(digest);
	const check = ({ request }: { request: Request }) => {
		const given =
			request.headers.get("x-admin-secret") ??
			/^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
		if (!given)
			throw new ApiError(
				"admin_key_missing",
				"Present the admin secret in the header X-Admin-Secret.",
			);
		const hash = digest(given);
		if (!known.some((one) => timingSafeEqual(one, hash)))
			throw new ApiError(
				"admin_key_invalid",
				"This admin secret is not accepted; compare it with the server's ADMIN_SECRET.",
			);
	};
	return guard(check, {
		refuses: ["admin_key_missing", "admin_key_invalid"],
		accepts: ["adminSecret"],
	});
}

const digest = (text: string) => createHash("sha256").update(text).digest();
