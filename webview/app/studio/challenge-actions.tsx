/** What an author does with a challenge of the list: move it, give it another address, delete it with its files. */
import type { StudioChange } from "@treeline/packs/format";
import {
	useEffect,
	useId,
	useLayoutEffect,
	useRef,
	useState,
} from "preact/hooks";
import type { StudioPack } from "../../host/studio.ts";
import { t } from "../../l10n/l10n.ts";

interface ChallengeActionsProps {
	challenge: StudioPack["challenges"][number];
	/** Whether there are edits of it that are not saved, which belong to its place. */
	hasDraft: boolean;
	/** Whether it is stored at a service, and has no files of its own. */
	isRemote: boolean;
	isFirst: boolean;
	isLast: boolean;
	onMove(by: -1 | 1): void;
	/** Resolves with whether the change was made. */
	onChange(change: StudioChange): Promise<boolean>;
	/** Once its row is gone or another one: `text` says what was done. */
	onDone(text: string): void;
}

type Open = "rename" | "delete" | null;

export function ChallengeActions({
	challenge: { path, slug, title },
	hasDraft,
	isRemote,
	isFirst,
	isLast,
	onMove,
	onChange,
	onDone,
}: ChallengeActionsProps) {
	const [open, setOpen] = useState<Open>(null);
	const note = useId();
	const renameButton = useRef<HTMLButtonElement>(null);
	const deleteButton = useRef<HTMLButtonElement>(null);
	const close = () => {
		const button = open === "rename" ? renameButton : deleteButton;
		setOpen(null);
		button.current?.focus();
	};
	const change = async (what: StudioChange) => {
		if (!(await onChange(what))) return;
		onDone(
			"remove" in what
				? t('The challenge "{0}" was deleted.', title)
				: t('The challenge "{0}" was renamed.', title),
		);
	};
	/** Says of which challenge a button is, for those who do not see where it stands. */
	const named = (text: string) => ({
		"aria-label": `${text}: ${title}`,
		children: text,
	});
	return (
		<div class="studio-order">
			<button
				type="button"
				class="jump"
				disabled={isFirst}
				onClick={() => onMove(-1)}
				{...named(t("Move up"))}
			/>
			<button
				type="button"
				class="jump"
				disabled={isLast}
				onClick={() => onMove(1)}
				{...named(t("Move down"))}
			/>
			<button
				type="button"
				class="jump"
				ref={renameButton}
				disabled={hasDraft}
				aria-describedby={hasDraft ? note : undefined}
				aria-expanded={open === "rename"}
				onClick={() => setOpen(open === "rename" ? null : "rename")}
				{...named(t("Rename"))}
			/>
			<button
				type="button"
				class="jump"
				ref={deleteButton}
				disabled={hasDraft}
				aria-describedby={hasDraft ? note : undefined}
				aria-expanded={open === "delete"}
				onClick={() => setOpen(open === "delete" ? null : "delete")}
				{...named(t("Delete"))}
			/>
			{hasDraft && (
				<span class="facts" id={note}>
					{t("Save or discard its edits to rename or delete it.")}
				</span>
			)}
			{open === "rename" && (
				<Rename
					slug={slug}
					onCancel={close}
					onRename={(next) => void change({ rename: path, slug: next })}
				/>
			)}
			{open === "delete" && (
				<Confirm
					title={title}
					isRemote={isRemote}
					onCancel={close}
					onDelete={() => void change({ remove: path })}
				/>
			)}
		</div>
	);
}

function Rename({
	slug,
	onRename,
	onCancel,
}: {
	slug: string;
	onRename(slug: string): void;
	onCancel(): void;
}) {
	const [next, setNext] = useState(slug);
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	useEffect(() => field.current?.select(), []);
	return (
		<form
			class="studio-field studio-asked"
			onSubmit={(event) => {
				event.preventDefault();
				onRename(next);
			}}
		>
			<label class="studio-label" for={id}>
				{t("Its name in addresses and files")}
			</label>
			<div class="actions">
				<input
					id={id}
					ref={field}
					value={next}
					onInput={({ currentTarget }) => setNext(currentTarget.value.trim())}
				/>
				<button
					type="submit"
					class="button"
					disabled={next === "" || next === slug}
				>
					{t("Rename")}
				</button>
				<button type="button" class="button button-quiet" onClick={onCancel}>
					{t("Cancel")}
				</button>
			</div>
		</form>
	);
}

function Confirm({
	title,
	isRemote,
	onDelete,
	onCancel,
}: {
	title: string;
	isRemote: boolean;
	onDelete(): void;
	onCancel(): void;
}) {
	const cancel = useRef<HTMLButtonElement>(null);
	useLayoutEffect(() => cancel.current?.focus(), []);
	return (
		<div class="studio-field studio-asked">
			<p>
				{isRemote
					? t(
							'Delete "{0}" with its solution and its answers? Attempts of learners stay; a new challenge of the same address gets them back.',
							title,
						)
					: t(
							'Delete "{0}" with its solution, its answers and its tests? This cannot be undone here.',
							title,
						)}
			</p>
			<div class="actions">
				<button type="button" class="button" onClick={onDelete}>
					{isRemote ? t("Delete the challenge") : t("Delete its files")}
				</button>
				<button
					type="button"
					class="button button-quiet"
					ref={cancel}
					onClick={onCancel}
				>
					{t("Keep it")}
				</button>
			</div>
		</div>
	);
}
