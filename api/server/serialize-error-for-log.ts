/** Serializes errors for the log: what helps to find them, and nothing that a client sent. */

interface SerializedError {
	type: string;
	code?: string;
	message?: string;
	stack?: string;
	cause?: SerializedError;
}

/** Of an error what helps to find it, and nothing that a client sent. */
export function serializeError(error: unknown): SerializedError {
	if (!(error instanceof Error)) return { type: typeof error };
	const { code } = error as { code?: unknown };
	const frames = error.stack?.match(/^ {4}at .*$/gm)?.join("\n");
	return {
		type: error.name,
		...(typeof code === "string" && { code }),
		...(!quotes(error) && { message: error.message }),
		...(frames && { stack: frames }),
		...(error.cause !== undefined && { cause: serializeError(error.cause) }),
	};
}

/** Whether an error's message repeats what it could not take: the database's data exceptions and a parser's. */
function quotes(error: Error): boolean {
	const { code } = error as { code?: unknown };
	return (
		error instanceof SyntaxError ||
		(typeof code === "string" && /^2[23][0-9A-Z]{3}$/.test(code))
	);
}
