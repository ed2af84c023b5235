/** A new content item. */
import { useId, useRef, useState } from "preact/hooks";
import type {
	ContentAdmin,
	ItemChange,
	ReadItem,
} from "../../host/content-admin.ts";
import { t } from "../../l10n/l10n.ts";
import { Dialog } from "../elements/dialog.tsx";
import { Fault, useAction } from "./action-button.tsx";
import { focusRefused, JsonFields, jsonFault } from "./json-fields.tsx";

export function NewItemDialog({
	content,
	onCreated,
	onClose,
}: {
	content: ContentAdmin;
	/** The dialog is closed. */
	onCreated(made: ReadItem): void;
	onClose(): void;
}) {
	const id = useId();
	const [type, setType] = useState("");
	const [slug, setSlug] = useState("");
	const [change, setChange] = useState<ItemChange>({
		data: "{}",
		status: "draft",
		changeSummary: "",
	});
	const field = useRef<HTMLTextAreaElement>(null);
	const [isRefused, setRefused] = useState(false);
	const { working, fault, setFault, run } = useAction();
	const create = async (close: () => void) => {
		const wrongData = jsonFault(change.data);
		const wrong = addressFault(type.trim(), slug.trim()) ?? wrongData;
		setRefused(wrongData !== null);
		if (wrong !== null) return setFault(wrong);
		let made: ReadItem | null = null;
		await run(async () => {
			made = await content
				.create(type.trim(), slug.trim(), change)
				.catch((error) => {
					setRefused(focusRefused(error, field.current));
					throw error;
				});
		});
		if (!made) return;
		close();
		onCreated(made);
	};
	return (
		<Dialog title={t("New item")} size="wide" onClose={onClose}>
			{(close) => (
				<form
					class="admin-reason"
					onSubmit={(event) => {
						event.preventDefault();
						void create(close);
					}}
				>
					<label for={`${id}-type`}>{t("Type, as in “project”")}</label>
					<input
						id={`${id}-type`}
						type="text"
						class="admin-field"
						required
						maxLength={64}
						autocomplete="off"
						spellcheck={false}
						value={type}
						onInput={({ currentTarget }) => setType(currentTarget.value)}
					/>
					<label for={`${id}-slug`}>
						{t("Slug, as in “my-first-project”")}
					</label>
					<input
						id={`${id}-slug`}
						type="text"
						class="admin-field"
						required
						maxLength={200}
						autocomplete="off"
						spellcheck={false}
						value={slug}
						onInput={({ currentTarget }) => setSlug(currentTarget.value)}
					/>
					<JsonFields
						value={change}
						field={field}
						isInvalid={isRefused}
						onChange={setChange}
					/>
					<Fault text={fault} />
					<button
						type="submit"
						class="button button-primary"
						aria-disabled={working}
					>
						{t("Create")}
					</button>
				</form>
			)}
		</Dialog>
	);
}

/** Why the service would refuse `type` or `slug`; null when it takes both. */
function addressFault(type: string, slug: string): string | null {
	if (!/^[a-z0-9-]+$/.test(type))
		return t(
			"The type “{0}” is not valid: use lower-case letters, digits and hyphens.",
			type,
		);
	if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
		return t(
			"The slug “{0}” is not valid: use lower-case letters and digits, with single hyphens between them.",
			slug,
		);
	return null;
}
