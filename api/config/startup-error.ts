/** The error that ends a start: its message says what, where and the next step, and is all that is printed before the exit with 1. */
export class StartupError extends Error {
	override name = "StartupError";
}
