import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";

interface DialogProps {
	title: string;
	/** Decides the width. */
	size: "wide" | "narrow";
	onClose(): void;
	/** The content; `close` closes the dialog. */
	children(close: () => void): ComponentChildren;
}

/** A modal dialog, open as long as it is mounted. */
export function Dialog({ title, size, onClose, children }: DialogProps) {
	const id = useId();
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => dialog.current?.showModal(), []);
	const close = () => dialog.current?.close();
	return (
		<dialog
			class={`dialog dialog-${size}`}
			ref={dialog}
			aria-labelledby={id}
			onClose={onClose}
		>
			<div class="dialog-head">
				<h2 id={id}>{title}</h2>
				<button type="button" class="button button-quiet" onClick={close}>
					{t("Close")}
				</button>
			</div>
			{children(close)}
		</dialog>
	);
}
