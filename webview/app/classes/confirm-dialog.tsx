/** Asks before something is done that cannot be undone. */
import { useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { asApiError } from "../account/use-read.ts";
import { announce } from "../announce.ts";
import { Dialog } from "../elements/dialog.tsx";

export interface Question {
	title: string;
	/** What will happen. */
	text: string;
	/** What the button says. */
	action: string;
	/** What is announced afterwards. */
	done: string;
	run(): Promise<unknown>;
	/** Where what was asked for has happened and the dialog is closed: the focus can go on. */
	onDone(): void;
}

export function ConfirmDialog({
	question,
	onClose,
}: {
	question: Question;
	onClose(): void;
}) {
	const [working, setWorking] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const run = async (close: () => void) => {
		if (working) return;
		setWorking(true);
		setFault(null);
		try {
			await question.run();
			announce(question.done);
			close();
			question.onDone();
		} catch (error) {
			setFault(asApiError(error).message);
			setWorking(false);
		}
	};
	return (
		<Dialog title={question.title} size="narrow" onClose={onClose}>
			{(close) => (
				<div class="class-form">
					<p>{question.text}</p>
					{fault !== null && (
						<p class="class-fault" role="alert">
							{fault}
						</p>
					)}
					<button
						type="button"
						class="button"
						aria-disabled={working}
						onClick={() => void run(close)}
					>
						{working ? t("Working…") : question.action}
					</button>
				</div>
			)}
		</Dialog>
	);
}
