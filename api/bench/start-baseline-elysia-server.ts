/** The least that could answer, in a process of its own. */
import { join } from "node:path";

/** @param bodies by path; null = a 304 */
export async function openBare(bodies: Record<string, string | null>) {
	const child = Bun.spawn(
		[process.execPath, join(import.meta.dir, "baseline-elysia-server.ts")],
		{
			stdin: new Blob([JSON.stringify(bodies)]),
			stdout: "pipe",
		},
	);
	const { value } = await child.stdout.getReader().read();
	return {
		origin: new TextDecoder().decode(value).trim(),
		pid: child.pid,
		close: () => child.kill(),
	};
}
