/**
 * The parent of `PROCESSES=n`: it reserves the ports, has the embedded database, the secrets, the ports and what is counted for all, migrates and seeds once,
 * and serves nothing itself once its children do.
 */
import { randomBytes } from "node:crypto";
import {
	adminKeysOf,
	adminSecretsOf,
	ipHashSecretOf,
} from "../config/read-or-generate-secrets.ts";
import { StartupError } from "../config/startup-error.ts";
import type { Config } from "../config.ts";
import { type Databases, openDatabases } from "../db/open-databases.ts";
import { healthStateOf } from "../modules/health/readiness-checks.ts";
import { starting } from "../modules/health/routes.ts";
import { openMetrics } from "../modules/metrics/registry.ts";
import { seedLaunchPacks } from "../modules/seeding/seed-and-sync.ts";
import { drain } from "../server/handle-request-cors-and-drain.ts";
import { listenBoth, refusal } from "../server/listen.ts";
import { errorReporter, openLog } from "../server/log-and-metrics.ts";
import { newSecret } from "../server/session-authentication.ts";
import { type Stop, stopAll } from "../server/shutdown.ts";
import { openVerifier } from "../server/verification-workers.ts";
import { collectMetrics } from "./merged-metrics.ts";
import type { Opening } from "./parent-child-message-types.ts";
import { limitsForChildren } from "./shared-rate-limits.ts";
import { startChildren } from "./start-and-restart-children.ts";

interface ParentContext {
	/** What the program is, as metrics and probes tell it. */
	facts: { version: string; environment: string };
	stopping: AbortSignal;
	stops: Stop[];
	/** Tells a person. */
	say(line: string): void;
}

/** In milliseconds: what a child may take to end after its grace. */
const END_MS = 5000;

/** Throws StartupError when something that it or a child needs cannot be had. */
export async function openProcesses(
	config: Config,
	{ facts, stopping, stops, say }: ParentContext,
): Promise<{
	/** The addresses that the children share. */
	outer: { url: string; port: number } | null;
	inner: { url: string } | null;
	databases: Databases;
	seeded: string;
}> {
	if (process.platform !== "linux")
		throw new StartupError(
			`PROCESSES=${config.processes} needs Linux, where processes share a port evenly. Set it to 1, or start several instances behind a proxy.`,
		);
	const log = openLog(config.logLevel);
	const metrics = openMetrics(facts);
	const early: Stop[] = [];
	stops.push(() => stopAll(early));
	// Until the children listen it answers probes itself, and nobody else can have the ports.
	const health = healthStateOf(facts, stopping);
	const { outer, inner } = listenBoth(config, starting(health), early, {
		log,
		report: errorReporter(log),
		requestTimeoutMs: config.requestTimeoutMs,
		drain: () => drain(stopping, config),
		traffic: metrics.traffic,
	});
	const [port, backendPort] = [outer?.port ?? 0, inner?.port ?? 0];
	const reserved: ReservedPort[] = [
		...(outer ? [{ host: config.host, port, prefix: "" as const }] : []),
		...(inner
			? [
					{
						...{ host: config.backendHost, port: backendPort },
						prefix: "BACKEND_" as const,
					},
				]
			: []),
	];
	const release = reservePorts(reserved);
	const limits = limitsForChildren();
	const collected = collectMetrics(metrics.snapshot);
	const opening = Promise.withResolvers<Omit<Opening, "uptimeMs">>();
	// Started at once, they load while the database starts.
	const children = startChildren({
		...{ count: config.processes, leaving: stopping, log },
		onStart(child) {
			collected.start(child);
			void opening.promise.then((opening) =>
				child.send({
					type: "open",
					opening: { ...opening, uptimeMs: performance.now() },
				}),
			);
		},
		async onMessage(child, message) {
			if (message.type === "limit") limits.declare(message.name, message.kind);
			else if (message.type === "draw") {
				const drawn = await limits.draw(message.draws);
				child.send({ type: "drawn", id: message.id, drawn });
			} else if (message.type === "expose") {
				const text = await collected.expose([...children.all()]);
				child.send({ type: "exposed", id: message.id, text });
			} else if (message.type === "snapshot") collected.receive(child, message);
		},
		onExit: (child) => collected.end(child),
		onChange() {
			const complete = children.isComplete();
			for (const child of children.all())
				child.send({ type: "complete", complete });
		},
	});
	const { shutdownDelayMs, shutdownGraceMs } = config;
	stops.push(
		() => children.stop(shutdownDelayMs + shutdownGraceMs + END_MS),
		async () => release(),
	);
	// Its children, which read and write, have the same to warn of.
	const silent = () => {};
	const databases = await openDatabases(
		...([config, say, stopping, silent, silent] as const),
	);
	stops.push(databases.close);
	const seeded = await prepareDatabases(config, databases);
	stopping.throwIfAborted();
	opening.resolve({
		...{ port, backendPort, embedded: databases.embedded },
		...(await secretsOf(config, databases)),
		localSignInSecret: newSecret(),
		metricsKey: randomBytes(32).toString("hex"),
	});
	await children.prepared;
	stopping.throwIfAborted();
	await Promise.all([outer?.close(), inner?.close()]);
	await children.listen();
	return { outer, inner, databases, seeded };
}

/** Migrates what the children serve, and seeds the embedded database. Answers which packs it brought, for a person. */
async function prepareDatabases(
	config: Config,
	databases: Databases,
): Promise<string> {
	let seeded: string[] = [];
	if (config.serve !== "front") {
		const sql = await databases.platform();
		if (databases.embedded) {
			const verifier = openVerifier();
			seeded = await seedLaunchPacks(config.packsDir, sql, verifier).finally(
				() => verifier.close(),
			);
		}
	}
	if (config.serve !== "backend") await databases.content();
	// The children have pools of their own.
	for (const [, sql] of databases.pools()) await sql.end({ timeout: 5 });
	return seeded.join(", ");
}

/** The secrets of all children, generated where none is set. */
async function secretsOf(
	config: Config,
	databases: Databases,
): Promise<Pick<Opening, "adminSecrets" | "adminKeys" | "ipHashSecret">> {
	const isFront = config.serve !== "backend";
	const adminKeys = isFront ? await adminKeysOf(config) : [];
	return {
		adminSecrets:
			config.serve === "front"
				? config.adminSecrets
				: await adminSecretsOf(config),
		adminKeys,
		ipHashSecret: isFront
			? await ipHashSecretOf(config, databases.embedded !== null, adminKeys)
			: null,
	};
}

interface ReservedPort {
	host: string;
	port: number;
	prefix: "" | "BACKEND_";
}

/**
 * Reserves ports by abstract sockets, which end with the process, whatever becomes of the children. Throws StartupError when another
 * parent has one. @returns what gives them back
 */
export function reservePorts(ports: readonly ReservedPort[]): () => void {
	const sockets = ports.map(({ host, port, prefix }) => {
		try {
			return Bun.listen({
				unix: `\0treeline ${host}:${port}`,
				socket: { data() {}, open: (socket) => void socket.end() },
			});
		} catch (error) {
			throw refusal(error, host, port, prefix);
		}
	});
	return () => {
		for (const socket of sockets) socket.stop(true);
	};
}
