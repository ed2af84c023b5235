import { signal } from "@preact/signals";

/** Text of the page's live region. */
export const announcement = signal("");

/** Announces `text` to screen readers; repeating the same text announces it again. */
export function announce(text: string): void {
	announcement.value = announcement.peek() === text ? `${text}\u00a0` : text;
}
