/**
 * Orders of reads, changes and outages that random ones meet too seldom: each is brought about by waiting for what has to come before,
 * and each has an answer that would go back in time if the service gave it.
 */
import { until } from "./attempts-client.ts";
import { reader } from "./content-client.ts";
import { type History, note, TYPE } from "./content-read-consistency.ts";
import type { Program } from "./harness.ts";
import type { CutOff } from "./tcp-proxy.ts";
import type { TestRedis } from "./temporary-redis.ts";

interface Process {
	program: Program;
	/** To its database of content. */
	way: CutOff;
}

export interface Stage {
	near: Process;
	far: Process;
	/** Shared by both. */
	redis: TestRedis;
	/** Publishes a new item at a process that loses nothing; `mark` stands in its data. */
	create(slug: string, mark?: string): Promise<void>;
	/** Publishes a new version of an item in the same way. */
	change(slug: string): Promise<void>;
}

const LIST = `?type=${TYPE}`;
const SHOWING_A = ["", "/bundle", `/${TYPE}/a`];

/** One reader, of any path at any process. */
function newReader(name: string, histories: History[]) {
	const history: History = { reader: name, seen: [] };
	histories.push(history);
	const read = async (
		{ program }: Process,
		path: string,
		headers: Record<string, string> = {},
	) => {
		const told = await reader(program)(path, headers);
		note(history, path, told);
		return told;
	};
	/** Reads the list until it shows this version: a list that is current is read anew only when the process has heard of a change. */
	const hears = (process: Process, slug: string, version: number) =>
		until(async () => {
			const { status, body } = await read(process, LIST);
			const items = status === 200 ? body.data : [];
			return items.some(
				(item: { slug: string; version: number }) =>
					item.slug === slug && item.version === version,
			);
		});
	return { read, hears };
}

const answers = (process: Process, path: string) =>
	until(async () => (await reader(process.program)(path)).status === 200);

/** What is known to be old is not served once something newer was, although the database is away. */
async function loseDatabase({ near, change }: Stage, histories: History[]) {
	const one = newReader("before and after an outage", histories);
	await one.hears(near, "a", 1);
	for (const path of SHOWING_A) await answers(near, path);
	await change("a");
	await one.hears(near, "a", 2);
	near.way.cut();
	for (const path of SHOWING_A) await one.read(near, path);
	near.way.mend();
	for (const path of SHOWING_A) await answers(near, path);
}

/** Who brings the tag of a newer answer gets no older one from a process that has not heard of the change. */
async function bringTag({ near, far, change }: Stage, histories: History[]) {
	const one = newReader("with the tag of another process", histories);
	const path = `/${TYPE}/a`;
	await answers(far, path);
	far.way.cut();
	await change("a");
	await one.hears(near, "a", 3);
	const { etag } = await one.read(near, path);
	await one.read(far, path, { "if-none-match": etag });
	far.way.mend();
	await answers(far, path);
}

/** What is read since before a change that was heard is given to nobody who asks after it, and is not kept as current. */
async function holdAnswer(
	{ near, create, change }: Stage,
	histories: History[],
	slug: string,
	readsMeanwhile: boolean,
) {
	const one = newReader(`beside a read of ${slug} under way`, histories);
	const mark = `mark-of-${slug}`;
	const path = `/${TYPE}/${slug}`;
	await create(slug, mark);
	await one.hears(near, slug, 1);
	const held = near.way.hold(mark);
	const slow = newReader(`a slow read of ${slug}`, histories);
	const slowRead = (async () => {
		// One that was refused before it reached the database is repeated.
		do await slow.read(near, path);
		while (!held.isHolding());
	})();
	await until(held.isHolding);
	await change(slug);
	await one.hears(near, slug, 2);
	if (readsMeanwhile) await one.read(near, path);
	held.letThrough();
	await slowRead;
	await one.read(near, path);
}

/** What Redis is given back is older than what was heard, and is ignored. */
async function giveBack({ near, redis, change }: Stage, histories: History[]) {
	const one = newReader("beside an older Redis", histories);
	for (const path of SHOWING_A) await answers(near, path);
	const former: [key: string, text: string][] = [];
	for (const key of (await redis.send(
		"KEYS",
		"treeline:responses:*",
	)) as string[])
		former.push([key, String(await redis.send("GET", key))]);
	await change("a");
	await one.hears(near, "a", 4);
	for (const [key, text] of former) await redis.send("SET", key, text);
	for (const path of SHOWING_A) await one.read(near, path);
}

/** Runs each; a history for each of its readers is added to `histories`. `a` is published in its first version, and nobody else reads or writes. */
export async function runInterleavings(
	stage: Stage,
	histories: History[],
): Promise<void> {
	await loseDatabase(stage, histories);
	await bringTag(stage, histories);
	await holdAnswer(stage, histories, "d", true);
	await holdAnswer(stage, histories, "e", false);
	await giveBack(stage, histories);
}
