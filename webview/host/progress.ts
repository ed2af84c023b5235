/** Merging of progress, which never decreases; used by the browser and by the editor. */
import type { Progress } from "./shapes.ts";

export const NOTHING: Progress = {
	status: "not_started",
	hintsShown: 0,
	seconds: 0,
};
const RANK: Record<Progress["status"], number> = {
	not_started: 0,
	attempted: 1,
	passed: 2,
};

/** The further of two statuses; a status unknown to one side (null) counts as not started. */
export function furthest(
	one: Progress["status"] | null,
	other: Progress["status"] | null,
): Progress["status"] {
	const [left, right] = [one ?? "not_started", other ?? "not_started"];
	return RANK[left] >= RANK[right] ? left : right;
}

/** Merges `change` into `before`; returns `before` itself when nothing changes. */
export function further(before: Progress, change: Partial<Progress>): Progress {
	const after: Progress = {
		status: furthest(before.status, change.status ?? null),
		hintsShown: Math.max(before.hintsShown, change.hintsShown ?? 0),
		seconds: Math.max(before.seconds, Math.round(change.seconds ?? 0)),
	};
	const same =
		before.status === after.status &&
		before.hintsShown === after.hintsShown &&
		before.seconds === after.seconds;
	return same ? before : after;
}

/** Type guard for stored progress, which may be damaged or of another version. */
export function isProgress(value: unknown): value is Progress {
	const kept = value as Progress | null | undefined;
	return (
		typeof kept === "object" &&
		kept !== null &&
		Object.hasOwn(RANK, kept.status) &&
		Number.isInteger(kept.hintsShown) &&
		Number.isFinite(kept.seconds)
	);
}
