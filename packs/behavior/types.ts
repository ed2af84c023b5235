/** Type checks for behavioural suites: what the compiler says of code that uses a solution. */
import { join } from "node:path";

const TSC = join(import.meta.dir, "../node_modules/typescript/bin/tsc");

const OPTIONS =
	"--ignoreConfig --noEmit --strict --skipLibCheck --pretty false --target es2024 --module esnext --moduleResolution bundler --lib es2024,dom";

let programs = 0;

/**
 * The errors of `code`, a program beside the solution's files, and of the files that it imports, as the compiler prints them. What must
 * not compile stands after `// @ts-expect-error`.
 */
export async function typeErrors(code: string): Promise<string[]> {
	const folder = process.env.SOLUTION_DIR;
	if (!folder)
		throw new Error(
			"SOLUTION_DIR is not set; run the suite with `npm run packs -- behave`.",
		);
	const program = `types-${++programs}.check.ts`;
	await Bun.write(join(folder, program), code);
	const compiler = Bun.spawn(
		[process.execPath, TSC, ...OPTIONS.split(" "), program],
		{ cwd: folder, stdout: "pipe", stderr: "pipe" },
	);
	const [printed, failed, exitCode] = await Promise.all([
		new Response(compiler.stdout).text(),
		new Response(compiler.stderr).text(),
		compiler.exited,
	]);
	if (exitCode === 0) return [];
	const errors = `${printed}${failed}`.split("\n").filter(Boolean);
	return errors.length > 0 ? errors : [`the compiler ended with ${exitCode}`];
}
