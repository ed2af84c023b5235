/** What the database alone makes of the same statements, with PostgreSQL's own bench as its client. */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertOne, type Size } from "./fixtures.ts";
import type { Place } from "./setup.ts";

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

/** How often in a second `script` runs, which is in pgbench's own language. */
export async function pgbench(
	address: Place["address"],
	script: string,
	{ clients, seconds }: Load,
): Promise<number> {
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
	const perSecond = Number(/^tps = ([\d.]+)/m.exec(out)?.[1]);
	if (!(perSecond > 0)) throw new Error(`pgbench failed:\n${err}`);
	return perSecond;
}
