/** How long a start of the embedded Postgres may take: briefly while another server ends, long while it recovers from a crash. */

/** An ending server, or a start that was faster than ours. Milliseconds. */
const SOON = 5_000;
/** A server that lives and replays its journal after a crash: that lasts as long as there was work. Milliseconds. */
const RECOVERY = 15 * 60_000;
const LOG_INTERVAL_MS = 5_000;

export class StartupTimeout {
	readonly #began = performance.now();
	#loggedAt = this.#began;
	#lastRecovering = this.#began;

	/** `leaving` ends the waiting. */
	constructor(
		readonly log: (line: string) => void,
		readonly leaving: AbortSignal,
	) {}

	/** Whether to look once more; `recovering` = the server lives and says that it is not ready. Throws when it is time to leave. */
	lasts(recovering: boolean): boolean {
		this.leaving.throwIfAborted();
		const now = performance.now();
		if (!recovering) return now - this.#lastRecovering < SOON;
		this.#lastRecovering = now;
		if (now - this.#loggedAt > LOG_INTERVAL_MS) {
			this.#loggedAt = now;
			this.log(
				`Postgres is not ready yet, it may be recovering from a crash; waiting since ${Math.round((now - this.#began) / 1000)} s …`,
			);
		}
		return now - this.#began < RECOVERY;
	}
}
