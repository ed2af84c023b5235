/**
 * The content API's administrators present an admin key; with a read-only one they change nothing, and read visitors' conversations only
 * where the settings allow it.
 */
import type { AddressLimit } from "./address-limit.ts";
import { TOLD } from "./address-limit.ts";
import { fingerprints, presented, type SecretKind } from "./admin-guard.ts";
import { ApiError } from "./errors.ts";
import { type Guard, guard } from "./validation.ts";

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
	const refuses = [
		"rate_limited",
		"admin_key_missing",
		"admin_key_invalid",
	] as const;
	const says = { accepts: ["adminKey"], tells: TOLD } as const;
	return {
		read: guard(
			async (asked) => {
				const holder = await presented(asked, ADMIN_KEY, find, limit);
				holders.set(asked.request, holder);
			},
			{ ...says, refuses },
		),
		readChat: guard(
			async (asked) => {
				const holder = await presented(asked, ADMIN_KEY, find, limit);
				holders.set(asked.request, holder);
				if (!holder.readsChat) throw noConversations();
			},
			{ ...says, refuses: [...refuses, "forbidden"] },
		),
		change: guard(
			async (asked) => {
				const holder = await presented(asked, ADMIN_KEY, find, limit);
				holders.set(asked.request, holder);
				if (holder.readOnly) throw readOnlyKey();
			},
			{ ...says, refuses: [...refuses, "forbidden"] },
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
