/** A copy of the engine in which one file at a time can be changed, while the engine itself stays as it is. */
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mutant } from "./mutants.ts";

const engine = join(import.meta.dir, "..");
/** A mutant that runs longer than this will not end; in milliseconds. */
const timeoutMs = 20_000;

export type MutantStatus = "killed" | "survived";

export class EngineCopy {
	private constructor(readonly folder: string) {}

	static async make(): Promise<EngineCopy> {
		const folder = await mkdtemp(join(tmpdir(), "verify-mutation-"));
		const modules = join(engine, "node_modules");
		await cp(engine, folder, {
			recursive: true,
			filter: (path) => path !== modules,
		});
		await symlink(modules, join(folder, "node_modules"));
		return new EngineCopy(folder);
	}

	/** A file as it was copied; the engine's own may have changed since. */
	read = (file: string) => Bun.file(join(this.folder, file)).text();

	/** Runs the cases of these kinds, in this order, with the mutant in place of its file. */
	async try(mutant: Mutant, kinds: string[]): Promise<MutantStatus> {
		const path = join(this.folder, mutant.file);
		const text = await this.read(mutant.file);
		const { start, end, replacement } = mutant;
		await Bun.write(path, text.slice(0, start) + replacement + text.slice(end));
		try {
			return (await this.passes(kinds)) ? "survived" : "killed";
		} finally {
			await Bun.write(path, text);
		}
	}

	/** Whether every case of these kinds holds. */
	async passes(kinds: string[]): Promise<boolean> {
		const child = Bun.spawn(
			[process.execPath, join(this.folder, "mutation/attempt.ts"), ...kinds],
			{ stdin: "ignore", stdout: "ignore", stderr: "ignore", cwd: this.folder },
		);
		const timer = setTimeout(() => child.kill(9), timeoutMs);
		try {
			return (await child.exited) === 0;
		} finally {
			clearTimeout(timer);
		}
	}

	remove = () => rm(this.folder, { recursive: true, force: true });
}
