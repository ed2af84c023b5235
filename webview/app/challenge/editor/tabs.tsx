import { useRef } from "preact/hooks";
import { t } from "../../../l10n/l10n.ts";
import { Icon, type IconName } from "../../elements/icon.tsx";
import type { ChallengeDialog } from "../actions.tsx";
import type { Workbench } from "../workbench.ts";

export const TABPANEL = "file-panel";

interface TabsProps {
	bench: Workbench;
	onShow(dialog: ChallengeDialog): void;
}

/** The challenge's files as tabs: arrow keys, Home and End move between them; F2 and Delete rename and delete one of the learner's own. */
export function Tabs({ bench, onShow }: TabsProps) {
	const list = useRef<HTMLDivElement>(null);
	const { value: paths } = bench.paths;
	const { ownFiles, active } = bench;
	const isOwn = ownFiles?.has(active.value) === true;
	const remove = () => {
		ownFiles?.remove(active.peek());
		requestAnimationFrame(() =>
			list.current?.querySelector<HTMLElement>("[aria-selected=true]")?.focus(),
		);
	};
	const move = (event: KeyboardEvent) => {
		if (isOwn && event.key === "F2") return onShow("rename-file");
		if (isOwn && event.key === "Delete") return remove();
		const at = paths.indexOf(bench.active.value);
		const to = target(event.key, at, paths.length);
		if (to === null) return;
		event.preventDefault();
		bench.active.value = paths[to] ?? bench.active.value;
		list.current?.querySelectorAll("button")[to]?.focus();
	};
	return (
		<div class="tabs-row">
			<div
				class="tabs"
				role="tablist"
				aria-label={t("Files")}
				ref={list}
				onKeyDown={move}
			>
				{paths.map((path) => {
					const chosen = path === bench.active.value;
					const faulty = (bench.syntax.value[path]?.length ?? 0) > 0;
					return (
						<button
							key={path}
							type="button"
							role="tab"
							id={tabId(path)}
							aria-selected={chosen}
							aria-controls={TABPANEL}
							aria-keyshortcuts={ownFiles?.has(path) ? "F2 Delete" : undefined}
							tabIndex={chosen ? 0 : -1}
							class={faulty ? "tab tab-faulty" : "tab"}
							onClick={() => {
								bench.active.value = path;
							}}
							// A reload focuses a tab anew.
							onFocus={() => {
								bench.active.value = path;
							}}
						>
							{path}
							{faulty && <span class="unseen"> {t("(syntax error)")}</span>}
						</button>
					);
				})}
			</div>
			<FileButton
				icon="plus"
				name={t("Add a file")}
				onPress={() => onShow("add-file")}
			/>
			{isOwn && (
				<>
					<FileButton
						icon="pencil"
						name={t("Rename {0}", active.value)}
						onPress={() => onShow("rename-file")}
					/>
					<FileButton
						icon="bin"
						name={t("Delete {0}", active.value)}
						onPress={remove}
					/>
				</>
			)}
		</div>
	);
}

interface FileButtonProps {
	icon: IconName;
	name: string;
	onPress(): void;
}

function FileButton({ icon, name, onPress }: FileButtonProps) {
	return (
		<button
			type="button"
			class="button button-quiet file-button"
			title={name}
			onClick={onPress}
		>
			<Icon name={icon} />
			<span class="unseen">{name}</span>
		</button>
	);
}

/** An id that no other path has: what an id may not hold is spelled out, and so is the mark that spelling begins with. */
export function tabId(path: string): string {
	return `tab-${path.replace(/[^A-Za-z0-9-]/gu, (sign) => `_${sign.codePointAt(0)?.toString(16)}_`)}`;
}

function target(key: string, at: number, count: number): number | null {
	if (key === "ArrowRight") return (at + 1) % count;
	if (key === "ArrowLeft") return (at + count - 1) % count;
	if (key === "Home") return 0;
	if (key === "End") return count - 1;
	return null;
}
