/** Formats the startup banner: the addresses that the program prints once it is ready. */

import { publicOrigin } from "./config/listen-addresses-and-origins.ts";
import type { Config } from "./config.ts";

/** What a start has opened. */
export interface Opened {
	/** Null = not served. */
	outer: { url: string; port: number } | null;
	inner: { url: string } | null;
	databases: { label: string };
	/** Packs that it seeded. */
	seeded: string;
}

/** The banner's lines. */
export function bannerFacts(
	config: Config,
	{ outer, inner, databases, seeded }: Opened,
): Record<string, string | null> {
	const origin = publicOrigin(config, outer);
	return {
		Page: outer && origin,
		Proxy: outer && proxyTarget(outer.url, origin),
		Backend: inner?.url ?? config.backendUrl,
		Database: databases.label,
		Packs: seeded,
		Processes: config.processes > 1 ? String(config.processes) : null,
	};
}

/**
 * The address that a proxy in front of the page is to forward to; null where the page is reached at the listener's own address.
 *
 * @param listener the listener's address, `origin` the page's public one
 */
function proxyTarget(listener: string, origin: string): string | null {
	const [own, shown] = [new URL(listener), new URL(origin)];
	return own.port === shown.port && own.protocol === shown.protocol
		? null
		: `forwards to ${listener}`;
}

/**
 * @param began when the start began, in milliseconds of `performance.now()`
 * @param facts where it is and what it runs on; a line each but for what is absent
 */
export function startupBanner(
	began: number,
	facts: Record<string, string | null | undefined>,
): string {
	const seconds = ((performance.now() - began) / 1000).toFixed(1);
	const lines = Object.entries(facts).flatMap(([name, fact]) =>
		fact ? [`  ${name.padEnd(10)}${fact}`] : [],
	);
	return `
Treeline is ready (${seconds} s)
${lines.join("\n")}
Stop it with Ctrl+C.`;
}
