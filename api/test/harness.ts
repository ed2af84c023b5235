/**
 * The API as its clients meet it: the real program on a real Postgres, over HTTP. Each test file gets a service with a database of
 * its own, cloned from a migrated template; all share one throw-away cluster.
 */

import { afterAll, setDefaultTimeout } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
	connect,
	isReachable,
	type Sql,
} from "../db/connect-and-batch-queries.ts";
import { withDeadline } from "../server/promise-timeout.ts";
import { templateFolder } from "./postgres-template-folders.ts";

const ROOT = join(import.meta.dir, "../..");
export const MAIN = join(ROOT, "api/main.ts");
export const ADMIN_SECRET = "a-secret-for-tests-of-32-characters-or-more";
export const ADMIN_KEY = "a-key-for-tests-of-32-characters-or-more";

export interface ClusterAddress {
	host: string;
	port: number;
	user: string;
}

export interface Cluster {
	address: ClusterAddress;
	/** The file that the server writes its log into. */
	log: string;
	/** Ends the server and removes all of it. */
	close(): Promise<void>;
}

export interface Service {
	/** Of the program that was started last. */
	pid: number;
	/** Addresses without a closing slash. */
	front: string;
	backend: string;
	/** A pool on the service's own database. */
	sql: Sql;
	/** A pool on its database of content. */
	content: Sql;
	/** The file that the database server writes its log into. */
	log: string;
	/** A learner with a live session: what sign-in will make. */
	signIn(name?: string): Promise<{ userId: string; cookie: string }>;
	/**
	 * Starts a further process on the same database, with the service's settings and `more` on top. It ends with the service, if not
	 * before.
	 */
	another(more?: Record<string, string>): Promise<Program>;
	/** What the program has printed since it was started last, errors too. */
	printed(): string;
	/** Ends the program as a crash would. */
	kill(): Promise<void>;
	/** Starts the program again on the same database, after `kill`. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

/** A running process of the service. */
export interface Program {
	pid: number;
	/** Addresses without a closing slash. */
	front: string;
	backend: string;
	/** What it has printed so far, errors too. */
	printed(): string;
	/** Resolves when it has ended, which it may have before, with its exit code; null when the signal killed it. */
	end(signal: NodeJS.Signals): Promise<number | null>;
}

let cluster: Promise<Cluster> | null = null;
let made = 0;

/** Nothing of a test outlives the run, so nothing waits for the disk, and no table lives long enough to be vacuumed. */
const FAST = {
	...{ fsync: "off", full_page_writes: "off" },
	...{ autovacuum: "off", io_method: "sync" },
};

/** The one cluster of this process; `settings` are the server's, and count when it is opened. It ends with the process, if not closed before. */
export function theCluster(settings: Record<string, string> = FAST) {
	cluster ??= openCluster(settings);
	return cluster;
}

/**
 * The environment of a program on new databases, and these as a superuser sees them: the platform's empty and the content's missing,
 * or both migrated.
 */
export async function freshDatabase(
	migrated: boolean,
	on: Promise<Cluster> = theCluster(),
): Promise<{
	env: Record<string, string>;
	sql: Sql;
	content: Sql;
	/** The log of the server that they are on. */
	log: string;
}> {
	const { address, log } = await on;
	const database = `test_${process.pid}_${++made}`;
	await onCluster(address, async (sql) => {
		// Files are copied faster than blocks are logged.
		const copy = (name: string, template: string) =>
			sql.unsafe(
				`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`,
			);
		await copy(database, migrated ? "treeline_template" : "template1");
		if (migrated)
			await copy(`${database}_content`, "treeline_template_content");
	});
	const open = (name: string) =>
		connect({ ...address, database: name, password: "" }, { connections: 4 });
	return {
		env: environment(address, database),
		sql: open(database),
		content: open(`${database}_content`),
		log,
	};
}

/** A fresh service. `settings` are environment variables on top of the harness's own. */
export async function startService(
	settings: Record<string, string> = {},
): Promise<Service> {
	const { env, sql, content, log } = await freshDatabase(true);
	let program = await startProgram({ ...env, ...settings });
	const others: Program[] = [];
	return {
		get pid() {
			return program.pid;
		},
		get front() {
			return program.front;
		},
		get backend() {
			return program.backend;
		},
		sql,
		content,
		log,
		signIn: (name = "Robin") => signIn(sql, name),
		async another(more = {}) {
			const other = await startProgram({ ...env, ...settings, ...more });
			others.push(other);
			return other;
		},
		printed: () => program.printed(),
		async kill() {
			await program.end("SIGKILL");
		},
		async restart() {
			program = await startProgram({ ...env, ...settings });
		},
		async stop() {
			// What a stop waits for has tests of its own.
			await Promise.all([program, ...others].map((one) => one.end("SIGKILL")));
			await Promise.all([sql.end(), content.end()]);
		},
	};
}

/** A fresh service for all tests of a file, stopped after them. To be awaited where the file begins, outside hooks, which have time limits. */
export async function serviceForFile(
	settings: Record<string, string> = {},
): Promise<Service> {
	// A start takes its time on a busy machine.
	setDefaultTimeout(180_000);
	const service = await startService(settings);
	afterAll(() => service.stop());
	return service;
}

export const environment = (address: ClusterAddress, database: string) => ({
	PORT: "0",
	BACKEND_PORT: "0",
	DB_HOST: address.host,
	DB_PORT: String(address.port),
	DB_USER: address.user,
	DB_NAME: database,
	ADMIN_SECRET,
	ADMIN_API_KEY: ADMIN_KEY,
});

/**
 * A cluster with these settings of the server: a copy of the folder `template`, which is made by `prepare` on an empty cluster when it
 * does not exist.
 */
export async function openCluster(
	settings: Record<string, string>,
	template: string | Promise<string> = templateFolder(),
	prepare: (address: ClusterAddress) => Promise<void> = migrateTemplates,
): Promise<Cluster> {
	const folder = await template;
	const first = await openKeeper(folder, settings);
	if (first.isCopy) return first;
	try {
		await prepare(first.address);
	} catch (error) {
		await first.close();
		throw error;
	}
	await first.close("keep");
	return openKeeper(folder, settings);
}

async function migrateTemplates(address: ClusterAddress): Promise<void> {
	await createDatabase(address, "treeline_template");
	const program = await startProgram(environment(address, "treeline_template"));
	await program.end("SIGTERM");
}

export const createDatabase = (
	address: ClusterAddress,
	name: string,
): Promise<void> =>
	onCluster(address, async (sql) => {
		await sql.unsafe(`CREATE DATABASE ${name}`);
	});

async function openKeeper(template: string, settings: Record<string, string>) {
	const keeper = spawn(
		process.execPath,
		[
			join(import.meta.dir, "temporary-postgres.ts"),
			template,
			...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
		],
		{
			// A group of its own: it has to outlive a run that is killed, to clean up after it.
			detached: true,
			stdio: ["pipe", "pipe", "inherit"],
		},
	);
	keeper.unref();
	const [line] = await once(createInterface(keeper.stdout), "line");
	const opened: Omit<Cluster, "close"> & { isCopy: boolean } = JSON.parse(line);
	const ended = once(keeper, "exit");
	return {
		...opened,
		async close(word = "") {
			keeper.stdin.end(word);
			await ended;
		},
	};
}

async function onCluster(
	address: ClusterAddress,
	work: (sql: Sql) => Promise<void>,
): Promise<void> {
	const sql = connect(
		{ ...address, database: "postgres", password: "" },
		{ connections: 1 },
	);
	try {
		await untilReachable(sql);
		await work(sql);
	} finally {
		await sql.end();
	}
}

/** In milliseconds: a server that starts, or starts again, on a busy machine. */
const MAX_START_MS = 60_000;

/** Waits for the server of `sql`; one that does not come is told of by the statement after. */
async function untilReachable(sql: Sql): Promise<void> {
	const end = performance.now() + MAX_START_MS;
	while (
		!(await withDeadline(isReachable(sql), 1000, false)) &&
		performance.now() < end
	)
		await Bun.sleep(50);
}

/** What every program of a test is given; the last as `npm test` sets it. */
const baseEnvironment = () => {
	const { PATH, HOME, BUN_JSC_useDFGJIT } = process.env;
	return { PATH, HOME, ...(BUN_JSC_useDFGJIT && { BUN_JSC_useDFGJIT }) };
};

/**
 * Runs `api/main.ts` until it says where it is; what it printed is in the error when it does not get there. When `forgetful`, what it
 * prints after that is not kept; `cwd` is where it is started.
 */
export async function startProgram(
	env: Record<string, string>,
	{ forgetful = false, cwd = process.cwd() } = {},
): Promise<Program> {
	const child = spawn(process.execPath, [MAIN], {
		cwd,
		env: { ...baseEnvironment(), ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const exited = once(child, "exit");
	const addresses: Record<string, string> = {};
	let printed = "";
	let kept = true;
	child.stderr.on("data", (text) => {
		if (kept) printed += text;
	});
	const ready = new Promise<boolean>((resolve) => {
		const lines = createInterface(child.stdout);
		lines.on("line", (line) => {
			printed += `${line}\n`;
			const [, name, url] = /^ {2}(Page|Backend)\s+(\S+)/.exec(line) ?? [];
			if (name && url) addresses[name] ??= url;
			if (line.startsWith("Stop it")) resolve(true);
		});
		lines.on("close", () => resolve(false));
	});
	if (!(await ready)) {
		await exited;
		throw new Error(`the program ended with ${child.exitCode}:\n${printed}`);
	}
	kept = !forgetful;
	return {
		pid: child.pid ?? 0,
		front: addresses.Page ?? "",
		backend: addresses.Backend ?? "",
		printed: () => printed,
		async end(signal) {
			child.kill(signal);
			await exited;
			return child.exitCode;
		},
	};
}

/** Runs the program to its end, which must come soon. */
export async function refused(env: Record<string, string>, uid?: number) {
	const child = Bun.spawn([process.execPath, MAIN], {
		env: { ...baseEnvironment(), ...env },
		stdout: "pipe",
		stderr: "pipe",
		...(uid !== undefined && { uid }),
	});
	const [err, code] = await Promise.all([
		new Response(child.stderr).text(),
		child.exited,
	]);
	return { err, code };
}

async function signIn(
	sql: Sql,
	name: string,
): Promise<{ userId: string; cookie: string }> {
	const userId = Bun.randomUUIDv7();
	const token = crypto.getRandomValues(new Uint8Array(32)).toHex();
	const hash = new Bun.CryptoHasher("sha256").update(token).digest("hex");
	await sql`INSERT INTO users (id, name) VALUES (${userId}, ${name})`;
	await sql`
		INSERT INTO sessions (id, token_hash, user_id)
		VALUES (${Bun.randomUUIDv7()}, ${hash}, ${userId})`;
	return { userId, cookie: `JSESSIONID=${token}` };
}
