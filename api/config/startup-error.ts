/** The error that ends a start: its message says what, where and the next step, and is all that is printed before the exit with 1. */
export class StartupError extends Error {
	override name = "StartupError";
}

/** The code of a failed system call (`EACCES`), for a message; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
	return error instanceof Error
		? (error as NodeJS.ErrnoException).code
		: undefined;
}
