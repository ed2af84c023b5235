/**
 * The steps of the README, from an empty machine to a domain, run as they stand there. What belongs to the machine stands in for it: folders below a
 * scratch folder for those of the system, small scripts for apt, users and DNS, and `systemctl` starts what a unit says, in its folder and with
 * its environment. Caddy with its local authority, Prometheus, git, npm, curl and Treeline are the real ones.
 */
import { afterAll, expect, test } from "bun:test";
import type { ChildProcess } from "node:child_process";
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { attempt, until } from "../test/attempts-client.ts";
import { freePort, held, runToEnd, stop } from "../test/child-programs.ts";
import { type Browser, openBrowser } from "../test/cookie-browser.ts";
import { startIdentityProvider } from "../test/identity-provider.ts";

const ROOT = join(import.meta.dir, "../..");
const machine = mkdtempSync(join(tmpdir(), "treeline-machine-"));
const provider = startIdentityProvider();
const ports = {
	https: await freePort(),
	http: await freePort(),
	front: await freePort(),
	backend: await freePort(),
	prometheus: await freePort(),
};
const domain = `localhost:${ports.https}`;
const origin = `https://${domain}`;
provider.allow(`${origin}/api/auth/callback/idp`);
const running = new Map<string, ChildProcess>();
afterAll(async () => {
	await Promise.all([...running.values()].map(stop));
	await provider.stop();
	rmSync(machine, { recursive: true, force: true });
});

/** A path of the system, on this machine. */
const at = (path: string) => join(machine, path);
const CADDY_ROOT = at("/var/lib/caddy/caddy/pki/authorities/local/root.crt");

/** Text with the folders of the system replaced by those of this machine. */
const placed = (text: string) =>
	text.replaceAll(
		/(?<![\w.])\/(?=(?:etc|srv|var\/(?:lib|backups))\/)/g,
		`${machine}/`,
	);

const ENVIRONMENT = {
	// Bun is there already; `start.test.ts` installs one.
	PATH: `${at("/bin")}:${dirname(process.execPath)}:${process.env.PATH}`,
	HOME: homedir(),
	BUN_INSTALL_CACHE_DIR: join(homedir(), ".bun/install/cache"),
	CURL_HOME: at("/etc"),
	DOMAIN: domain,
	REPOSITORY: ROOT,
	NAME: "Robin",
	CLIENT_ID: provider.settings.OAUTH_CLIENT_ID as string,
	CLIENT_SECRET: provider.settings.OAUTH_CLIENT_SECRET as string,
};

function prepareMachine(): void {
	for (const folder of [
		"/bin",
		"/etc/systemd/system",
		"/etc/caddy",
		"/etc/prometheus",
		"/srv",
		"/var/lib/caddy",
		"/var/lib/prometheus",
		"/var/backups",
	])
		mkdirSync(at(folder), { recursive: true });
	const programs = {
		"apt-get": "exit 0",
		useradd: "exit 0",
		getent: "echo 127.0.0.1",
		runuser: 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
		// Everything belongs to whoever runs the tests.
		install:
			'for word; do shift; case $skip$word in -o|-g) skip=1;; 1*) skip=;; *) set -- "$@" "$word";; esac; done; PATH=$(echo "$PATH" | cut -d: -f2-) exec install "$@"',
	};
	for (const [name, script] of Object.entries(programs)) {
		writeFileSync(at(`/bin/${name}`), `#!/bin/sh\n${script}\n`);
		chmodSync(at(`/bin/${name}`), 0o755);
	}
	writeFileSync(
		at("/etc/.curlrc"),
		[
			`cacert = ${CADDY_ROOT}`,
			`connect-to = "127.0.0.1:3000:127.0.0.1:${ports.front}"`,
			`connect-to = "127.0.0.1:8080:127.0.0.1:${ports.backend}"`,
			`connect-to = "127.0.0.1:9090:127.0.0.1:${ports.prometheus}"`,
		].join("\n"),
	);
	// Another Treeline may run here, and the provider is one of the tests.
	const { OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET, ...addresses } =
		provider.settings;
	writeFileSync(
		at("/etc/machine.env"),
		Object.entries({
			...addresses,
			PORT: ports.front,
			BACKEND_PORT: ports.backend,
		})
			.map((pair) => pair.join("="))
			.join("\n"),
	);
}

