/**
 * `compose.yaml` without a container engine: the image's steps are run in a folder, and each service is started by hand with the image's and
 * the file's own commands and environment. Names of its network are addresses of this machine; Postgres is the embedded one, Valkey a Redis.
 */
import { afterAll, expect, test } from "bun:test";
import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { until } from "../test/attempts-client.ts";
import { freePort, held, runToEnd, stop } from "../test/child-programs.ts";
import { freshDatabase } from "../test/harness.ts";
import { startRedis } from "../test/temporary-redis.ts";

const ROOT = join(import.meta.dir, "../..");
const PACKS = [...new Bun.Glob("packs/*/pack.json").scanSync(ROOT)].length;
const scratch = mkdtempSync(join(tmpdir(), "treeline-compose-"));
const IMAGE = join(scratch, "srv/treeline");
const DATA = join(scratch, "var/lib/treeline");
const INSTANCES = ["treeline-1", "treeline-2"] as const;

const redis = await startRedis();
const { env: database } = await freshDatabase(false);
const caddyPort = await freePort();
const ports = Object.fromEntries(
	await Promise.all(
		INSTANCES.map(async (name) => [
			name,
			{ front: await freePort(), backend: await freePort() },
		]),
	),
) as Record<string, { front: number; backend: number }>;
const running = new Map<string, ChildProcess>();
afterAll(async () => {
	await Promise.all([...running.values()].map(stop));
	await redis.stop();
	rmSync(scratch, { recursive: true, force: true });
});

/** What the file `.env` beside `compose.yaml` would say. */
const SETTINGS: Record<string, string> = {
	DOMAIN: `localhost:${caddyPort}`,
	...Object.fromEntries(
		["DB_PASSWORD", "ADMIN_SECRET", "ADMIN_API_KEY", "IP_HASH_SECRET"].map(
			(name) => [name, crypto.randomUUID() + crypto.randomUUID()],
		),
	),
};

interface Service {
	image: string;
	command?: string[];
	environment?: Record<string, string>;
}

/** The services, with `${NAME:?why}` and `${NAME:-default}` put in. */
function readServices(): Record<string, Service> {
	const text = readFileSync(join(import.meta.dir, "compose.yaml"), "utf8");
	const filled = text.replaceAll(
		/\$\{(\w+)(:[?-])([^}]*)\}/g,
		(_, name, kind, rest) => {
			const value = SETTINGS[name];
			if (value === undefined && kind === ":?") throw new Error(name);
			return value ?? rest;
		},
	);
	return (Bun.YAML.parse(filled) as { services: Record<string, Service> })
		.services;
}

