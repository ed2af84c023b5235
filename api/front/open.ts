/** The front of this process: the database of content, its administrators' keys and its routes, opened in this order. */
import { join } from "node:path";
import type { LocalProvider } from "../auth/local-provider/index.ts";
import { tokenChecks } from "../auth-token.ts";
import type { Cache } from "../cache/index.ts";
import { chatChecks, chattingBy } from "../chat/open.ts";
import { removeOldSessions } from "../chat/store.ts";
import { forgetOldTurns } from "../chat/turns/store.ts";
import { openContent } from "../content/index.ts";
import type { Databases } from "../database.ts";
import type { Config } from "../env.ts";
import type { Vitals } from "../health/vitals.ts";
import { adminKeys } from "../http/admin-keys.ts";
import type { Clients } from "../http/client-address.ts";
import type { Limits } from "../http/limits.ts";
import type { Report } from "../http/problems.ts";
import type { Log } from "../log.ts";
import { openMcp } from "../mcp/open.ts";
import type { Metrics } from "../metrics/open.ts";
import { keptSecret } from "../secrets.ts";
import type { Stop } from "../stopping.ts";
import { frontApp } from "./app.ts";
import type { Backend } from "./forward.ts";
import { pageFiles } from "./page-files.ts";

interface Surroundings {
	databases: Databases;
	backend: Backend;
	/** The backend's routes. */
	described: readonly unknown[];
	/** Null = the process is not its own identity provider. */
	local: LocalProvider | null;
	limits: Limits;
	metrics: Metrics;
	/** Null = what instances share is this process's own. */
	cache: Cache | null;
	clients: Clients;
	vitals: Vitals;
	report: Report;
	/** Aborted when the program is asked to stop. */
	stopping: AbortSignal;
	/** What closes what was opened, in the order to do it. */
	stops: Stop[];
	/** The public origin of the site. */
	origin: string;
	log: Log;
}

const PAGE = join(import.meta.dir, "../../.build/page");

/** Throws StartupError when something that it needs cannot be had. */
export async function openFront(
	config: Config,
	{ databases, limits, clients, log, cache, ...shared }: Surroundings,
) {
	const keys =
		config.adminKeys.length > 0
			? config.adminKeys
			: [await keptSecret(config.dataDir, "admin-api-key")];
	const admins = adminKeys(
		{
			keys,
			readOnly: config.readOnlyKeys,
			readOnlyChat: config.readOnlyChat,
		},
		limits.adminKeys,
	);
	const sql = await databases.content();
	const { stops, metrics } = shared;
	const content = await openContent({
		sql,
		admins,
		limits,
		log,
		metrics,
		cache,
		keys,
		cleanups: [
			forgetOldTurns,
			(sql) => removeOldSessions(sql, config.chatRetentionDays),
		],
		stops,
	});
	const ipHashSecret =
		config.ipHashSecret ??
		(databases.embedded
			? await keptSecret(config.dataDir, "ip-hash-secret")
			: (keys[0] ?? ""));
	const chatting = chattingBy(config, ipHashSecret, clients, metrics.provider);
	const app = frontApp({
		sql,
		content: content.routes,
		admins,
		mcp: await openMcp(config, {
			content: sql,
			platform: databases.openedPlatform(),
			deeds: content.deeds,
			admins,
			...shared,
		}),
		limits,
		chatting,
		files: pageFiles(PAGE, { signIn: config.signInShown ? "on" : "off" }),
		...shared,
	});
	const token = tokenChecks(config.contentToken, (text) => log.warn(text));
	return { app, checks: [...token, ...chatChecks(chatting)] };
}