/** A unit's values by name, as `[Service]` has them; a name may stand several times. */
function readUnit(name: string): Map<string, string[]> {
	const text = readFileSync(at(`/etc/systemd/system/${name}`), "utf8");
	const unit = new Map<string, string[]>();
	for (const [, key = "", value = ""] of text.matchAll(/^(\w+)=(.*)$/gm))
		unit.set(key, [...(unit.get(key) ?? []), placed(value)]);
	return unit;
}

function environmentOf(unit: Map<string, string[]>): Record<string, string> {
	const files = [
		...(unit.get("EnvironmentFile") ?? []).map((file) =>
			file.replace(/^-/, ""),
		),
		at("/etc/machine.env"),
	];
	const lines = [
		...(unit.get("Environment") ?? []).flatMap((line) => line.split(" ")),
		...files.flatMap((file) => readFileSync(file, "utf8").split("\n")),
	];
	const own = lines.flatMap((line) => {
		const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
		return name === undefined ? [] : [[name, value]];
	});
	const { PATH, BUN_INSTALL_CACHE_DIR } = ENVIRONMENT;
	return { PATH, BUN_INSTALL_CACHE_DIR, ...Object.fromEntries(own) };
}

/** A command as systemd reads it: `%%` and `$$` stand for one. */
const commandOf = (line: string) =>
	line
		.replaceAll("%%", "%")
		.replaceAll("$$", "$")
		.replace(/^\/usr\/bin\/(?=node )/, "");

/** The commands of Debian's own units, with ports and stores of this machine. */
const DEBIAN: Record<string, () => string[]> = {
	"caddy.service": () => {
		const file = at("/etc/caddy/Caddyfile");
		const site = readFileSync(file, "utf8").replaceAll(
			"127.0.0.1:3000",
			`127.0.0.1:${ports.front}`,
		);
		writeFileSync(
			file,
			`{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${ports.http}\n\tlog {\n\t\tlevel ERROR\n\t}\n}\n${site}`,
		);
		const caddy = process.env.CADDY_SERVER ?? "caddy";
		return [
			...["env", `XDG_DATA_HOME=${at("/var/lib/caddy")}`, caddy, "run"],
			...["--adapter", "caddyfile", "--config", file],
		];
	},
	"prometheus.service": () => {
		const file = at("/etc/prometheus/prometheus.yml");
		const config = readFileSync(file, "utf8")
			.replaceAll("127.0.0.1:3000", `127.0.0.1:${ports.front}`)
			.replaceAll("15s", "1s");
		writeFileSync(file, config);
		return [
			process.env.PROMETHEUS_SERVER ?? "prometheus",
			`--config.file=${file}`,
			`--storage.tsdb.path=${at("/var/lib/prometheus")}`,
			`--web.listen-address=127.0.0.1:${ports.prometheus}`,
			"--log.level=error",
		];
	},
};

async function run(
	command: string[],
	cwd: string,
	env: Record<string, string>,
): Promise<string> {
	const { out, err, code } = await runToEnd(command, { cwd, env });
	expect(code, `${command.at(-1)}\n${out}${err}`).toBe(0);
	return out + err;
}

async function systemctl(words: string[]): Promise<string> {
	const [action, name = ""] = words.filter((word) => !word.startsWith("--"));
	if (action === "daemon-reload") return "";
	if (name.endsWith(".timer")) {
		const timed = name.replace(".timer", ".service");
		expect(existsSync(at(`/etc/systemd/system/${timed}`))).toBe(true);
		return "";
	}
	const debian = DEBIAN[name];
	if (debian) {
		running.set(name, held(debian()));
		return "";
	}
	const unit = readUnit(name);
	const cwd = unit.get("WorkingDirectory")?.[0] ?? "";
	const env = environmentOf(unit);
	const [main = "", ...after] = [
		...(unit.get("ExecStart") ?? []),
		...(unit.get("ExecStartPost") ?? []),
	].map(commandOf);
	if (unit.get("Type")?.[0] === "oneshot") {
		const said = [];
		for (const command of [main, ...after])
			said.push(await run(["sh", "-c", command], cwd, env));
		return said.join("");
	}
	running.set(name, held(main.split(" "), { cwd, env }));
	return "";
}

