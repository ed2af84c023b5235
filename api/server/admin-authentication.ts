/**
 * Guards for administrators: the platform's secret and the keys of content and MCP, in a header of their own or as a bearer token (contract,
 * sections 4 and 7). Only a wrong one takes a token from its address's bucket; the right one always passes.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { ApiError } from "./errors.ts";
import { type AddressLimit, RATE_LIMIT_HEADERS } from "./rate-limit.ts";
import {
	type Guard,
	guard,
	type RouteContext,
} from "./request-context-address-and-deadline.ts";
import { isPersonalToken } from "./session-authentication.ts";

/** A kind of secret, as answers speak of it. */
interface SecretKind {
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
		async (context) => {
			context.set.headers["cache-control"] = "no-store";
			const fingerprint = await presentedSecret(
				context,
				ADMIN_SECRET,
				find,
				limit,
			);
			passed.set(context.request, fingerprint);
		},
		{
			errors: ["rate_limited", "admin_key_missing", "admin_key_invalid"],
			credentials: ["adminSecret"],
			headers: RATE_LIMIT_HEADERS,
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
async function presentedSecret<Holder>(
	context: RouteContext,
	kind: SecretKind,
	find: (secret: string) => Holder | null,
	limit: AddressLimit,
): Promise<Holder> {
	const { headers } = context.request;
	const given =
		headers.get(kind.header) ??
		/^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
	if (given === undefined) throw missing(kind);
	const holder = find(given);
	if (holder !== null) return holder;
	// A learner's program that asks here by mistake guesses at nothing.
	if (!isPersonalToken(given)) await limit.each(context);
	throw invalid(kind);
}

/** Tells which of `secrets` one is, by eight digits of its hash that may be logged; null = none of them. In constant time. */
function fingerprints(
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

/** Whose key it is. */
export interface KeyHolder {
	/** Eight hexadecimal digits that name the key in history and logs. */
	fingerprint: string;
	readOnly: boolean;
	/** Whether it may read what visitors wrote in the chat. */
	readsChat: boolean;
}

export interface AdminKeys {
	/** Before what reads. */
	read: Guard;
	/** Before what reads visitors' conversations. */
	readChat: Guard;
	/** Before what changes something. */
	change: Guard;
	/** Who passed a guard with `request`. */
	holder(request: Request): KeyHolder;
}

const ADMIN_KEY: SecretKind = {
	header: "x-admin-key",
	title: "X-Admin-Key",
	name: "admin key",
	setting: "ADMIN_API_KEY",
	challenge: 'AdminKey realm="admin"',
};

/**
 * @param keys accepted for everything, `readOnly` for reading, and with `readOnlyChat` for conversations too; `limit` counts those that
 * are wrong
 */
export function adminKeys(
	{
		keys,
		readOnly,
		readOnlyChat,
	}: {
		keys: readonly string[];
		readOnly: readonly string[];
		readOnlyChat: boolean;
	},
	limit: AddressLimit,
): AdminKeys {
	const [full, reading] = [fingerprints(keys), fingerprints(readOnly)];
	const find = (key: string): KeyHolder | null => {
		const [one, other] = [full(key), reading(key)];
		if (one) return { fingerprint: one, readOnly: false, readsChat: true };
		return other
			? { fingerprint: other, readOnly: true, readsChat: readOnlyChat }
			: null;
	};
	const holders = new WeakMap<Request, KeyHolder>();
	const errors = [
		"rate_limited",
		"admin_key_missing",
		"admin_key_invalid",
	] as const;
	const metadata = {
		credentials: ["adminKey"],
		headers: RATE_LIMIT_HEADERS,
	} as const;
	return {
		read: guard(
			async (context) => {
				const holder = await presentedSecret(context, ADMIN_KEY, find, limit);
				holders.set(context.request, holder);
			},
			{ ...metadata, errors },
		),
		readChat: guard(
			async (context) => {
				const holder = await presentedSecret(context, ADMIN_KEY, find, limit);
				holders.set(context.request, holder);
				if (!holder.readsChat) throw noConversations();
			},
			{ ...metadata, errors: [...errors, "forbidden"] },
		),
		change: guard(
			async (context) => {
				const holder = await presentedSecret(context, ADMIN_KEY, find, limit);
				holders.set(context.request, holder);
				if (holder.readOnly) throw readOnlyKey();
			},
			{ ...metadata, errors: [...errors, "forbidden"] },
		),
		holder(request) {
			const holder = holders.get(request);
			if (!holder) throw new Error("no guard asked for an admin key");
			return holder;
		},
	};
}

const noConversations = () =>
	new ApiError(
		"forbidden",
		"A read-only admin key does not read visitors' conversations here. Present one of ADMIN_API_KEY, or set ADMIN_API_KEY_READONLY_CHAT=true at the server.",
	);

const readOnlyKey = () =>
	new ApiError(
		"forbidden",
		"This admin key may only read. Present one of ADMIN_API_KEY to change something.",
	);
