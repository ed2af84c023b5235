/** Asks for the name of a class. */
import { useId, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { asApiError } from "../account/use-read.ts";
import { Dialog } from "../elements/dialog.tsx";

const MAX_NAME = 100;

interface NameDialogProps {
	title: string;
	/** What its button says. */
	action: string;
	/** The present name. */
	name: string;
	save(name: string): Promise<void>;
	onClose(): void;
}

export function NameDialog({
	title,
	action,
	name,
	save,
	onClose,
}: NameDialogProps) {
	const id = useId();
	const [text, setText] = useState(name);
	const [working, setWorking] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const submit = async (close: () => void) => {
		if (working) return;
		if (text.trim() === "") return setFault(t("Give the class a name."));
		setWorking(true);
		setFault(null);
		try {
			await save(text.trim());
			close();
		} catch (error) {
			setFault(asApiError(error).message);
			setWorking(false);
		}
	};
	return (
		<Dialog title={title} size="narrow" onClose={onClose}>
			{(close) => (
				<form
					class="class-form"
					onSubmit={(event) => {
						event.preventDefault();
						void submit(close);
					}}
				>
					<label for={id}>{t("Name")}</label>
					<input
						id={id}
						type="text"
						class="field"
						autocomplete="off"
						maxLength={MAX_NAME}
						value={text}
						aria-invalid={fault !== null}
						aria-describedby={`${id}-about`}
						onInput={({ currentTarget }) => setText(currentTarget.value)}
					/>
					<p class="facts" id={`${id}-about`}>
						{t("Learners see it.")}
					</p>
					{fault !== null && (
						<p class="class-fault" role="alert">
							{fault}
						</p>
					)}
					<button
						type="submit"
						class="button button-primary"
						aria-disabled={working}
					>
						{working ? t("Saving…") : action}
					</button>
				</form>
			)}
		</Dialog>
	);
}
