/** A button that opens a list of actions, by the menu button pattern of the ARIA authoring practices. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** Opening, closing, and the keyboard between: arrows, Home, End, Escape, Tab and first letters. */
export function useMenu() {
	const [open, setOpen] = useState<false | "first" | "last">(false);
	const place = useRef<HTMLDivElement>(null);
	const button = useRef<HTMLButtonElement>(null);
	const list = useRef<HTMLDivElement>(null);
	const items = () =>
		Array.from(
			list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [],
		);
	const close = (then: "button" | "stay") => {
		setOpen(false);
		if (then === "button") button.current?.focus();
	};
	// At once: later, the focus would leave an item that the user has gone to meanwhile, and Enter would open another one.
	useLayoutEffect(() => {
		if (open)
			items()
				.at(open === "last" ? -1 : 0)
				?.focus();
	}, [open]);
	useEffect(() => {
		if (!open) return;
		const outside = (event: Event) => {
			if (!place.current?.contains(event.target as Node)) setOpen(false);
		};
		document.addEventListener("pointerdown", outside);
		document.addEventListener("focusin", outside);
		return () => {
			document.removeEventListener("pointerdown", outside);
			document.removeEventListener("focusin", outside);
		};
	}, [open]);
	return {
		open: open !== false,
		place,
		button,
		list,
		close,
		toggle: () => setOpen(open ? false : "first"),
		onButtonKey(event: KeyboardEvent) {
			if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
			event.preventDefault();
			setOpen(event.key === "ArrowDown" ? "first" : "last");
		},
		onListKey(event: KeyboardEvent) {
			if (event.key === "Tab") return close("stay");
			const all = items();
			const next = step(event.key, all, document.activeElement);
			if (event.key !== "Escape" && !next) return;
			event.preventDefault();
			event.stopPropagation();
			if (next) next.focus();
			else close("button");
		},
	};
}

/** The item that `key` leads to from `at`; undefined when it leads nowhere. */
function step(
	key: string,
	items: HTMLElement[],
	at: Element | null,
): HTMLElement | undefined {
	const index = items.indexOf(at as HTMLElement);
	if (key === "ArrowDown") return items[(index + 1) % items.length];
	if (key === "ArrowUp") return items.at((index - 1) % items.length);
	if (key === "Home") return items[0];
	if (key === "End") return items.at(-1);
	const letter = key.length === 1 ? key.toLowerCase() : null;
	return [...items.slice(index + 1), ...items].find(
		(item) =>
			letter !== null &&
			item.textContent?.trim().toLowerCase().startsWith(letter),
	);
}
