/** The data folder that clusters of the tests are copies of, with both template databases migrated; kept in `.build` until what it is made of changes. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const FOLDER = join(ROOT, ".build/test-cluster");

/** What the first start of the program on an empty cluster depends on. */
const MADE_OF = ["bun.lock", "sql/**/*.sql", "api/**/*.ts"];

/** The folder of the template, which exists once {@link keepTemplate} has made it. */
export async function templateFolder(): Promise<string> {
	const hash = new Bun.CryptoHasher("sha256");
	const paths: string[] = [];
	for (const pattern of MADE_OF)
		for await (const path of new Bun.Glob(pattern).scan(ROOT))
			if (!/node_modules|\.test\.ts$/.test(path)) paths.push(path);
	for (const path of paths.sort())
		hash.update(`${path}\n`).update(await readFile(join(ROOT, path)));
	return join(FOLDER, hash.digest("hex").slice(0, 16));
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
	await mkdir(FOLDER, { recursive: true });
	for (const old of await readdir(FOLDER))
		if (!join(FOLDER, old).startsWith(template))
			await rm(join(FOLDER, old), { recursive: true, force: true });
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
