/**
 * Limits that refused someone, and who is near one. Addresses are without number, so that of the many only those few are told that
 * have least left and asked within the last minute, each by a hash whose key no one has.
 */
import { createHmac, randomBytes } from "node:crypto";
import { Counter, Gauge, type Registry } from "prom-client";

export interface LimitSeries {
	/** Someone was refused. */
	refused(): void;
	/** What an address has left now. */
	left(address: string, tokens: number): void;
}

/** Series that are told, and addresses that are remembered to choose them from, of all limits together. */
const TOLD = 50;
const REMEMBERED = 1000;
/** In milliseconds. */
const LATELY = 60_000;

interface Seen {
	limit: string;
	address: string;
	tokens: number;
	at: number;
}

/** @param now a clock in milliseconds that never goes back */
export function limitSeries(
	registry: Registry,
	now: () => number = () => performance.now(),
) {
	const registers = [registry];
	const key = randomBytes(32);
	/** Who asked least lately is first. */
	const seen = new Map<string, Seen>();
	const hits = new Counter({
		name: "rate_limit_hits_total",
		help: "Requests that a limit refused.",
		labelNames: ["limit"],
		registers,
	});
	new Gauge({
		name: "rate_limit_remaining",
		help: `Whole requests that an address may still make at once; the ${TOLD} that have least left, of those that asked within a minute.`,
		labelNames: ["ip_hash", "limit"],
		registers,
		collect() {
			this.reset();
			const since = now() - LATELY;
			const lately = [...seen.values()]
				.filter(({ at }) => at >= since)
				.sort((one, other) => one.tokens - other.tokens);
			for (const { limit, address, tokens } of lately.slice(0, TOLD)) {
				const hmac = createHmac("sha256", key).update(address);
				this.set({ ip_hash: hmac.digest("hex").slice(0, 16), limit }, tokens);
			}
		},
	});
	return (limit: string): LimitSeries => {
		hits.inc({ limit }, 0);
		return {
			refused: () => hits.inc({ limit }),
			left(address, tokens) {
				const id = `${limit} ${address}`;
				seen.delete(id);
				seen.set(id, { limit, address, tokens, at: now() });
				if (seen.size <= REMEMBERED) return;
				for (const oldest of seen.keys()) {
					seen.delete(oldest);
					return;
				}
			},
		};
	};
}
