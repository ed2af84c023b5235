/** Messages between the parent and its child processes of the API (`PROCESSES`), as JSON over the channel of `Bun.spawn`. */
import type { MetricObjectWithValues, MetricValue } from "prom-client";
import type { BucketSize, DatabaseAddress } from "../config.ts";

/** The argument of the program that makes it a child. */
export const CHILD = "child";

/** What a child takes from its parent in place of its own environment and of what it would generate. */
export interface Opening {
	/** Ports that the parent has reserved. */
	port: number;
	backendPort: number;
	/** The embedded database; null = the environment names another. */
	embedded: DatabaseAddress | null;
	adminSecrets: string[];
	adminKeys: string[];
	ipHashSecret: string | null;
	/** The secret of the local identity provider. */
	localSignInSecret: string;
	/** Hashes addresses in metrics. */
	metricsKey: string;
	/** Milliseconds since the parent was started, when this is sent. */
	uptimeMs: number;
}

export type Snapshot = MetricObjectWithValues<MetricValue<string>>[];

/** A rate limit as its child declares it, once, before it draws from it. */
export type LimitKind = { size: BucketSize } | { perMinute: number };

/** One draw: the limit's name; what to do, where `look` counts nothing; the address or user. */
export type Draw = [limit: string, step: "take" | "look", key: string];

/** Of a bucket whether there was a token (1 or 0) and how many it lacks; of a window milliseconds until one more is accepted, 0 = now. */
export type Drawn = [accepted: number, lacks: number] | number;

export type FromChild =
	| { type: "prepared" }
	| { type: "ready" }
	/** It cannot start; the message is for a person. */
	| { type: "refused"; message: string }
	| { type: "limit"; name: string; kind: LimitKind }
	| { type: "draw"; id: number; draws: Draw[] }
	| { type: "expose"; id: number }
	| { type: "snapshot"; id: number; snapshot: Snapshot };

export type FromParent =
	| { type: "open"; opening: Opening }
	| { type: "listen" }
	| { type: "stop" }
	/** Whether all children are ready. */
	| { type: "complete"; complete: boolean }
	| { type: "drawn"; id: number; drawn: Drawn[] }
	| { type: "exposed"; id: number; text: string }
	| { type: "collect"; id: number };
