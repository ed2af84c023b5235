/** The studio's form fields: a label over any control, and an object as JSON. */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { CodeField } from "./code-field.tsx";

/** A label over a field, with a sentence of help. The field gets the ids of both. */
export function Field({
	label,
	help,
	children,
}: {
	label: string;
	help?: string;
	children(labelId: string, helpId: string | undefined): ComponentChildren;
}) {
	const id = useId();
	return (
		<div class="studio-field">
			<span class="studio-label" id={id}>
				{label}
			</span>
			{children(id, help ? `${id}-help` : undefined)}
			{help && (
				<p class="facts" id={`${id}-help`}>
					{help}
				</p>
			)}
		</div>
	);
}

/** The tags of a field that has commas between them, each once. */
export const tagsOf = (text: string): string[] => [
	...new Set(
		text
			.split(",")
			.map((tag) => tag.trim())
			.filter(Boolean),
	),
];

/** An object as JSON. What does not parse stays in the field, and is told. */
export function JsonField({
	label,
	value,
	onChange,
}: {
	label: string;
	value: Record<string, unknown>;
	onChange(value: Record<string, unknown>): void;
}) {
	const known = Object.keys(value).length > 0 ? printed(value) : "";
	const [typed, setTyped] = useState<string | null>(null);
	const text = typed ?? known;
	const fault = faultOf(text);
	const change = (next: string) => {
		setTyped(next);
		if (faultOf(next) !== null) return;
		onChange(next.trim() === "" ? {} : JSON.parse(next));
	};
	// The author's own layout stays while it says the same; another text comes from elsewhere.
	const isOther =
		typed !== null &&
		fault === null &&
		printed(parsed(typed)) !== printed(value);
	return (
		<details class="studio-more" open={known !== "" || undefined}>
			<summary>{label}</summary>
			<CodeField
				path="conditions.json"
				label={label}
				isSmall
				value={isOther ? known : text}
				onChange={change}
			/>
			{fault && (
				<p class="studio-wrong-text" role="status">
					{fault}
				</p>
			)}
		</details>
	);
}

const printed = (value: unknown) => JSON.stringify(value, null, 2);

const parsed = (text: string): unknown =>
	text.trim() === "" ? {} : JSON.parse(text);

/** Why a text is no JSON object, in words; null when it is one, or empty. */
function faultOf(text: string): string | null {
	try {
		const value = parsed(text);
		return typeof value === "object" && value !== null && !Array.isArray(value)
			? null
			: t('Write an object in braces, such as { "not": { "has": "…" } }.');
	} catch (error) {
		return t(
			"This is not JSON yet, so the last version counts: {0}",
			(error as Error).message,
		);
	}
}
