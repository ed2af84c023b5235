import { useRef } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { Icon } from "../elements/icon.tsx";
import { type MenuItem, MoreMenu } from "../elements/more-menu.tsx";
import { APPLE } from "../elements/platform.ts";
import { notify } from "../notices.ts";
import { showShortcuts } from "../shortcuts/shortcuts.tsx";
import { formatFiles } from "./use-workbench.ts";
import type { Workbench } from "./workbench.ts";

/** A dialog of the challenge; "starter" is that of the attempts, at the starter; "rename-file" renames the file whose tab is chosen. */
export type ChallengeDialog =
	| "attempts"
	| "starter"
	| "give-up"
	| "conflict"
	| "editor"
	| "add-file"
	| "rename-file";

interface ActionsProps {
	bench: Workbench;
	onVerify(): void;
	/** Opens a dialog; absent where the editor around the page holds the files, which has its own ways to do the same. */
	onShow?(dialog: ChallengeDialog): void;
}

/** What one can do with the files: verify them, start over, and restore what was there before. */
export function Actions({ bench, onVerify, onShow }: ActionsProps) {
	const reset = useRef<HTMLButtonElement>(null);
	const restore = useRef<HTMLButtonElement>(null);
	/** A button that has done its work may be disabled now, which takes the focus from it. */
	const focusAfter = (
		work: () => void,
		next: { current: HTMLElement | null },
	) => {
		work();
		if (onShow) requestAnimationFrame(() => next.current?.focus());
	};
	return (
		<div class="actions work-actions">
			<button
				type="button"
				class="button button-primary"
				aria-keyshortcuts={APPLE ? "Meta+Enter" : "Control+Enter"}
				onClick={onVerify}
			>
				<Icon name="check" />
				{t("Verify")}
				<span class="keys" data-keys={APPLE ? "⌘ ↵" : t("Ctrl ↵")} />
			</button>
			<button
				type="button"
				class="button button-quiet"
				ref={reset}
				disabled={!bench.changed.value}
				onClick={() => focusAfter(bench.reset, restore)}
			>
				<Icon name="reset" />
				{t("Reset to starter")}
			</button>
			{onShow && (
				<>
					<button
						type="button"
						class="button button-quiet"
						ref={restore}
						disabled={!bench.previous.value}
						onClick={() => focusAfter(bench.restore, reset)}
					>
						<Icon name="restore" />
						{t("Restore previous code")}
					</button>
					<button
						type="button"
						class="button button-quiet"
						aria-haspopup="dialog"
						onClick={() => onShow("attempts")}
					>
						<Icon name="clock" />
						{t("Attempts")}
					</button>
					<MoreMenu items={moreItems(bench, onShow)} />
				</>
			)}
			{bench.slow.value && (
				<p class="waiting" role="status">
					<progress aria-label={t("Checking")} />
					{t("Checking…")}
					<button
						type="button"
						class="button button-quiet"
						onClick={bench.cancel}
					>
						{t("Cancel")}
					</button>
				</p>
			)}
		</div>
	);
}

const moreItems = (
	bench: Workbench,
	onShow: (dialog: ChallengeDialog) => void,
): MenuItem[] => [
	{
		name: t("Compare with starter"),
		icon: "compare",
		act: () => onShow("starter"),
	},
	{
		name: t("Format files"),
		icon: "format",
		act: () => void formatFiles(bench),
	},
	{
		name: t("Download as zip"),
		icon: "download",
		act: () => void download(bench),
	},
	{
		name: t("Open in VS Code"),
		icon: "screen",
		act: () => onShow("editor"),
	},
	...(bench.canGiveUp.value
		? [
				{
					name: t("Give up and read the explanation…"),
					icon: "bulb" as const,
					act: () => onShow("give-up"),
				},
			]
		: []),
	{ name: t("Keyboard shortcuts"), icon: "keyboard", act: showShortcuts },
];

export async function download({ key, files }: Workbench): Promise<void> {
	try {
		const { downloadFiles } = await import("./download.ts");
		downloadFiles(key.challenge, files.peek());
	} catch (error) {
		notify("not-downloaded", t("Your files could not be downloaded."), error);
	}
}
