/** The list of keyboard shortcuts. Loaded when it is first opened. */
import { Dialog } from "../elements/dialog.tsx";
import { APPLE } from "../elements/platform.ts";

/** Keys as on a PC; `Mod` is Ctrl, or Command on Apple's. */
type Shortcut = readonly [keys: string, what: string];

const SECTIONS: readonly (readonly [string, readonly Shortcut[]])[] = [
	[
		"Everywhere",
		[
			["?", "Show this list"],
			["Escape", "Close a dialog or a menu"],
		],
	],
	[
		"Challenge",
		[
			["Mod Enter", "Verify"],
			["Mod S", "Verify, and format first if you set that"],
			["Shift Alt F", "Format your files"],
			["← →", "Choose a file, while its tab has the focus"],
			["← →", "Move the border, while it has the focus"],
		],
	],
	[
		"Editor",
		[
			["Escape, then Tab", "Leave the editor"],
			["F8", "Go to the next problem"],
			["Mod Shift M", "List all problems"],
			["Ctrl Space", "Suggest completions"],
			["Mod F", "Find and replace"],
			["F3", "Find the next match"],
			["Mod D", "Select the next occurrence"],
			["Mod /", "Comment or uncomment"],
			["Tab", "Indent"],
			["Shift Tab", "Indent less"],
			["Alt ↑", "Move the line up"],
			["Alt ↓", "Move the line down"],
			["Shift Alt ↓", "Copy the line down"],
			["Mod Z", "Undo"],
			[APPLE ? "Mod Shift Z" : "Mod Y", "Redo"],
		],
	],
];

export function ShortcutsDialog({ onClose }: { onClose(): void }) {
	return (
		<Dialog title="Keyboard shortcuts" size="narrow" onClose={onClose}>
			{() => (
				<div class="shortcuts">
					{SECTIONS.map(([title, shortcuts]) => (
						<section key={title}>
							<h3 class="eyebrow">{title}</h3>
							<dl>
								{shortcuts.map(([keys, what]) => (
									<div key={what}>
										<dt>{what}</dt>
										<dd>
											<Keys keys={keys} />
										</dd>
									</div>
								))}
							</dl>
						</section>
					))}
					<p class="facts">
						With Vim or Emacs keys, chosen in the settings, the editor’s keys
						are those.
					</p>
				</div>
			)}
		</Dialog>
	);
}

function Keys({ keys }: { keys: string }) {
	const sequence = keys.split(", then ");
	return (
		<>
			{sequence.map((chord, index) => (
				<span key={chord}>
					{index > 0 && " then "}
					{chord.split(" ").map((key) => (
						<kbd key={key}>{NAMES[key] ?? key}</kbd>
					))}
				</span>
			))}
		</>
	);
}

const NAMES: Record<string, string> = APPLE
	? { Mod: "⌘", Ctrl: "⌃", Alt: "⌥", Shift: "⇧", Enter: "↵" }
	: { Mod: "Ctrl", Escape: "Esc" };
