/** Asks before something is done that has consequences for others. */
import { t } from "../../l10n/l10n.ts";
import { Dialog } from "../elements/dialog.tsx";
import { DialogButton, Fault, useAction } from "./action-button.tsx";

interface ConfirmProps {
	title: string;
	/** What would be done. */
	explanation: string;
	/** Text of the button that does it. */
	action: string;
	run(): Promise<unknown>;
	/** The dialog is closed: says what was done. */
	onDone(): void;
}

export const ConfirmDialog = ({
	title,
	explanation,
	action,
	run,
	onDone,
	onClose,
}: ConfirmProps & { onClose(): void }) => (
	<Dialog title={title} size="narrow" onClose={onClose}>
		{(close) => (
			<Confirmation
				explanation={explanation}
				action={action}
				run={run}
				onDone={() => {
					close();
					onDone();
				}}
				onCancel={close}
			/>
		)}
	</Dialog>
);

function Confirmation({
	explanation,
	action,
	run,
	onDone,
	onCancel,
}: Omit<ConfirmProps, "title"> & { onCancel(): void }) {
	const { working, fault, run: runAction } = useAction();
	return (
		<div class="admin-reason">
			<p>{explanation}</p>
			<Fault text={fault} />
			<p class="actions">
				<button
					type="button"
					class="button button-primary"
					aria-disabled={working}
					onClick={async () => {
						if (await runAction(run)) onDone();
					}}
				>
					{action}
				</button>
				<button type="button" class="button" onClick={onCancel}>
					{t("Cancel")}
				</button>
			</p>
		</div>
	);
}

/** A button that asks in a dialog. `of` names the row to screen readers. */
export const ConfirmButton = (props: ConfirmProps & { of: string }) => (
	<DialogButton
		{...props}
		dialog={(onClose) => <ConfirmDialog {...props} onClose={onClose} />}
	/>
);
