/** What the database alone makes of the same statements, with PostgreSQL's own bench as its client. */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertOne, type Size } from "./fill-large-database.ts";
import type { Place } from "./start-database-and-service.ts";

interface Load {
	clients: number;
	seconds: number;
}

/** Inserts of attempts in a second, each in a transaction of its own and on the disk before the next. */
export const bareInserts = (
	{ address }: Place,
	size: Size,
	load: Load,
): Promise<number> => pgbench(address, insertOne(size), load);

/** How often in a second `script` runs, which is in pgbench's own language. Its time includes connecting: when that takes all of it, it gets twice as much. */
export async function pgbench(
	address: Place["address"],
	script: string,
	{ clients, seconds }: Load,
): Promise<number> {
	for (let time = Math.ceil(seconds); ; time *= 2) {
		const { perSecond, err } = await runPgbench(address, script, clients, time);
		if (perSecond > 0) return perSecond;
		if (err || time > MAX_SECONDS)
			throw new Error(
				`pgbench with ${clients} clients made no transaction in ${time} s:\n${err}`,
			);
	}
}

const MAX_SECONDS = 60;

async function runPgbench(
	address: Place["address"],
	script: string,
	clients: number,
	seconds: number,
): Promise<{ perSecond: number; err: string }> {
	const program = process.env.PGBENCH;
	if (!program)
		throw new Error("PGBENCH is not set; run the bench by npm run bench");
	const file = join(tmpdir(), `treeline-bare-${process.pid}.sql`);
	writeFileSync(file, script);
	const child = Bun.spawn(
		[
			program,
			...["-n", "-M", "prepared", "-f", file],
			...["-c", String(clients), "-j", String(Math.min(clients, 2))],
			...["-T", String(seconds)],
			...["-h", address.host, "-p", String(address.port)],
			...["-U", address.user, address.database],
		],
		{ stdout: "pipe", stderr: "pipe" },
	);
	const [out, err] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
	]);
	await Bun.file(file).delete();
	return { perSecond: Number(/^tps = ([\d.]+)/m.exec(out)?.[1]), err };
}
