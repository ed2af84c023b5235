/** Copies the text of a field; says "Copied" for a few seconds, and only as long as the field holds what was copied. */
import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";

const SHOWN_MS = 5000;

interface CopyButtonProps {
	/** The field that shows `value`: selected where the browser does not allow to copy. */
	field: RefObject<HTMLInputElement | null>;
	value: string;
	/** What the button says. */
	label: string;
	/** Announced when it is copied. */
	copiedText: string;
	/** Announced when it is only selected. */
	selectedText: string;
}

export function CopyButton({
	field,
	value,
	label,
	copiedText,
	selectedText,
}: CopyButtonProps) {
	const [copied, setCopied] = useState<string | null>(null);
	useEffect(() => {
		if (copied === null) return;
		const timer = setTimeout(() => setCopied(null), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [copied]);
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(value);
			setCopied(value);
			announce(copiedText);
		} catch {
			// Not allowed here: it is selected, for the keyboard.
			field.current?.select();
			announce(selectedText);
		}
	};
	return (
		<button
			type="button"
			class="button button-primary"
			onClick={() => void copy()}
		>
			{copied === value ? t("Copied") : label}
		</button>
	);
}
