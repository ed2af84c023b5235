/**
 * What a behavioural suite runs against: one solution's files in a folder of their own, named by `SOLUTION_DIR`. A suite asks for a
 * file by its path in the challenge and gets its module or text; which solution it is (reference, variant, mutant) it cannot tell.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The module of one of the solution's files: `await solution("app.js")`. */
export const solution = async <Module = Record<string, unknown>>(
	path: string,
): Promise<Module> => import(pathToFileURL(placeOf(path)).href);

/** The text of one of the solution's files, such as a page or a style sheet: `await solutionText("index.html")`. */
export const solutionText = (path: string): Promise<string> =>
	Bun.file(placeOf(path)).text();

function placeOf(path: string): string {
	const folder = process.env.SOLUTION_DIR;
	if (!folder)
		throw new Error(
			"SOLUTION_DIR is not set; run the suite with `npm run packs -- behave`.",
		);
	return join(folder, path);
}
