import { useSignalEffect } from "@preact/signals";
import type { Location } from "@treeline/verify/shapes";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../../l10n/l10n.ts";
import type { Workbench } from "../workbench.ts";
import { collectMarks } from "./collect-marks.ts";
import { createEditor, type Editor } from "./editor.ts";

/** Chooses the tab of a place and puts the cursor there. */
export type Reveal = (place: Location) => void;

export interface EditorPaneProps {
	bench: Workbench;
	/** Receives, while the editor is open, the way to a place in the files. */
	onOpen(reveal: Reveal | null): void;
}

/** The editor of the file whose tab is chosen. */
export function EditorPane({ bench, onOpen }: EditorPaneProps) {
	const parent = useRef<HTMLDivElement>(null);
	const editor = useRef<Editor | null>(null);

	useEffect(() => {
		if (!parent.current) return;
		const made = createEditor({
			parent: parent.current,
			describedBy: "leave-editor",
			onEdit: bench.edit,
			onVerify: () => void bench.verify(),
		});
		editor.current = made;
		show(made, bench);
		onOpen(({ file, line, column }) => {
			if (!bench.files.peek().some(({ path }) => path === file)) return;
			bench.active.value = file;
			show(made, bench);
			made.reveal(line, column);
		});
		return () => {
			onOpen(null);
			made.destroy();
		};
	}, [bench, onOpen]);

	useSignalEffect(() => {
		const { value: files } = bench.files;
		for (const { path, content } of files)
			editor.current?.replace(path, content);
		if (editor.current) show(editor.current, bench);
	});
	useSignalEffect(() => {
		const { value: settings } = bench.settings;
		editor.current?.configure({
			keybindings: settings.keybindings,
			tabSize: settings["formatter.tabSize"],
			useTabs: settings["formatter.useTabs"],
			lineWrap: settings["editor.lineWrap"],
		});
	});
	useSignalEffect(() => {
		const marks = collectMarks(bench);
		for (const [path, each] of marks) editor.current?.mark(path, each);
	});

	const fontSize = bench.settings.value["editor.fontSize"];
	return (
		<>
			<div
				class="editor"
				ref={parent}
				style={{ "--tl-code-size": `${fontSize / 16}rem` }}
			/>
			<p id="leave-editor" class="unseen">
				{t(
					"Press Escape, then Tab, to leave the editor. Control or Command and Enter verifies, F6 leads to the checks.",
				)}
			</p>
		</>
	);
}

function show(editor: Editor, { active, files }: Workbench) {
	const path = active.value;
	const file = files.peek().find((each) => each.path === path);
	if (file) editor.show(path, file.content);
}
