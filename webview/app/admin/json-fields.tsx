/** The fields of a content item: its JSON, its status, and a summary of the change. */
import type { ContentStatus } from "@treeline/api/client-types";
import type { RefObject } from "preact";
import { useId } from "preact/hooks";
import { DataRefused, type ItemChange } from "../../host/content-admin.ts";
import { placeOf } from "../../host/json-text.ts";
import { t } from "../../l10n/l10n.ts";
import { STATUSES, statusName } from "./content-state.tsx";

interface JsonFieldsProps {
	value: ItemChange;
	/** The field of the data. */
	field: RefObject<HTMLTextAreaElement | null>;
	/** Whether the data is what was refused. */
	isInvalid: boolean;
	onChange(value: ItemChange): void;
}

export function JsonFields({
	value,
	field,
	isInvalid,
	onChange,
}: JsonFieldsProps) {
	const id = useId();
	return (
		<>
			<label for={`${id}-data`}>{t("Data, as JSON")}</label>
			<textarea
				ref={field}
				id={`${id}-data`}
				aria-invalid={isInvalid}
				class="admin-field admin-json"
				rows={16}
				spellcheck={false}
				value={value.data}
				onInput={({ currentTarget }) =>
					onChange({ ...value, data: currentTarget.value })
				}
			/>
			<label for={`${id}-status`}>{t("Status")}</label>
			<select
				id={`${id}-status`}
				class="admin-field"
				value={value.status}
				onChange={({ currentTarget }) =>
					onChange({ ...value, status: currentTarget.value as ContentStatus })
				}
			>
				{STATUSES.map((each) => (
					<option key={each} value={each} selected={each === value.status}>
						{statusName(each)}
					</option>
				))}
			</select>
			<label for={`${id}-summary`}>{t("What changes, for the history")}</label>
			<input
				id={`${id}-summary`}
				type="text"
				class="admin-field admin-wide"
				maxLength={1000}
				autocomplete="off"
				value={value.changeSummary}
				onInput={({ currentTarget }) =>
					onChange({ ...value, changeSummary: currentTarget.value })
				}
			/>
		</>
	);
}

/** Focuses the field at the place in the data that was refused; whether `error` names one. */
export function focusRefused(
	error: unknown,
	field: HTMLTextAreaElement | null,
): boolean {
	if (!field || !(error instanceof DataRefused)) return false;
	const place = placeOf(field.value, error.path);
	field.focus();
	if (place) {
		// A field scrolls to where its selection is collapsed.
		field.setSelectionRange(place.start, place.start);
		field.blur();
		field.focus();
		field.setSelectionRange(place.start, place.end);
	}
	return true;
}

/** Why `text` is not an object in JSON; null when it is one. */
export function jsonFault(text: string): string | null {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value)
			? null
			: t("The data has to be an object, in braces.");
	} catch (error) {
		return t("The data is not valid JSON: {0}", (error as Error).message);
	}
}
