/** The line by which a test inside VS Code tells its result to the world outside: on the console, which every kind of host forwards. */

/** What a result's line begins with. */
export const MARK = "treeline-test ";

/** One test's result; `error` is null when it passed. Milliseconds. */
export interface Result {
	title: string;
	error: string | null;
	skipped: boolean;
	milliseconds: number;
}

/** Hosts cut longer lines short. */
const LONGEST_ERROR = 20_000;

export function lineOf(result: Result): string {
	const error = result.error?.slice(0, LONGEST_ERROR) ?? null;
	return MARK + JSON.stringify({ ...result, error });
}

/** The result that a line of the console tells, or null for any other line. */
export function resultOf(line: string): Result | null {
	return line.startsWith(MARK) ? JSON.parse(line.slice(MARK.length)) : null;
}
