/** The error of an embedded Postgres that is not ready yet. */
/** Postgres is on its way down, or another start is ahead of us: worth another try within the caller's timeout. */
export class NotReadyError extends Error {
	override name = "NotReadyError";
	/** `recovering`: the server itself reports that it cannot take connections now. */
	constructor(
		message: string,
		readonly recovering = false,
	) {
		super(message);
	}
}