/** Each instruction of the Containerfile, as its name and the rest of its line. */
const INSTRUCTIONS = readFileSync(
	join(import.meta.dir, "Containerfile"),
	"utf8",
)
	.split("\n")
	.filter((line) => line !== "" && !line.startsWith("#"))
	.map((line) => {
		const [, name = "", rest = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
		return { name, rest };
	});

const instruction = (wanted: string) =>
	INSTRUCTIONS.find(({ name }) => name === wanted)?.rest ?? "";

/** The image's environment, with folders of this machine. */
const IMAGE_ENVIRONMENT = {
	...Object.fromEntries(
		instruction("ENV")
			.split(" ")
			.map((pair) => pair.split("=") as [string, string]),
	),
	DATA_DIR: DATA,
	// Bun is there already; `start.test.ts` installs one.
	PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
	HOME: homedir(),
};

/** `COPY . .` takes what git has: all that `Containerfile.dockerignore` leaves. The folder of data belongs to whoever runs the tests. */
async function buildImage(): Promise<void> {
	expect(instruction("WORKDIR")).toBe("/srv/treeline");
	mkdirSync(dirname(IMAGE), { recursive: true });
	for (const { name, rest } of INSTRUCTIONS) {
		if (name === "COPY")
			await inImage(["git", "clone", "-q", ROOT, IMAGE], "/");
		if (name === "RUN")
			await inImage([
				"sh",
				"-c",
				rest
					.replace("-o node -g node ", "")
					.replaceAll("/var/lib/treeline", DATA),
			]);
	}
}

async function inImage(
	command: string[],
	cwd = IMAGE,
	env: Record<string, string> = {},
): Promise<string> {
	const { out, err, code } = await runToEnd(command, {
		cwd,
		env: { ...IMAGE_ENVIRONMENT, ...env },
	});
	expect(code, `${command.join(" ")}\n${out}${err}`).toBe(0);
	return out + err;
}

/** The environment that a service asks for, where each name of the network is an address here. */
function environmentOf({ environment = {} }: Service): Record<string, string> {
	const { ADMIN_SECRET: _, ADMIN_API_KEY: __, ...address } = database;
	const here: Record<string, string> = {
		...("DB_HOST" in environment && address),
		...("CACHE_URL" in environment && { CACHE_URL: redis.url }),
		...("TRUSTED_PROXIES" in environment && { TRUSTED_PROXIES: "127.0.0.1" }),
	};
	return Object.fromEntries(
		Object.entries({ ...environment, ...here }).map(([name, value]) => [
			name,
			atHome(value),
		]),
	);
}

const atHome = (text: string) =>
	text.replaceAll(/(treeline-\d):(3000|8080)/g, (_, name, port) => {
		const { front, backend } = ports[name] as (typeof ports)[string];
		return `127.0.0.1:${port === "3000" ? front : backend}`;
	});

const portsOf = (name: string) => ({
	PORT: String(ports[name]?.front),
	BACKEND_PORT: String(ports[name]?.backend),
});

function startInstance(name: string, service: Service): void {
	const command = service.command ?? JSON.parse(instruction("CMD"));
	const env = {
		...IMAGE_ENVIRONMENT,
		...environmentOf(service),
		...portsOf(name),
	};
	running.set(name, held(command, { cwd: IMAGE, env }));
}

/** As the engine does until a dependency is healthy. */
const isHealthy = (name: string) =>
	until(async () => {
		const [, check = ""] = /CMD (.*)$/.exec(instruction("HEALTHCHECK")) ?? [];
		const { code } = await runToEnd(JSON.parse(check), {
			env: { ...IMAGE_ENVIRONMENT, ...portsOf(name) },
		});
		return code === 0;
	});

function startCaddy(service: Service): void {
	const site = readFileSync(join(import.meta.dir, "Caddyfile"), "utf8");
	const file = join(scratch, "Caddyfile");
	const options =
		"admin off\n\tskip_install_trust\n\tauto_https disable_redirects";
	Bun.write(file, `{\n\t${options}\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n${site}`);
	const command = [process.env.CADDY_SERVER ?? "caddy", "run"];
	running.set(
		"caddy",
		held([...command, "--adapter", "caddyfile", "--config", file], {
			env: {
				...process.env,
				...environmentOf(service),
				XDG_DATA_HOME: scratch,
			},
		}),
	);
}

test("the services of compose.yaml serve the packs over HTTPS, with one instance or the other", async () => {
	const services = readServices();
	const { caddy, seed } = services as Record<"caddy" | "seed", Service>;
	await buildImage();
	for (const name of INSTANCES) startInstance(name, services[name] as Service);
	for (const name of INSTANCES) await isHealthy(name);
	const said = await inImage(seed.command ?? [], IMAGE, environmentOf(seed));
	expect(said).toContain("express");
	startCaddy(caddy);
	const authority = join(scratch, "caddy/pki/authorities/local/root.crt");
	await until(() => Bun.file(authority).exists());
	const packs = async () => {
		const answer = await fetch(`https://${SETTINGS.DOMAIN}/api/v1/packs`, {
			tls: { ca: readFileSync(authority, "utf8") },
		} as RequestInit).catch(() => null);
		return answer?.ok
			? ((await answer.json()) as { data: unknown[] }).data
			: [];
	};
	await until(async () => (await packs()).length === PACKS);
	for (const name of INSTANCES) {
		await stop(running.get(name) as ChildProcess);
		running.delete(name);
		await until(async () => (await packs()).length === PACKS);
		startInstance(name, services[name] as Service);
		await isHealthy(name);
	}
});