/** The blocks of each step, by the step's number. */
function stepsOf(readme: string): Map<number, string> {
	const [, section = ""] =
		/^## From an empty machine to a domain\n(.*?)^## /ms.exec(readme) ?? [];
	return new Map(
		section
			.split(/^\*\*(?=\d+\.\*\*)/m)
			.slice(1)
			.map((step) => [
				Number.parseInt(step, 10),
				/^```sh\n(.*?)^```/ms.exec(step)?.[1] ?? "",
			]),
	);
}

/** Runs a step and answers what it printed. */
async function runStep(text: string): Promise<string> {
	let said = "";
	for (const part of placed(text).split(
		/^(?=systemctl )|(?<=^systemctl .*\n)/m,
	))
		said += part.startsWith("systemctl ")
			? await systemctl(part.trim().split(" ").slice(1))
			: await run(["bash", "-euo", "pipefail", "-c", part], cwd(), {
					...ENVIRONMENT,
					KEY: keyOf(),
				});
	return said;
}

const cwd = () =>
	existsSync(at("/srv/treeline")) ? at("/srv/treeline") : machine;

/** What step 10 keeps in the shell. */
function keyOf(): string {
	const file = at("/etc/treeline.env");
	const settings = existsSync(file) ? readFileSync(file, "utf8") : "";
	return /^ADMIN_API_KEY_READONLY=(.*)$/m.exec(settings)?.[1] ?? "";
}

/** What is to be seen after a step. */
const OUTCOMES: Record<number, (said: string) => void | Promise<void>> = {
	8: () =>
		expect(readFileSync(at("/etc/treeline.env"), "utf8")).toContain(
			`FRONTEND_URL=${origin}\n`,
		),
	12: (said) => expect(said).toContain('"status":"ready"'),
	14: (said) => {
		const packs = readdirSync(join(ROOT, "packs")).filter((name) =>
			existsSync(join(ROOT, "packs", name, "pack.json")),
		);
		expect(packs).toContain("express");
		for (const slug of packs) expect(said).toContain(`"slug":"${slug}"`);
	},
	15: signInAndSolve,
	16: (said) => expect(said).toContain('"role":"administrator"'),
	17: (said) => {
		expect(said).toContain('"status":"ready"');
		expect(said).not.toContain("trusted_proxies");
	},
	19: (said) => {
		expect(said).toMatch(/platform\.attempts: 1 row/);
		expect(said).toContain("Nothing was changed.");
		expect(readdirSync(at("/var/backups/treeline"))).toHaveLength(1);
	},
	20: async () => {
		const ask = async (path: string) => {
			const address = `http://127.0.0.1:${ports.prometheus}/api/v1/${path}`;
			const { data } = (await (await fetch(address)).json()) as {
				data: { result: { value: [number, string] }[]; groups: unknown[] };
			};
			return data;
		};
		await until(
			async () => (await ask("query?query=up")).result[0]?.value[1] === "1",
		);
		expect((await ask("rules")).groups).not.toBeEmpty();
	},
};

const cookieOf = (browser: Browser) =>
	[...browser.cookies(origin)].map((pair) => pair.join("=")).join("; ");

async function signInAndSolve(): Promise<void> {
	const tls = { ca: readFileSync(CADDY_ROOT, "utf8") };
	const browser = openBrowser({}, { tls } as RequestInit);
	const page = await browser.ask(origin);
	expect(await page.text()).toContain("<title>Treeline");
	const { answer } = await browser.follow(`${origin}/api/auth/signin`);
	expect(answer.status).toBe(200);
	const read = async (path: string) =>
		(await (await browser.ask(`${origin}/api/v1/${path}`)).json()).data;
	expect((await read("auth/session")).user.name).toBe("Robin");
	const { challenges } = await read("packs/express");
	const attempted = await attempt(
		{ front: origin, connection: { tls } },
		{ cookie: cookieOf(browser) },
		{ challengeId: challenges[0]._id, passed: false },
	);
	expect(attempted.status).toBe(201);
}

test("the README's steps lead from an empty machine to a domain", async () => {
	prepareMachine();
	const readme = await Bun.file(join(import.meta.dir, "README.md")).text();
	const steps = stepsOf(readme.replace(/^DOMAIN=.*\n/m, ""));
	expect([...steps.keys()]).toEqual(
		Array.from({ length: 20 }, (_, i) => i + 1),
	);
	for (const [number, text] of steps) {
		const said = await runStep(text);
		await OUTCOMES[number]?.(said);
	}
});
