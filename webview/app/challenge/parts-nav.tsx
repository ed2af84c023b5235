/** On a small screen, where task, code and checks stand below each other: the ways between them. */

/** What each leads to, and what has the focus then. */
const PARTS = [
	["Task", "#challenge-title"],
	["Code", ".cm-content"],
	["Checks", "#results-heading"],
] as const;

export function PartsNav() {
	return (
		<nav class="parts" aria-label="Parts of the challenge">
			{PARTS.map(([name, target]) => (
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
