/** What the program says once it can be used. */

/**
 * @param began when the start began, in milliseconds of `performance.now()`
 * @param facts where it is and what it runs on; a line each but for what is absent
 */
export function welcome(
	began: number,
	facts: Record<string, string | null | undefined>,
): string {
	const seconds = ((performance.now() - began) / 1000).toFixed(1);
	const lines = Object.entries(facts).flatMap(([name, fact]) =>
		fact ? [`  ${name.padEnd(10)}${fact}`] : [],
	);
	return `
Treeline is ready (${seconds} s)
${lines.join("\n")}
Stop it with Ctrl+C.`;
}
