/** Notices of the page itself, beside its host's: an action has failed. */
import { signal } from "@preact/signals";
import type { Notice } from "../host/host.ts";

export const ownNotices = signal<readonly Notice[]>([]);

/** Shows a notice until it is dismissed, with the message of `error`. */
export function notify(id: string, what: string, error: unknown): void {
	const why = error instanceof Error ? error.message : String(error);
	dismiss(id);
	ownNotices.value = [...ownNotices.peek(), { id, text: `${what} ${why}` }];
}

/** Shows a notice until it is dismissed; one with the same `id` is replaced. */
export function inform(
	id: string,
	text: string,
	offers: Notice["offers"] = [],
): void {
	dismiss(id);
	ownNotices.value = [...ownNotices.peek(), { id, text, tone: "info", offers }];
}

export function dismiss(id: string): void {
	ownNotices.value = ownNotices.peek().filter((each) => each.id !== id);
}
