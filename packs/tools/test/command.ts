/** The pack tools as their users meet them: a command line, what it prints, and how it ends. */
import { join } from "node:path";

const MAIN = join(import.meta.dir, "../main.ts");

/** Runs `packs <args…>` in `folder`; `env` is all it sees beside PATH, HOME and what tells where Python and Chromium are. */
export async function packs(
	args: string[],
	{ folder, env = {} }: { folder?: string; env?: Record<string, string> } = {},
): Promise<{ out: string; err: string; code: number }> {
	const { PATH, HOME, TREELINE_PYTHON, CHROMIUM_PATH } = process.env;
	const child = Bun.spawn([process.execPath, MAIN, ...args], {
		...(folder ? { cwd: folder } : {}),
		stdout: "pipe",
		stderr: "pipe",
		env: { PATH, HOME, TREELINE_PYTHON, CHROMIUM_PATH, ...env },
	});
	const [out, err, code] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	return { out, err, code };
}
