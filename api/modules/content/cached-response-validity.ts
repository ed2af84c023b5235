/** How long a public answer holds by the schedules of what it shows, in this process's time; and how processes tell each other. */
import type { Schedule } from "./queries.ts";

/** On the clock of `performance.now()`; Infinity = never. */
export interface Validity {
	/** When it was certainly read already. */
	readBy: number;
	/** When something appears in it or disappears from it. */
	changesAt: number;
	/** When something disappears from it, so that it is not to be served any more. */
	withdrawnAt: number;
}

/** The scheduled moments of an answer, in milliseconds since 1970 on the database's clock; null = none. */
type Moments = Record<"changesAt" | "withdrawnAt", number | null>;

/** Follows the database's clock, by which schedules count. A moment is assumed to come early by the time that a read takes, and never late. */
export function scheduleClock() {
	/** What the database's clock is ahead of this process's by; null = not known yet. */
	let ahead: number | null = null;

	const toLocal = (moment: number | null, offset: number) =>
		moment === null ? Number.POSITIVE_INFINITY : moment - offset;

	return {
		/** @param start when the read began */
		ofRead({ now, changesIn, withdrawnIn }: Schedule, start: number): Validity {
			ahead = now - start;
			return {
				readBy: performance.now(),
				changesAt: start + (changesIn ?? Number.POSITIVE_INFINITY),
				withdrawnAt: start + (withdrawnIn ?? Number.POSITIVE_INFINITY),
			};
		},
		/** Of an answer that another process has read; null when that cannot be known. */
		ofShared(moments: Moments): Validity | null {
			const { changesAt, withdrawnAt } = moments;
			if (ahead === null && changesAt !== null) return null;
			return {
				readBy: performance.now(),
				changesAt: toLocal(changesAt, ahead ?? 0),
				withdrawnAt: toLocal(withdrawnAt, ahead ?? 0),
			};
		},
	};
}

/** The state that an answer shows, as it is shared: the revision, and moments where there are any. */
export function sharedState(
	revision: number,
	{ now, changesIn, withdrawnIn }: Schedule,
): string {
	const moments = [changesIn, withdrawnIn].map((wait) =>
		wait === null ? "" : now + wait,
	);
	return changesIn === null ? String(revision) : [revision, ...moments].join();
}

export function parseSharedState(text: string): Moments & { revision: number } {
	const [revision, changesAt = null, withdrawnAt = null] = text
		.split(",")
		.map((part) => (part === "" ? null : Number(part)));
	return { revision: revision ?? Number.NaN, changesAt, withdrawnAt };
}
