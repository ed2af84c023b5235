/** A database that is killed, paused, slow, or at the other end of connections that are dead without having been closed. */
import { editor, newItem } from "../content-client.ts";
import {
	continueServer,
	postmasterOf,
	serverProcesses,
} from "../postgres-processes.ts";
import {
	DURABLE,
	observeOutage,
	RECOVERY_LIMIT,
	warmUpOf,
} from "./observe-outage.ts";
import { type Finding, type Size, timeUntil } from "./scenario.ts";

const REQUEST_TIMEOUT_MS = 2_000;

/** The server is ended as by a crash, again and again; its supervisor starts it anew. */
export const databaseKilled = (size: Size) =>
	observeOutage({
		server: DURABLE,
		warmUpMs: warmUpOf(size),
		lastsMs: 1_000,
		async cause({ log, service }) {
			const signals = ["SIGQUIT", "SIGKILL", "SIGQUIT"] as const;
			for (const signal of size === "full" ? signals : signals.slice(0, 1)) {
				process.kill(postmasterOf(log), signal);
				await timeUntil(
					async () =>
						(await editor(service)("POST", "", newItem())).status === 201,
					RECOVERY_LIMIT,
				);
			}
		},
	});

/** The server's processes stand still: connections are open, and nothing is answered. */
export const databasePaused = (size: Size): Promise<Finding> =>
	observeOutage({
		settings: { REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS) },
		warmUpMs: warmUpOf(size),
		lastsMs: size === "full" ? 20_000 : 3_000,
		cause({ log }) {
			for (const pid of serverProcesses(log)) process.kill(pid, "SIGSTOP");
		},
		end: ({ log }) => continueServer(log),
	});

/** Each answer of the server takes longer; all is done, later. */
export const databaseSlow = (size: Size) =>
	observeOutage({
		warmUpMs: warmUpOf(size),
		lastsMs: size === "full" ? 20_000 : 2_000,
		cause: ({ line }) => line.slow(size === "full" ? 300 : 100),
		end: ({ line }) => line.slow(0),
		refusals: [],
	});

/** The connections carry nothing more, without an end: as after a firewall has forgotten them. New ones work. */
export const connectionsHalfOpen = (size: Size) =>
	observeOutage({
		settings: { REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS) },
		warmUpMs: warmUpOf(size),
		lastsMs: size === "full" ? 10_000 : 2_000,
		cause: ({ line }) => line.abandon(),
		recoveryLimit: 30_000,
	});
