/** Attempts as a client sends them, and what the database holds of them. */
import type { Sql } from "../db/connect-and-batch-queries.ts";
import type { Service } from "./harness.ts";

export interface Answered {
	status: number;
	headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: as it came
	body: any;
}

/** Sends one attempt to a process; `front` is its address, `connection` how it is reached. */
export async function attempt(
	{ front, connection }: { front: string; connection?: object },
	{ cookie }: { cookie: string },
	body: object,
): Promise<Answered> {
	const answer = await fetch(`${front}/api/v1/attempts`, {
		method: "POST",
		headers: { cookie, "content-type": "application/json" },
		body: JSON.stringify(body),
		...connection,
	});
	const { status, headers } = answer;
	return { status, headers, body: await answer.json() };
}

/** The id of a challenge that was seeded. */
export async function challengeIdOf(
	service: Service,
	packSlug: string,
	slug: string,
): Promise<string> {
	const [row] = await service.sql<{ id: string }[]>`
		SELECT c.id FROM challenges c JOIN packs p ON p.id = c.pack_id
		WHERE p.slug = ${packSlug} AND c.slug = ${slug}`;
	if (!row) throw new Error(`there is no challenge "${packSlug}/${slug}"`);
	return row.id;
}

/** How many of each status there are. */
export const tally = (all: { status: number }[]): Record<string, number> =>
	Object.fromEntries(
		Object.entries(Object.groupBy(all, ({ status }) => String(status))).map(
			([status, some = []]) => [status, some.length],
		),
	);

/** Locks a table, against being written or against everything, until `release`. */
export async function lockTable(
	sql: Sql,
	table: string,
	mode: "SHARE" | "ACCESS EXCLUSIVE",
): Promise<{ release(): Promise<void> }> {
	const locked = Promise.withResolvers<void>();
	const end = Promise.withResolvers<void>();
	const held = sql.begin(async (tx) => {
		await tx.unsafe(`LOCK TABLE ${table} IN ${mode} MODE`);
		locked.resolve();
		await end.promise;
	});
	await Promise.race([locked.promise, held]);
	return {
		async release() {
			end.resolve();
			await held;
		},
	};
}

/** Resolves when `holds` does; a test that waits in vain is ended by its own time. */
export async function until(
	holds: () => boolean | Promise<boolean>,
): Promise<void> {
	while (!(await holds())) await Bun.sleep(20);
}
