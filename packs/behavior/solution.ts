/**
 * What a behavioural suite runs against: one solution's files in a folder of their own, named by `SOLUTION_DIR`. A suite asks for a
 * file by its path in the challenge and gets its module; which solution it is (reference, variant, mutant) it cannot tell.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The module of one of the solution's files: `await solution("app.js")`. */
export async function solution<Module = Record<string, unknown>>(
	path: string,
): Promise<Module> {
	const folder = process.env.SOLUTION_DIR;
	if (!folder)
		throw new Error(
			"SOLUTION_DIR is not set; run the suite with `npm run packs -- behave`.",
		);
	return import(pathToFileURL(join(folder, path)).href);
}
