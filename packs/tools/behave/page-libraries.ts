/** Bundles of the libraries with which suites draw on a page: loaded as hundreds of files, they take half of a run's processor time. */
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { join, relative } from "node:path";

const PACKS = join(import.meta.dir, "../..");
const ROOT = join(PACKS, "..");
const FOLDER = join(ROOT, ".build/page-libraries");

/** In one bundle, as they share modules. React is not in it: solutions load it, too. */
const LIBRARIES = [
	"@happy-dom/global-registrator",
	"@testing-library/dom",
	"@testing-library/react",
	"@testing-library/user-event",
];
const SHARED = ["react", "react/*", "react-dom", "react-dom/*"];

let bundled: Promise<Record<string, string[]>> | null = null;

/** Where the bundles are, as the `paths` of a tsconfig.json; built once for each state of the lock file. */
export function pageLibraries(): Promise<Record<string, string[]>> {
	bundled ??= bundle();
	return bundled;
}

async function bundle(): Promise<Record<string, string[]>> {
	const folder = join(FOLDER, await hashOf(join(ROOT, "bun.lock")));
	if (!existsSync(folder)) {
		const draft = `${folder}.${process.pid}`;
		// One that was left by a process that ended early.
		await rm(draft, { recursive: true, force: true });
		await mkdir(draft, { recursive: true });
		await build(draft);
		// Where the bundles find React.
		await symlink(
			relative(folder, join(PACKS, "node_modules")),
			join(draft, "node_modules"),
		);
		await rename(draft, folder).catch(async () => {
			// Another process was faster, and built the same.
			await rm(draft, { recursive: true, force: true });
		});
	}
	return Object.fromEntries(
		LIBRARIES.map((name, index) => [name, [join(folder, `${index}.js`)]]),
	);
}

async function build(outdir: string): Promise<void> {
	await Bun.build({
		entrypoints: LIBRARIES.map((_, index) => join(PACKS, `${index}.ts`)),
		files: Object.fromEntries(
			LIBRARIES.map((name, index) => [
				join(PACKS, `${index}.ts`),
				`import * as all from "${name}";
				export * from "${name}";
				export default all.default ?? all;`,
			]),
		),
		root: PACKS,
		outdir,
		target: "bun",
		splitting: true,
		external: SHARED,
	});
}

async function hashOf(file: string): Promise<string> {
	const hash = new Bun.CryptoHasher("sha256").update(Bun.version);
	return hash
		.update(JSON.stringify([LIBRARIES, SHARED]))
		.update(await readFile(file))
		.digest("hex")
		.slice(0, 16);
}
