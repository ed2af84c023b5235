/** The real program with a Postgres of its own, as `npm start` runs it, and a look into its database. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";

const MAIN = join(import.meta.dir, "../../api/main.ts");

export const ADMIN_SECRET = "a-secret-for-tests-of-32-characters-or-more";

/** Runs `api/main.ts` until it says where the page is. */
export async function startProgram(
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
