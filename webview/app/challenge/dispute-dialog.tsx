/** "My solution is right": sends the files that checks refuse to the maintainers of the pack. */
import type { Challenge } from "@treeline/api/shapes";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { DisputeOutcome, Disputes } from "../../host/host.ts";
import { SignInLink } from "../account/sign-in-links.tsx";
import { Dialog } from "../elements/dialog.tsx";
import { InlineCode } from "../elements/inline-code.tsx";
import { type Disputed, failedChecks } from "./disputed.ts";

const MAX_NOTE = 1000;

interface DisputeDialogProps {
	challenge: Challenge;
	disputes: Disputes;
	disputed: Disputed;
	onClose(): void;
}

export function DisputeDialog({
	challenge,
	disputes,
	disputed,
	onClose,
}: DisputeDialogProps) {
	const [outcome, setOutcome] = useState(disputed.outcome);
	const [sending, setSending] = useState(false);
	const send = async () => {
		setSending(true);
		const note = disputed.note.trim().toWellFormed();
		disputed.outcome = await disputes.send({
			challengeId: challenge._id,
			challengeVersion: challenge.version,
			files: disputed.files,
			failed: failedChecks(disputed.verdict),
			...(note && { note }),
			clientDisputeId: disputed.id,
		});
		setSending(false);
		setOutcome(disputed.outcome);
	};
	const isDone = outcome !== null && outcome.state !== "refused";
	return (
		<Dialog title="My solution is right" size="narrow" onClose={onClose}>
			{() => (
				<div class="dispute">
					{isDone ? (
						<Told outcome={outcome} />
					) : (
						<>
							<p>
								The checks refuse your solution, but it does what the task asks?
								Send it to the maintainers of this pack, so that they can
								correct the checks.
							</p>
							<Sent disputed={disputed} />
							<Note disputed={disputed} />
							{outcome?.state === "refused" && (
								<p class="dispute-refused" role="alert">
									It could not be sent. {outcome.error.message}
								</p>
							)}
							<button
								type="button"
								class="button button-primary"
								aria-disabled={sending}
								onClick={() => sending || void send()}
							>
								{sending ? "Sending…" : "Send"}
							</button>
						</>
					)}
				</div>
			)}
		</Dialog>
	);
}

/** What goes out. */
function Sent({ disputed: { verdict, files } }: { disputed: Disputed }) {
	const failed = useMemo(() => failedChecks(verdict), [verdict]);
	return (
		<>
			<h3 class="eyebrow">This is sent</h3>
			<ul class="dispute-parts">
				<li>
					Your files: <span>{files.map(({ path }) => path).join(", ")}</span>
				</li>
				<li>
					{failed.length === 1
						? "The check that does not pass:"
						: `The ${failed.length} checks that do not pass:`}
					<ul>
						{failed.map(({ check, message }) => (
							<li key={`${check} ${message}`}>
								<InlineCode text={message} />
							</li>
						))}
					</ul>
				</li>
				<li>Your note. Your name is not shown to the pack’s author.</li>
			</ul>
		</>
	);
}

function Note({ disputed }: { disputed: Disputed }) {
	const id = useId();
	const [length, setLength] = useState(disputed.note.length);
	return (
		<div class="dispute-note">
			<label for={id}>Why is it right? (optional)</label>
			<textarea
				id={id}
				rows={4}
				maxLength={MAX_NOTE}
				defaultValue={disputed.note}
				aria-describedby={`${id}-length`}
				onInput={({ currentTarget }) => {
					disputed.note = currentTarget.value;
					setLength(currentTarget.value.length);
				}}
			/>
			<p class="facts" id={`${id}-length`}>
				{length} of {MAX_NOTE} characters
			</p>
		</div>
	);
}

/** The outcome, which takes the focus, since the button that was pressed is gone. */
function Told({ outcome }: { outcome: DisputeOutcome }) {
	const text = useRef<HTMLParagraphElement>(null);
	useEffect(() => text.current?.focus(), []);
	return (
		<>
			<p ref={text} tabIndex={-1}>
				{textOf(outcome)}
			</p>
			{outcome.state === "waiting" && outcome.for === "sign-in" && (
				<SignInLink>Sign in</SignInLink>
			)}
		</>
	);
}

function textOf(outcome: DisputeOutcome): string {
	if (outcome.state !== "waiting")
		return "Sent. Thank you: the maintainers of this pack will read it.";
	switch (outcome.for) {
		case "sign-in":
			return "Saved in this browser. It is sent as soon as you sign in.";
		case "limit":
			return "You have sent 10 solutions in the last 24 hours. This one is saved in this browser and is sent when you may send more.";
		case "service":
			return "Saved in this browser. It is sent when the service can be reached again.";
	}
}
