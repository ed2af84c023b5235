/** Prometheus's own judge of metrics and rules; `npm test` says where it is. */

/** Runs it with `input` to read; what it says, on either stream, and its exit code. */
export async function promtool(
	args: readonly string[],
	input = "",
): Promise<{ said: string; code: number }> {
	const child = Bun.spawn([process.env.PROMTOOL ?? "promtool", ...args], {
		stdin: new Blob([input]),
		stdout: "pipe",
		stderr: "pipe",
	});
	const [out, err, code] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	return { said: (out + err).trim(), code };
}
