/** Asks for the name of a file of one's own, which is added or renamed. */
import "./dialog-styles.ts";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { Dialog } from "../elements/dialog.tsx";
import { tabId } from "./editor/tabs.tsx";
import { fileNameFault } from "./file-name.ts";
import type { Workbench } from "./workbench.ts";

interface FileNameDialogProps {
	bench: Workbench;
	/** Path of the file to rename; null adds one. */
	renamed: string | null;
	onClose(): void;
}

export function FileNameDialog({
	bench,
	renamed,
	onClose,
}: FileNameDialogProps) {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const [name, setName] = useState(renamed ?? "");
	/** Whether the name was submitted as it stands. */
	const [isTried, setTried] = useState(false);
	useEffect(() => {
		input.current?.focus();
		// The folder and the extension mostly stay.
		const [, folder = "", stem = ""] =
			/^(.*\/)?(.+?)(\.[^.]*)?$/.exec(renamed ?? "") ?? [];
		input.current?.setSelectionRange(
			folder.length,
			folder.length + stem.length,
		);
	}, []);
	const { value: paths } = bench.paths;
	const lacking = renamed === null ? bench.lackingFiles.value : [];
	const example = `helper${extensionOf(paths[0])}`;
	const faultOf = (path: string) =>
		path === renamed
			? null
			: fileNameFault(
					path,
					paths.filter((each) => each !== renamed),
				);
	const fault = isTried ? faultOf(name.trim()) : null;
	const submit = (path: string, close: () => void) => {
		if (path === renamed) return close();
		setTried(true);
		if (faultOf(path)) return input.current?.focus();
		if (renamed === null) {
			bench.ownFiles?.add(path);
			announce(t("{0} is added.", path));
		} else {
			bench.ownFiles?.rename(renamed, path);
			announce(t("{0} is now {1}.", renamed, path));
		}
		close();
		focusAfterClose(renamed === null ? ".cm-content" : `#${tabId(path)}`);
	};
	return (
		<Dialog
			title={renamed === null ? t("Add a file") : t("Rename {0}", renamed)}
			size="narrow"
			onClose={onClose}
		>
			{(close) => (
				<form
					class="file-name"
					onSubmit={(event) => {
						event.preventDefault();
						submit(name.trim(), close);
					}}
				>
					<label for={id}>{t("Name")}</label>
					<input
						id={id}
						ref={input}
						value={name}
						placeholder={example}
						autocomplete="off"
						autocapitalize="off"
						spellcheck={false}
						aria-invalid={fault !== null}
						aria-describedby={fault === null ? `${id}-help` : `${id}-fault`}
						onInput={({ currentTarget }) => {
							setName(currentTarget.value);
							setTried(false);
						}}
					/>
					{fault === null ? (
						<p class="facts" id={`${id}-help`}>
							{t("With its folders, such as {0}.", `lib/${example}`)}
						</p>
					) : (
						<p class="file-name-fault" id={`${id}-fault`} role="alert">
							{fault}
						</p>
					)}
					<div class="actions">
						<button type="submit" class="button button-primary">
							{renamed === null ? t("Add") : t("Rename")}
						</button>
						{lacking.map((path) => (
							<button
								key={path}
								type="button"
								class="button"
								onClick={() => submit(path, close)}
							>
								{t("Add {0}", path)}
							</button>
						))}
					</div>
				</form>
			)}
		</Dialog>
	);
}

const extensionOf = (path = "") => /\.[^./]+$/.exec(path)?.[0] ?? "";

/** A dialog gives the focus back to what opened it, which may be gone. */
function focusAfterClose(selector: string): void {
	requestAnimationFrame(() =>
		document.querySelector<HTMLElement>(selector)?.focus(),
	);
}
