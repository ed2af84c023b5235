/** Opens the list of keyboard shortcuts: by `?`, except where one types, and by buttons. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { LazyDialog } from "../elements/lazy-dialog.tsx";

const isOpen = signal(false);

export function showShortcuts(): void {
	isOpen.value = true;
}

const load = async () =>
	(await import("./shortcuts-dialog.tsx")).ShortcutsDialog;

export function Shortcuts() {
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.key !== "?" || event.defaultPrevented) return;
			if (event.ctrlKey || event.metaKey || isTyping(event.target)) return;
			event.preventDefault();
			showShortcuts();
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, []);
	if (!isOpen.value) return null;
	return (
		<LazyDialog
			load={load}
			what={t("The keyboard shortcuts could not be loaded.")}
			props={{
				onClose: () => {
					isOpen.value = false;
				},
			}}
		/>
	);
}

/** Whether a character that is typed at `target` is text. */
function isTyping(target: EventTarget | null): boolean {
	return (
		target instanceof HTMLElement &&
		(target.isContentEditable ||
			target.matches(
				"textarea, select, input:not([type=checkbox], [type=radio])",
			))
	);
}
