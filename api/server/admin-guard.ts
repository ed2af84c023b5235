/**
 * What only administrators may do takes a secret: a header of its own, or a bearer token (contract, sections 4 and 7). Only a wrong one
 * costs its address a token, and without one it is answered 429: the right one always passes, whoever else asks from the same address.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { type AddressLimit, TOLD } from "./address-limit.ts";
import { ApiError } from "./errors.ts";
import { type Asked, type Guard, guard } from "./validation.ts";

/** A kind of secret, as answers speak of it. */
export interface SecretKind {
	/** In lower case. */
	header: string;
	/** The header as people write it. */
	title: string;
	name: string;
	/** The setting that holds it. */
	setting: string;
	/** For `WWW-Authenticate`. */
	challenge: string;
}

const ADMIN_SECRET: SecretKind = {
	header: "x-admin-secret",
	title: "X-Admin-Secret",
	name: "admin secret",
	setting: "ADMIN_SECRET",
	challenge: 'AdminSecret realm="treeline"',
};

/** Before what only administrators may do. */
export interface AdminGuard extends Guard {
	/** Which secret a request passed with: eight hexadecimal digits that may be logged. */
	fingerprint(request: Request): string;
}

/** Lets a request pass that presents one of `secrets`. `limit` counts those that are wrong. */
export function adminGuard(
	secrets: readonly string[],
	limit: AddressLimit,
): AdminGuard {
	const find = fingerprints(secrets);
	const passed = new WeakMap<Request, string>();
	const check = guard(
		async (asked) => {
			asked.set.headers["cache-control"] = "no-store";
			const fingerprint = await presented(asked, ADMIN_SECRET, find, limit);
			passed.set(asked.request, fingerprint);
		},
		{
			refuses: ["rate_limited", "admin_key_missing", "admin_key_invalid"],
			accepts: ["adminSecret"],
			tells: TOLD,
		},
	);
	return Object.assign(check, {
		fingerprint(request: Request) {
			const fingerprint = passed.get(request);
			if (!fingerprint) throw new Error("no guard asked for an admin secret");
			return fingerprint;
		},
	});
}

/** What `find` makes of the secret that a request presents. Throws `rate_limited`, `admin_key_missing` or `admin_key_invalid`. */
export async function presented<Holder>(
	asked: Asked,
	kind: SecretKind,
	find: (secret: string) => Holder | null,
	limit: AddressLimit,
): Promise<Holder> {
	const { headers } = asked.request;
	const given =
		headers.get(kind.header) ??
		/^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
	if (given === undefined) throw missing(kind);
	const holder = find(given);
	if (holder !== null) return holder;
	await limit.each(asked);
	throw invalid(kind);
}

/** Tells which of `secrets` one is, by eight digits of its hash that may be logged; null = none of them. In constant time. */
export function fingerprints(
	secrets: readonly string[],
): (secret: string) => string | null {
	const known = secrets.map(digest);
	return (secret) => {
		const hash = digest(secret);
		const same = known.filter((one) => timingSafeEqual(one, hash));
		return same.length > 0 ? hash.toString("hex", 0, 4) : null;
	};
}

const digest = (text: string) => createHash("sha256").update(text).digest();

const missing = ({ name, title, challenge }: SecretKind) =>
	new ApiError(
		"admin_key_missing",
		`Present the ${name} in the header ${title}.`,
		[],
		{ "www-authenticate": challenge },
	);

const invalid = ({ name, setting, challenge }: SecretKind) =>
	new ApiError(
		"admin_key_invalid",
		`This ${name} is not accepted; compare it with the server's ${setting}.`,
		[],
		{ "www-authenticate": challenge },
	);
