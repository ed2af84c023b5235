/** Data folders that clusters of tests and benches are copies of; kept in `.build` until what they are made of changes. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

/** What the first start of the program on an empty cluster depends on. */
const MADE_OF = ["bun.lock", "sql/**/*.sql", "api/**/*.ts"];

/** The folder of the template that is migrated and empty. It exists once {@link keepTemplate} has made it. */
export const templateFolder = (): Promise<string> =>
	folderOf("test-cluster", MADE_OF);

/**
 * The folder `.build/<name>/<hash>` of a template that is made of the files that match `patterns`, and of `more`.
 */
export async function folderOf(
	name: string,
	patterns: readonly string[],
	more = "",
): Promise<string> {
	const hash = new Bun.CryptoHasher("sha256").update(more);
	const paths: string[] = [];
	for (const pattern of patterns)
		for await (const path of new Bun.Glob(pattern).scan(ROOT))
			if (!/node_modules|\.test\.ts$/.test(path)) paths.push(path);
	for (const path of paths.sort())
		hash.update(`${path}\n`).update(await readFile(join(ROOT, path)));
	return join(ROOT, ".build", name, hash.digest("hex").slice(0, 16));
}

/** Fills `dataDir` from the template; false when there is none yet. */
export async function copyTemplate(
	template: string,
	dataDir: string,
): Promise<boolean> {
	if (!existsSync(template)) return false;
	await copyInto(join(dataDir, "postgres"), template);
	return true;
}

/** Keeps the cluster in `dataDir`, whose server has stopped, as the template, and removes older ones. */
export async function keepTemplate(
	template: string,
	dataDir: string,
): Promise<void> {
	const draft = `${template}.${process.pid}`;
	const folder = dirname(template);
	await mkdir(folder, { recursive: true });
	for (const old of await readdir(folder))
		if (!join(folder, old).startsWith(template))
			await rm(join(folder, old), { recursive: true, force: true });
	await copyInto(draft, join(dataDir, "postgres"));
	await rename(draft, template).catch(async () => {
		// Another process was faster, and made the same.
		await rm(draft, { recursive: true, force: true });
	});
}

/** Copies a cluster with its owners and rights, on which Postgres insists. */
async function copyInto(folder: string, from: string): Promise<void> {
	const child = Bun.spawn(["cp", "-a", from, folder], {
		stdout: "ignore",
		stderr: "pipe",
	});
	if ((await child.exited) !== 0)
		throw new Error(
			`${from} cannot be copied to ${folder}: ${await new Response(child.stderr).text()}`,
		);
}
