/** Reads what this process serves, where it listens, and the addresses that others know it by (contract, section 1). */

import {
	isLoopback,
	isNetwork,
	originOf,
	type Reader,
} from "./environment-reader.ts";
import type { ChoiceOf } from "./environment-variables.ts";

const LOCAL = "http://localhost";

export interface ListenerSettings {
	/** What this process runs. */
	serve: ChoiceOf<"SERVE">;
	host: string;
	/** 0 = any free port. */
	port: number;
	/** How many processes serve. */
	processes: number;
	backendHost: string;
	backendPort: number;
	/** The public address; null = `http://localhost:<port>`. */
	frontendUrl: string | null;
	/** Where the front forwards to; null = the backend of this process, called without a socket. */
	backendUrl: string | null;
	/** Exact origins that may call user routes with a session. */
	corsOrigins: string[];
	/** Addresses and networks whose `X-Forwarded-For` is believed. */
	trustedProxies: string[];
	/** Whether only this machine reaches `frontendUrl`. */
	local: boolean;
}

export function readListeners(read: Reader): ListenerSettings {
	const serve = read.choice("SERVE");
	const backendPort = read.whole("BACKEND_PORT");
	const frontendUrl = read.origin("FRONTEND_URL");
	const backendUrl = read.origin("BACKEND_URL");
	return {
		serve,
		host: read.text("HOST"),
		port: read.whole("PORT"),
		processes: read.whole("PROCESSES"),
		backendHost: read.text("BACKEND_HOST"),
		backendPort,
		frontendUrl,
		backendUrl:
			serve === "front"
				? (backendUrl ?? `http://127.0.0.1:${backendPort}`)
				: backendUrl,
		corsOrigins: readOrigins(read),
		trustedProxies: readNetworks(read),
		// Unset, it is this machine's own address; malformed, it may be anyone's.
		local: isLoopback(frontendUrl ?? read.value("FRONTEND_URL") ?? LOCAL),
	};
}

function readOrigins(read: Reader): string[] {
	return read.list("CORS_ORIGINS").flatMap((text) => {
		const origin = originOf(text);
		if (!origin)
			read.faults.push(
				`CORS_ORIGINS has "${text}"; list whole origins like https://app.example, without a path and without *`,
			);
		return origin ?? [];
	});
}

function readNetworks(read: Reader): string[] {
	return read.list("TRUSTED_PROXIES").filter((text) => {
		if (isNetwork(text)) return true;
		read.faults.push(
			`TRUSTED_PROXIES has "${text}"; list addresses or networks like 10.0.0.0/8`,
		);
		return false;
	});
}

/** The public origin of the site, by its settings or by the front's port. */
export const publicOrigin = (
	{ frontendUrl, port }: Pick<ListenerSettings, "frontendUrl" | "port">,
	front: { port: number } | null,
): string => frontendUrl ?? `http://localhost:${front?.port ?? port}`;
