/** What the database alone makes of the same insert, with PostgreSQL's own bench as its client. */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertOne, type Size } from "./crowd.ts";
import type { Place } from "./place.ts";

/** Inserts in a second, each in a transaction of its own and on the disk before the next. */
export async function bareInserts(
	{ address }: Place,
	size: Size,
	{ clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
	const program = process.env.PGBENCH;
	if (!program) throw new Error("PGBENCH is not set; run npm run bench -- api");
	const script = join(tmpdir(), `treeline-insert-${process.pid}.sql`);
	writeFileSync(script, insertOne(size));
	const child = Bun.spawn(
		[
			program,
			...["-n", "-M", "prepared", "-f", script],
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
	await Bun.file(script).delete();
	const perSecond = Number(/^tps = ([\d.]+)/m.exec(out)?.[1]);
	if (!(perSecond > 0)) throw new Error(`pgbench failed:\n${err}`);
	return perSecond;
}
