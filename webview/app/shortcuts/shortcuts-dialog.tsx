/** The list of keyboard shortcuts. Loaded when it is first opened. */
import { t } from "../../l10n/l10n.ts";
import { Dialog } from "../elements/dialog.tsx";
import { APPLE } from "../elements/platform.ts";
import { adoptStyles } from "../theme/adopt-styles.ts";
import style from "./shortcuts.css" with { type: "text" };

adoptStyles(style);

/** Keys as on a PC; `Mod` is Ctrl, or Command on Apple's. */
type Shortcut = readonly [keys: string, what: string];

const sections = (): readonly (readonly [string, readonly Shortcut[]])[] => [
	[
		t("Everywhere"),
		[
			["?", t("Show this list")],
			["Escape", t("Close a dialog or a menu")],
		],
	],
	[
		t("Challenge"),
		[
			["Mod Enter", t("Verify")],
			["Mod S", t("Verify, and format first if you set that")],
			["Shift Alt F", t("Format your files")],
			["F6", t("Next part: task, code, checks")],
			["Shift F6", t("Previous part")],
			["← →", t("Choose a file, while its tab has the focus")],
			["F2", t("Rename a file of your own, while its tab has the focus")],
			["Delete", t("Delete a file of your own, while its tab has the focus")],
			["← →", t("Move the border, while it has the focus")],
		],
	],
	[
		t("Editor"),
		[
			["Escape > Tab", t("Leave the editor")],
			["F8", t("Go to the next problem")],
			["Mod Shift M", t("List all problems")],
			["Ctrl Space", t("Suggest completions")],
			["Mod F", t("Find and replace")],
			["F3", t("Find the next match")],
			["Mod D", t("Select the next occurrence")],
			["Mod /", t("Comment or uncomment")],
			["Tab", t("Indent")],
			["Shift Tab", t("Indent less")],
			["Alt ↑", t("Move the line up")],
			["Alt ↓", t("Move the line down")],
			["Shift Alt ↓", t("Copy the line down")],
			["Mod Z", t("Undo")],
			[APPLE ? "Mod Shift Z" : "Mod Y", t("Redo")],
		],
	],
];

export function ShortcutsDialog({ onClose }: { onClose(): void }) {
	return (
		<Dialog title={t("Keyboard shortcuts")} size="narrow" onClose={onClose}>
			{() => (
				<div class="shortcuts">
					{sections().map(([title, shortcuts]) => (
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
						{t(
							"With Vim or Emacs keys, chosen in the settings, the editor’s keys are those.",
						)}
					</p>
				</div>
			)}
		</Dialog>
	);
}

function Keys({ keys }: { keys: string }) {
	const names = keyNames();
	const sequence = keys.split(" > ");
	return (
		<>
			{sequence.map((chord, index) => (
				<span key={chord}>
					{index > 0 && ` ${t("then")} `}
					{chord.split(" ").map((key) => (
						<kbd key={key}>{names[key] ?? key}</kbd>
					))}
				</span>
			))}
		</>
	);
}

const keyNames = (): Record<string, string> =>
	APPLE
		? { Mod: "⌘", Ctrl: "⌃", Alt: "⌥", Shift: "⇧", Enter: "↵" }
		: {
				Mod: t("Ctrl"),
				Ctrl: t("Ctrl"),
				Shift: t("Shift"),
				Enter: t("Enter"),
				Escape: t("Esc"),
				Delete: t("Del"),
			};
