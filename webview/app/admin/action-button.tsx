/** What moderators do to a row: at once, or with a reason that somebody reads. */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { asApiError } from "../account/use-read.ts";
import { Dialog } from "../elements/dialog.tsx";

const MAX_REASON = 500;

/** Runs one action at a time; `fault` is why the last one failed. */
export function useAction() {
	const [working, setWorking] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	return {
		working,
		fault,
		setFault,
		async run(work: () => Promise<unknown>): Promise<boolean> {
			if (working) return false;
			setWorking(true);
			setFault(null);
			try {
				await work();
				return true;
			} catch (error) {
				setFault(asApiError(error).message);
				return false;
			} finally {
				setWorking(false);
			}
		},
	};
}

/** `of` names the row to screen readers. */
export function ActionButton({
	of,
	run,
	children,
}: {
	of: string;
	run(): Promise<unknown>;
	children: ComponentChildren;
}) {
	const action = useAction();
	return (
		<>
			<button
				type="button"
				class="button"
				aria-disabled={action.working}
				onClick={() => void action.run(run)}
			>
				{children}
				<span class="unseen"> {of}</span>
			</button>
			<Fault text={action.fault} />
		</>
	);
}

interface ReasonProps {
	/** Of the button, with an ellipsis, and of the dialog. */
	title: string;
	/** Names the row to screen readers. */
	of: string;
	/** What the action does. */
	explanation: string;
	/** Whom the reason is for. */
	label: string;
	action: string;
	run(reason: string): Promise<unknown>;
	/** The dialog is closed: says what was done. */
	onDone(): void;
}

/** A button that opens the dialog which `dialog` makes. `of` names the row to screen readers. */
export function DialogButton({
	title,
	of,
	dialog,
}: {
	title: string;
	of: string;
	dialog(onClose: () => void): ComponentChildren;
}) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<button
				type="button"
				class="button"
				aria-haspopup="dialog"
				onClick={() => setOpen(true)}
			>
				{t("{0}…", title)}
				<span class="unseen"> {of}</span>
			</button>
			{open && dialog(() => setOpen(false))}
		</>
	);
}

/** A button that asks for a reason in a dialog. */
export const ReasonButton = (props: ReasonProps) => (
	<DialogButton
		{...props}
		dialog={(onClose) => (
			<Dialog title={props.title} size="narrow" onClose={onClose}>
				{(close) => (
					<>
						<p class="admin-explanation">{props.explanation}</p>
						<ReasonForm
							{...props}
							onDone={() => {
								close();
								props.onDone();
							}}
						/>
					</>
				)}
			</Dialog>
		)}
	/>
);

/** A reason and the button that sends it. */
export function ReasonForm({
	label,
	action,
	run,
	onDone,
}: Pick<ReasonProps, "label" | "action" | "run" | "onDone">) {
	const id = useId();
	const [reason, setReason] = useState("");
	const { working, fault, setFault, run: runAction } = useAction();
	return (
		<form
			class="admin-reason"
			onSubmit={async (event) => {
				event.preventDefault();
				const text = reason.trim();
				if (text === "") setFault(t("Write a reason first."));
				else if (await runAction(() => run(text))) onDone();
			}}
		>
			<label for={id}>{label}</label>
			<textarea
				id={id}
				class="admin-field"
				rows={3}
				maxLength={MAX_REASON}
				aria-invalid={fault !== null}
				aria-describedby={fault === null ? undefined : `${id}-fault`}
				onInput={({ currentTarget }) => setReason(currentTarget.value)}
			/>
			<Fault id={`${id}-fault`} text={fault} />
			<button type="submit" class="button" aria-disabled={working}>
				{action}
			</button>
		</form>
	);
}

/** Why something was not done; nothing without a text. */
export const Fault = ({ text, id }: { text: string | null; id?: string }) =>
	text === null ? null : (
		<p class="admin-fault" id={id} role="alert">
			{text}
		</p>
	);
