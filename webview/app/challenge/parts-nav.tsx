import { useEffect } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";

/** The ways between task, code and checks: on a small screen, where they stand below each other, and for the keyboard. */

/** What each leads to, and what has the focus then. */
const parts = () =>
	[
		[t("Task"), "#challenge-title"],
		[t("Code"), ".cm-content"],
		[t("Checks"), "#results-heading"],
	] as const;

const PART = ".prompt, .work, .results";

function focusPart(target: string): void {
	const part = document.querySelector<HTMLElement>(target);
	part?.focus({ preventScroll: true });
	part?.closest(PART)?.scrollIntoView();
}

/** F6 and Shift+F6 lead from part to part and around, as they do between the parts of an editor. */
function onKey(event: KeyboardEvent): void {
	if (event.key !== "F6" || document.querySelector("dialog[open]")) return;
	event.preventDefault();
	const all = parts();
	const here = document.activeElement?.closest(PART);
	const at = all.findIndex(([, target]) => here?.querySelector(target));
	const next = event.shiftKey ? Math.max(at, 0) - 1 : at + 1;
	focusPart(all.at(next % 3)?.[1] ?? "");
}

export function PartsNav() {
	useEffect(() => {
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, []);
	return (
		<nav class="parts" aria-label={t("Parts of the challenge")}>
			{parts().map(([name, target]) => (
				<button
					key={name}
					type="button"
					class="button button-quiet"
					onClick={() => focusPart(target)}
				>
					{name}
				</button>
			))}
		</nav>
	);
}
