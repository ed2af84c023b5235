import { signal } from "@preact/signals";

/** What the page's one live region says now. */
export const announcement = signal("");

/** Has `text` spoken once by a screen reader; the same words twice in a row are spoken twice. */
export function announce(text: string): void {
	announcement.value = announcement.peek() === text ? `${text}\u00a0` : text;
}
