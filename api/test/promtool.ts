/** Prometheus's own judge of metrics and rules; `npm test` says where it is. */
import { runToEnd } from "./child-programs.ts";

/** Runs it with `input` to read; what it says, on either stream, and its exit code. */
export async function promtool(
	args: readonly string[],
	input = "",
): Promise<{ said: string; code: number }> {
	const { out, err, code } = await runToEnd(
		[process.env.PROMTOOL ?? "promtool", ...args],
		{ input },
	);
	return { said: (out + err).trim(), code };
}
