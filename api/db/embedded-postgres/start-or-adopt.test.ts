/** The embedded database through its door, with real processes that are really killed. */
import {
	afterAll,
	beforeAll,
	describe,
	expect,
	setDefaultTimeout,
	test,
} from "bun:test";
import {
	chownSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { until } from "../../test/attempts-client.ts";
import { readPostmaster } from "./find-running-postmaster.ts";
import { isAlive } from "./run-postgres-programs.ts";
import {
	type Owner,
	postmasterOf,
	startOwner,
	tempFolder,
} from "./test/start-owner-process.ts";

// Real servers take their time on a busy machine.
setDefaultTimeout(180_000);

const ROOT = process.getuid?.() === 0;
const NOBODY = 65534;
/** A plain user can only run what it can reach: not a tree in root's private home. */
const REACHABLE = ROOT && isReachable(NOBODY);

function isReachable(uid: number): boolean {
	try {
		return Bun.spawnSync([process.execPath, "--version"], {
			uid,
			gid: uid,
			cwd: "/",
		} as object).success;
	} catch {
		// Bun throws what the system answers: EACCES.
		return false;
	}
}

async function query<T>(
	owner: Owner,
	ask: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
	const { host, port, user, database } = owner.cluster ?? {};
	const sql = postgres({ host, port, user, database, max: 1 });
	try {
		return await ask(sql);
	} finally {
		await sql.end();
	}
}

/** The process of the server that writes its log of changes. */
async function walWriterOf(_: number, owner: Owner): Promise<number> {
	const [row] = await query(
		owner,
		(sql) =>
			sql`select pid from pg_stat_activity where backend_type = 'walwriter'`,
	);
	return row?.pid;
}

async function stop(owner: Owner): Promise<number> {
	owner.process.kill("SIGTERM");
	return await owner.process.exited;
}

for (const [who, uid] of [
	[ROOT ? "root" : "an ordinary user", undefined],
	["nobody", NOBODY],
] as const)
	describe.skipIf(uid !== undefined && !REACHABLE)(`as ${who}`, () => {
		const folder = tempFolder(uid);
		// Deep, missing and private: as root, the account of Postgres cannot walk there.
		const dataDir = join(folder.path, "a".repeat(60), "b".repeat(60), ".data");
		const cluster = join(dataDir, "postgres");
		let owner: Owner;
		beforeAll(async () => {
			owner = await startOwner(dataDir, uid);
			console.log(
				`  cold start as ${who}: ${owner.cluster?.milliseconds.toFixed(0)} ms`,
			);
		});
		afterAll(() => folder.remove());

		test("a cold start creates a database that serves", async () => {
			expect(owner.said).toBe("");
			expect(owner.cluster).toMatchObject({
				created: true,
				adopted: false,
				database: "treeline",
			});
			const [row] = await query(
				owner,
				(sql) =>
					sql`select current_database() as name, 'ä' < 'b' as by_codepoint`,
			);
			expect(row).toEqual({ name: "treeline", by_codepoint: false });
		});

		test("a second owner is refused and told of the first, which serves on", async () => {
			const second = await startOwner(dataDir, uid);
			expect(second.process.exitCode).toBe(1);
			expect(second.said).toContain(
				`in use by Treeline, process ${owner.process.pid}`,
			);
			expect(await query(owner, (sql) => sql`select 1 as one`)).toHaveLength(1);
		});

		test("after a kill of its owner the server is adopted, with all that was committed", async () => {
			await query(
				owner,
				(sql) => sql`create table kept as select 42 as answer`,
			);
			const pid = postmasterOf(dataDir);
			owner.process.kill("SIGKILL");
			await owner.process.exited;
			owner = await startOwner(dataDir, uid);
			expect(owner.cluster).toMatchObject({ created: false, adopted: true });
			expect(postmasterOf(dataDir)).toBe(pid);
			expect(await query(owner, (sql) => sql`select answer from kept`)).toEqual(
				[{ answer: 42 }] as never,
			);
		});

		test.each([
			["the server", async (postmaster: number) => postmaster],
			["a process of the server", walWriterOf],
		] as const)("when %s dies, a server is started again", async (_, of) => {
			const pid = postmasterOf(dataDir);
			process.kill(await of(pid, owner), "SIGKILL");
			let answers: unknown[] = [];
			await until(async () => {
				answers = await query(
					owner,
					(sql) => sql`select answer from kept`,
				).catch(() => []);
				return answers.length > 0 && readPostmaster(cluster)?.pid !== pid;
			});
			expect(answers).toEqual([{ answer: 42 }]);
		});

		test("a signal stops owner and server, and leaves no process", async () => {
			const pid = postmasterOf(dataDir);
			expect(await stop(owner)).toBe(0);
			expect(isAlive(pid)).toBe(false);
			expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(
				false,
			);
		});

		test("a warm start takes the database as a clean stop left it, without a recovery", async () => {
			const log = () => readFileSync(join(dataDir, "postgres.log"), "utf8");
			const before = log().length;
			owner = await startOwner(dataDir, uid);
			console.log(
				`  warm start as ${who}: ${owner.cluster?.milliseconds.toFixed(0)} ms`,
			);
			expect(owner.cluster).toMatchObject({ created: false, adopted: false });
			const said = log().slice(before);
			expect(said).toContain("database system was shut down at");
			expect(said).not.toContain("recovery");
			expect(await stop(owner)).toBe(0);
		});
	});

describe("a server that is not there yet", () => {
	const folder = tempFolder();
	const cluster = (dataDir: string, file: string) =>
		join(dataDir, "postgres", file);
	afterAll(() => folder.remove());

	test.concurrent("is waited for while it recovers, also when another start had launched it", async () => {
		const dataDir = join(folder.path, "recovering");
		await stop(await startOwner(dataDir));
		// The server recovers from an archive, which does not answer until this file is there.
		const archiveAnswers = cluster(dataDir, "archive-answers");
		const { uid, gid } = statSync(cluster(dataDir, "PG_VERSION"));
		for (const [file, text] of [
			["recovery.signal", ""],
			[
				"postgresql.auto.conf",
				"restore_command = 'until test -e archive-answers; do sleep 0.1; done; false'\nhot_standby = off\n",
			],
		] as const) {
			writeFileSync(cluster(dataDir, file), text);
			chownSync(cluster(dataDir, file), uid, gid);
		}
		const first = Bun.spawn(
			[
				process.execPath,
				join(import.meta.dir, "test/owner-process.ts"),
				dataDir,
			],
			{ stdout: "ignore", stderr: "ignore" },
		);
		await until(() => readPostmaster(join(dataDir, "postgres")) !== null);
		first.kill("SIGKILL");
		await first.exited;
		const pid = postmasterOf(dataDir);
		let waits = false;
		const starting = startOwner(dataDir, undefined, (text) => {
			waits ||= text.includes("may be recovering from a crash; waiting since");
		});
		// A person is told after longer than any ending server is waited for.
		await until(() => waits);
		writeFileSync(archiveAnswers, "");
		const owner = await starting;
		expect(owner.said).toBe("");
		expect(owner.cluster).toMatchObject({ adopted: true });
		expect(postmasterOf(dataDir)).toBe(pid);
		expect(await stop(owner)).toBe(0);
	});

	test.concurrent("is tried again when it cannot be started at once", async () => {
		const dataDir = join(folder.path, "tried-again");
		const owner = await startOwner(dataDir);
		const file = cluster(dataDir, "global/pg_control");
		renameSync(file, `${file}.away`);
		process.kill(postmasterOf(dataDir), "SIGKILL");
		const tries = () => owner.logged().match(/Trying again/g)?.length ?? 0;
		await until(() => tries() >= 3);
		expect(owner.logged()).toContain("pg_control");
		renameSync(`${file}.away`, file);
		await until(() =>
			query(owner, (sql) => sql`select 1`).then(
				() => true,
				() => false,
			),
		);
		expect(await stop(owner)).toBe(0);
	});

	test("is not taken for the one whose file a dead one left, and the log keeps both", async () => {
		const dataDir = join(folder.path, "dead");
		await stop(await startOwner(dataDir));
		const other = await startOwner(join(folder.path, "other"));
		// A dead process, ready where in truth another folder's server listens.
		const dead = Bun.spawn(["true"]);
		await dead.exited;
		writeFileSync(
			cluster(dataDir, "postmaster.pid"),
			`${dead.pid}\n${dataDir}/postgres\n1700000000\n5432\n${other.cluster?.socketDir}\n\n1 1\nready   \n`,
		);
		const { uid, gid } = statSync(cluster(dataDir, "PG_VERSION"));
		chownSync(cluster(dataDir, "postmaster.pid"), uid, gid);
		const owner = await startOwner(dataDir);
		expect(owner.said).toBe("");
		expect(owner.cluster).toMatchObject({ adopted: false });
		expect(await stop(owner)).toBe(0);
		expect(await stop(other)).toBe(0);
		const log = readFileSync(join(dataDir, "postgres.log"), "utf8");
		expect(log.match(/starting PostgreSQL/g)).toHaveLength(2);
	});
});

describe("refusals, each with the next step, leave everything as it was", () => {
	const folder = tempFolder();
	afterAll(() => folder.remove());

	async function refusal(dataDir: string, uid?: number): Promise<string> {
		const owner = await startOwner(dataDir, uid);
		if (owner.cluster) await stop(owner);
		expect(owner.process.exitCode).toBe(1);
		return owner.said;
	}

	test("data of another major version", async () => {
		const cluster = join(folder.path, "older", "postgres");
		mkdirSync(cluster, { recursive: true });
		writeFileSync(join(cluster, "PG_VERSION"), "15\n");
		const said = await refusal(join(folder.path, "older"));
		for (const word of ["Postgres 15", "Postgres 18", cluster, "DATA_DIR"])
			expect(said).toContain(word);
		expect(readdirSync(cluster)).toEqual(["PG_VERSION"]);
	});

	test("a folder that is no cluster", async () => {
		const cluster = join(folder.path, "letters", "postgres");
		mkdirSync(cluster, { recursive: true });
		writeFileSync(join(cluster, "letter.txt"), "dear");
		expect(await refusal(join(folder.path, "letters"))).toContain(
			"not a Postgres cluster",
		);
		expect(readFileSync(join(cluster, "letter.txt"), "utf8")).toBe("dear");
	});

	test("a data folder that cannot be made", async () => {
		writeFileSync(join(folder.path, "file"), "");
		const said = await refusal(join(folder.path, "file", ".data"));
		for (const word of ["cannot be written", "ENOTDIR", "DATA_DIR"])
			expect(said).toContain(word);
	});

	test.skipIf(!REACHABLE)("a data folder of someone else", async () => {
		const said = await refusal(folder.path, NOBODY);
		for (const word of ["cannot be written", "EACCES", "DATA_DIR"])
			expect(said).toContain(word);
	});

	test("a postmaster.pid that names a process which is no Postgres", async () => {
		const dataDir = join(folder.path, "foreign");
		await stop(await startOwner(dataDir));
		const file = join(dataDir, "postgres", "postmaster.pid");
		const text = `${process.pid}\n${dataDir}/postgres\n1700000000\n5432\n/tmp/nowhere\n\n1 1\nready   \n`;
		writeFileSync(file, text);
		const said = await refusal(dataDir);
		for (const word of [file, `process ${process.pid}`, "delete that file"])
			expect(said).toContain(word);
		expect(readFileSync(file, "utf8")).toBe(text);
	});

	test("a creation that is killed leaves no half cluster, and the next start cleans up", async () => {
		const dataDir = join(folder.path, "interrupted");
		const first = Bun.spawn(
			[
				process.execPath,
				join(import.meta.dir, "test/owner-process.ts"),
				dataDir,
			],
			{
				stdout: "ignore",
				stderr: "ignore",
			},
		);
		const draft = () =>
			existsSync(dataDir) &&
			readdirSync(dataDir).some((name) => name.includes(".creating-"));
		const half = join(dataDir, `postgres.creating-${first.pid}`, "base");
		await until(() => existsSync(half));
		first.kill("SIGKILL");
		await first.exited;
		expect(existsSync(join(dataDir, "postgres"))).toBe(false);
		let owner = await startOwner(dataDir);
		expect(owner.cluster).toMatchObject({ created: true });
		// An initdb that outlived its killer may have gone on writing: what is left then, the next start takes.
		mkdirSync(join(dataDir, `postgres.creating-${first.pid}`, "base"), {
			recursive: true,
		});
		while (draft()) {
			expect(await stop(owner)).toBe(0);
			owner = await startOwner(dataDir);
		}
		expect(await stop(owner)).toBe(0);
	});
});
