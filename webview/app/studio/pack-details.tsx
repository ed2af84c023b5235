/** What a pack says of itself: shown below its name, and edited in place. Unsaved edits are kept, as those of a challenge are. */
import type { StudioChange } from "@treeline/packs/format";
import {
	useEffect,
	useId,
	useLayoutEffect,
	useRef,
	useState,
} from "preact/hooks";
import {
	type StudioDetails,
	StudioError,
	type StudioPack,
} from "../../host/studio.ts";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { useApp } from "../app.ts";
import { Failure } from "../elements/failure.tsx";
import { Icon } from "../elements/icon.tsx";
import { tagsOf } from "./fields.tsx";
import { SignInAgain } from "./server/signed-in.tsx";

const FIELDS = ["name", "description", "author", "tags"] as const;
export type DetailField = (typeof FIELDS)[number];

/** The detail that a fault of the manifest is about; null for any other. */
export const detailAt = (pointer: string): DetailField | null =>
	FIELDS.find((name) => pointer.split("/")[1] === name) ?? null;

/** The fields as they are typed, and the details that they were made from. */
interface Draft {
	typed: Record<DetailField, string>;
	before: StudioDetails;
}

const isDraft = (value: unknown): value is Draft =>
	typeof (value as Draft | null)?.typed?.name === "string" &&
	typeof (value as Draft).before === "object";

const typedFrom = ({ tags, ...texts }: StudioDetails): Draft["typed"] => ({
	...texts,
	tags: tags.join(", "),
});

const detailsIn = ({ name, description, author, tags }: Draft["typed"]) => ({
	name: name.trim(),
	description: description.trim(),
	author: author.trim(),
	tags: tagsOf(tags),
});

const isSame = (one: StudioDetails, other: StudioDetails) =>
	JSON.stringify(one) === JSON.stringify(other);

export function PackDetails({
	pack,
	isRemote,
	asked,
	onChange,
}: {
	pack: StudioPack;
	/** Whether it is stored at a service. */
	isRemote: boolean;
	/** The detail that a link leads to; each link makes another object. */
	asked: { field: DetailField } | null;
	/** Rejects with a {@link StudioError}. */
	onChange(change: StudioChange): Promise<void>;
}) {
	const { records } = useApp().host;
	const key = `studio:details:${pack.folder}`;
	const { name, description, author, tags } = pack;
	const stored: StudioDetails = { name, description, author, tags };
	const [draft, setDraft] = useState(() => records.read(key, isDraft));
	const [isOpen, setOpen] = useState(draft !== null || asked !== null);
	const [working, setWorking] = useState(false);
	const [error, setError] = useState<StudioError | null>(null);
	const toggle = useRef<HTMLButtonElement>(null);
	const form = useRef<HTMLFormElement>(null);
	const id = useId();
	const typed = draft?.typed ?? typedFrom(stored);
	const next = detailsIn(typed);
	const isDirty = !isSame(next, stored);
	const isConflict = draft !== null && isDirty && !isSame(draft.before, stored);
	useEffect(() => {
		if (asked) setOpen(true);
	}, [asked]);
	useLayoutEffect(() => {
		if (!isOpen || !asked) return;
		form.current
			?.querySelector<HTMLElement>(`[name="${asked.field}"]`)
			?.focus();
	}, [isOpen, asked]);
	const keep = (value: Draft | null) => {
		setDraft(value);
		if (value) records.write(key, value);
		else records.remove(key);
	};
	const close = () => {
		keep(null);
		setError(null);
		setOpen(false);
		toggle.current?.focus();
	};
	const canSave =
		isDirty &&
		!working &&
		!isConflict &&
		next.name !== "" &&
		next.description !== "" &&
		next.author !== "";
	const save = async () => {
		if (!canSave) return;
		setWorking(true);
		setError(null);
		try {
			await onChange({ details: next, before: draft?.before ?? stored });
			close();
			announce(t("Saved"));
		} catch (problem) {
			if (!(problem instanceof StudioError)) throw problem;
			// A change of others is offered once it has been read.
			if (problem.kind !== "changed") setError(problem);
		} finally {
			setWorking(false);
		}
	};
	const field = (field: DetailField, maxLength: number) => ({
		id: `${id}-${field}`,
		name: field,
		maxLength,
		value: typed[field],
		onInput: ({
			currentTarget: { value },
		}: {
			currentTarget: { value: string };
		}) =>
			keep({
				typed: { ...typed, [field]: value },
				before: draft?.before ?? stored,
			}),
	});
	return (
		<>
			<p class="lead">{description}</p>
			{tags.length > 0 && <p class="facts">{tags.join(" · ")}</p>}
			<p>
				<button
					type="button"
					class="jump"
					ref={toggle}
					aria-expanded={isOpen}
					onClick={() => setOpen(!isOpen)}
				>
					{t("Edit name, description and tags")}
				</button>{" "}
				{isDirty && <span class="studio-unsaved">{t("Unsaved edits")}</span>}
			</p>
			{isOpen && (
				<form
					class="studio-fields"
					ref={form}
					onSubmit={(event) => {
						event.preventDefault();
						void save();
					}}
					onKeyDown={(event) => {
						if (!(event.ctrlKey || event.metaKey) || event.key !== "s") return;
						event.preventDefault();
						void save();
					}}
				>
					<div class="studio-field">
						<label class="studio-label" for={`${id}-name`}>
							{t("Name")}
						</label>
						<input {...field("name", 200)} />
					</div>
					<div class="studio-field">
						<label class="studio-label" for={`${id}-description`}>
							{t("Description")}
						</label>
						<textarea rows={2} {...field("description", 2000)} />
						<p class="facts">
							{t("One sentence in the list of packs: what is learnt here.")}
						</p>
					</div>
					<div class="studio-row-fields">
						<div class="studio-field">
							<label class="studio-label" for={`${id}-author`}>
								{t("Author’s name")}
							</label>
							<input {...field("author", 200)} />
						</div>
						<div class="studio-field">
							<label class="studio-label" for={`${id}-tags`}>
								{t("Tags, with commas between")}
							</label>
							<input {...field("tags", 1800)} />
						</div>
					</div>
					{isConflict && (
						<div class="studio-conflict" role="alert">
							<Icon name="alert" />
							<p>
								{isRemote
									? t(
											"This pack was changed elsewhere, and you have edits here that are not saved. Which do you want to keep?",
										)
									: t(
											"The file pack.json has changed on disk, and you have edits here that are not saved. Which do you want to keep?",
										)}
							</p>
							<div class="actions">
								<button
									type="button"
									class="button"
									onClick={() => keep({ typed, before: stored })}
								>
									{t("Keep my edits")}
								</button>
								<button type="button" class="button" onClick={() => keep(null)}>
									{isRemote ? t("Use the other version") : t("Use the files")}
								</button>
							</div>
						</div>
					)}
					{error && (
						<Failure
							title={t("Your edits were not saved")}
							detail={error.detail}
							nextStep={error.nextStep}
						>
							{error.kind === "signed-out" && <SignInAgain />}
						</Failure>
					)}
					<div class="actions">
						<button
							type="submit"
							class="button button-primary"
							disabled={!canSave}
							aria-keyshortcuts="Control+S"
						>
							{working ? t("Saving…") : t("Save")}
							<span class="keys" data-keys={t("Ctrl+S")} />
						</button>
						<button type="button" class="button button-quiet" onClick={close}>
							{isDirty ? t("Discard edits") : t("Cancel")}
						</button>
					</div>
				</form>
			)}
		</>
	);
}
