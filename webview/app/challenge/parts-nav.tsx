import { t } from "../../l10n/l10n.ts";

/** The ways between task, code and checks: on a small screen, where they stand below each other, and for the keyboard. */

/** What each leads to, and what has the focus then. */
const parts = () =>
	[
		[t("Task"), "#challenge-title"],
		[t("Code"), ".cm-content"],
		[t("Checks"), "#results-heading"],
	] as const;

export function PartsNav() {
	return (
		<nav class="parts" aria-label={t("Parts of the challenge")}>
			{parts().map(([name, target]) => (
				<button
					key={name}
					type="button"
					class="button button-quiet"
					onClick={() => {
						const part = document.querySelector<HTMLElement>(target);
						part?.focus({ preventScroll: true });
						part?.closest(".prompt, .work, .results")?.scrollIntoView();
					}}
				>
					{name}
				</button>
			))}
		</nav>
	);
}
