export { StartupError } from "../../config/startup-error.ts";

/** Postgres is on its way down, or another start is ahead of us: worth another try within the caller's timeout. */
export class NotYet extends Error {
	override name = "NotYet";
	/** `recovering`: the server itself reports that it cannot take connections now. */
	constructor(
		message: string,
		readonly recovering = false,
	) {
		super(message);
	}
}

/** The code of a failed system call (`EACCES`), or undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
	return error instanceof Error
		? (error as NodeJS.ErrnoException).code
		: undefined;
}
