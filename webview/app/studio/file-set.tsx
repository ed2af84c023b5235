/** A set of files: a tab for each, and the code of the chosen one. */
import type { FileEntry } from "@treeline/verify/shapes";
import { useId, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { CodeField } from "./code-field.tsx";
import type { Editing } from "./editing.ts";
import { filesOf, setFile } from "./files.ts";

export function FileSet({
	editing,
	id,
	files,
	label,
	onSelect,
}: {
	editing: Editing;
	/** The answer's id. */
	id: string;
	files: readonly FileEntry[];
	/** What the set is: "Solution". */
	label: string;
	onSelect?(path: string, lines: { from: number; to: number } | null): void;
}) {
	const [shown, setShown] = useState("");
	const [name, setName] = useState<string | null>(null);
	const field = useId();
	const path =
		files.find((one) => one.path === shown)?.path ?? files[0]?.path ?? null;
	const content = files.find((one) => one.path === path)?.content ?? "";
	const add = () => {
		const wanted = name?.trim() ?? "";
		setName(null);
		if (wanted === "") return;
		if (!files.some((one) => one.path === wanted))
			editing.change((draft) => setFile(draft, id, wanted, ""));
		setShown(wanted);
	};
	return (
		<div class="studio-files">
			<fieldset class="actions" aria-label={t("Files: {0}", label)}>
				{files.map((file) => (
					<button
						key={file.path}
						type="button"
						class="button studio-file"
						aria-pressed={file.path === path}
						onClick={() => setShown(file.path)}
					>
						{file.path}
					</button>
				))}
				{name === null ? (
					<button
						type="button"
						class="button button-quiet"
						onClick={() => setName("")}
					>
						{t("Add a file")}
					</button>
				) : (
					<form
						class="actions"
						onSubmit={(event) => {
							event.preventDefault();
							add();
						}}
					>
						<label class="unseen" for={field}>
							{t("Name of the new file")}
						</label>
						<input
							id={field}
							placeholder="name.js"
							value={name}
							ref={(element) => element?.focus()}
							onInput={({ currentTarget }) => setName(currentTarget.value)}
							onKeyDown={({ key }) => key === "Escape" && setName(null)}
						/>
						<button type="submit" class="button">
							{t("Add")}
						</button>
					</form>
				)}
				{path !== null && files.length > 1 && (
					<button
						type="button"
						class="button button-quiet"
						onClick={() =>
							editing.change(
								(draft) => {
									const all = filesOf(draft, id);
									all.splice(
										all.findIndex((one) => one.path === path),
										1,
									);
								},
								t("{0} was removed.", path),
							)
						}
					>
						{t("Remove {0}", path)}
					</button>
				)}
			</fieldset>
			{path === null ? (
				<p class="facts">{t("There is no file yet.")}</p>
			) : (
				<CodeField
					key={`${id} ${path}`}
					path={path}
					label={`${label}: ${path}`}
					value={content}
					onChange={(text) =>
						editing.change((draft) => setFile(draft, id, path, text))
					}
					{...(onSelect && {
						onSelect: (lines: { from: number; to: number } | null) =>
							onSelect(path, lines),
					})}
				/>
			)}
		</div>
	);
}
