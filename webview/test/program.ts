/** The real program with a Postgres of its own, as `npm start` runs it, and a look into its database. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
	appendFile,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rename,
	rm,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dir, "../..");
const MAIN = join(ROOT, "api/main.ts");

/** What a first start makes of an empty data folder depends on these. */
const SEEDED_BY = [
	"bun.lock",
	"sql/**/*.sql",
	"packs/**/*.json",
	"packs/*/challenges/*/{*.md,starter/**,solution/**}",
	"{api,packs,webview/verify}/**/*.ts",
];

export const ADMIN_SECRET = "a-secret-for-tests-of-32-characters-or-more";

/**
 * Runs `api/main.ts` until it says where the page is. A data folder without a database gets a copy of one that is migrated and holds
 * the packs; the packs are not read again.
 */
export async function startProgram(
	dataDir: string,
	port: string,
	settings: Record<string, string>,
) {
	if (!existsSync(join(dataDir, "postgres"))) {
		template ??= seededData();
		await copyInto(dataDir, await template);
	}
	const packs = join(dataDir, "no-packs");
	await mkdir(packs, { recursive: true });
	return runProgram(dataDir, port, { PACKS_DIR: packs, ...settings });
}

let template: Promise<string> | null = null;

/** The data folder of a program that was started once and ended; kept in `.build` until what it is made of changes. */
async function seededData(): Promise<string> {
	const folder = join(ROOT, ".build/test-data");
	const hash = await seedHash();
	const kept = join(folder, hash);
	if (existsSync(kept)) return kept;
	await mkdir(folder, { recursive: true });
	for (const old of await readdir(folder))
		if (!old.startsWith(hash))
			await rm(join(folder, old), { recursive: true, force: true });
	// The server's account may enter the folder for temporary files, but perhaps not this one.
	const made = await mkdtemp(join(tmpdir(), "treeline-seeded-"));
	const program = await runProgram(made, "0", {});
	await program.end();
	// Nothing of a test outlives the run, so nothing waits for the disk.
	await appendFile(
		join(made, "postgres/postgresql.conf"),
		"fsync = off\nfull_page_writes = off\n",
	);
	const draft = `${kept}.${process.pid}`;
	await mkdir(draft, { recursive: true });
	await copyInto(draft, made);
	await rm(made, { recursive: true, force: true });
	await rename(draft, kept).catch(async () => {
		// Another process was faster, and made the same.
		await rm(draft, { recursive: true, force: true });
	});
	return kept;
}

async function seedHash(): Promise<string> {
	const hash = new Bun.CryptoHasher("sha256");
	const paths: string[] = [];
	for (const pattern of SEEDED_BY)
		for await (const path of new Bun.Glob(pattern).scan(ROOT))
			if (!path.includes("node_modules")) paths.push(path);
	for (const path of paths.sort())
		hash.update(`${path}\n`).update(await readFile(join(ROOT, path)));
	return hash.digest("hex").slice(0, 16);
}

/** Copies what is in `from` with its owners and rights, on which Postgres insists. */
async function copyInto(folder: string, from: string): Promise<void> {
	const child = Bun.spawn(["cp", "-a", `${from}/.`, folder], {
		stdout: "ignore",
		stderr: "pipe",
	});
	if ((await child.exited) !== 0)
		throw new Error(
			`${from} cannot be copied to ${folder}: ${await new Response(child.stderr).text()}`,
		);
}

async function runProgram(
	dataDir: string,
	port: string,
	settings: Record<string, string>,
) {
	const child = spawn(process.execPath, [MAIN], {
		env: {
			PATH: process.env.PATH,
			HOME: process.env.HOME,
			PORT: port,
			BACKEND_PORT: "0",
			DATA_DIR: dataDir,
			ADMIN_SECRET,
			...settings,
		},
		stdio: ["ignore", "pipe", "pipe"],
	});
	const exited = once(child, "exit");
	let printed = "";
	child.stderr.on("data", (text) => {
		printed += text;
	});
	const addresses: Record<string, string> = {};
	for await (const line of createInterface(child.stdout)) {
		printed += `${line}\n`;
		const [, name, url] = /^\s+(Page|Backend)\s+(https?:\S+)/.exec(line) ?? [];
		if (name && url) addresses[name] = url;
		const { Page: page, Backend: backend } = addresses;
		if (!page || !backend) continue;
		child.stdout.resume();
		return {
			url: page,
			backend,
			async end() {
				child.kill("SIGTERM");
				await exited;
			},
		};
	}
	throw new Error(`the program ended before it was ready:\n${printed}`);
}

/** Runs `work` on the database of the program that runs on `dataDir`. */
export async function onDatabase<Result>(
	dataDir: string,
	work: (sql: Bun.SQL) => Promise<Result>,
): Promise<Result> {
	const sql = new Bun.SQL(await databaseOf(dataDir));
	try {
		return await work(sql);
	} finally {
		await sql.end();
	}
}

/** The embedded server writes its port and the folder of its socket on the fourth and fifth line of its lock file. */
async function databaseOf(dataDir: string) {
	const lock = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8");
	const [, , , port, folder] = lock.split("\n");
	return {
		adapter: "postgres" as const,
		path: `${folder}/.s.PGSQL.${port}`,
		username: "treeline",
		database: "treeline",
		max: 1,
	};
}
