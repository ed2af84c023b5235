/** "My solution is right": sends the files that checks refuse to the maintainers of the pack. */
import "./dialog-styles.ts";
import type { Challenge } from "@treeline/api/client-types";
import {
	useId,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from "preact/hooks";
import type { DisputeOutcome, Disputes } from "../../host/host.ts";
import { plural, t } from "../../l10n/l10n.ts";
import { SignInLink } from "../account/sign-in-links.tsx";
import { SERVICE_LANGUAGE } from "../elements/content-language.ts";
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
		<Dialog title={t("My solution is right")} size="narrow" onClose={onClose}>
			{() => (
				<div class="dispute">
					{isDone ? (
						<Told outcome={outcome} signIn={disputes.signIn} />
					) : (
						<>
							<p>
								{t(
									"Do the checks reject a solution that does what the task asks? Send it to the maintainers of this pack, so that they can correct the checks.",
								)}
							</p>
							<Sent disputed={disputed} />
							<Note disputed={disputed} />
							{outcome?.state === "refused" && (
								<p class="dispute-refused" role="alert">
									{t("It could not be sent.")} {outcome.error.message}
								</p>
							)}
							<button
								type="button"
								class="button button-primary"
								aria-disabled={sending}
								onClick={() => sending || void send()}
							>
								{sending ? t("Sending…") : t("Send")}
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
			<h3 class="eyebrow">{t("What is sent")}</h3>
			<ul class="dispute-parts">
				<li>
					{t("Your files:")}{" "}
					<span>{files.map(({ path }) => path).join(", ")}</span>
				</li>
				<li>
					{plural(failed.length, {
						one: "The check that does not pass:",
						other: "The {0} checks that do not pass:",
					})}
					<ul>
						{failed.map(({ check, message }) => (
							<li key={`${check} ${message}`} lang={SERVICE_LANGUAGE}>
								<InlineCode text={message} />
							</li>
						))}
					</ul>
				</li>
				<li>
					{t(
						"Your note. The author of the pack does not see your name; the moderators of this server do.",
					)}
				</li>
			</ul>
		</>
	);
}

function Note({ disputed }: { disputed: Disputed }) {
	const id = useId();
	const [length, setLength] = useState(disputed.note.length);
	return (
		<div class="dispute-note">
			<label for={id}>{t("Why is it right? (optional)")}</label>
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
				{t("{0} of {1} characters", length, MAX_NOTE)}
			</p>
		</div>
	);
}

/** The outcome, which takes the focus, since the button that was pressed is gone. */
function Told({
	outcome,
	signIn,
}: { outcome: DisputeOutcome } & Pick<Disputes, "signIn">) {
	const text = useRef<HTMLParagraphElement>(null);
	useLayoutEffect(() => text.current?.focus(), []);
	return (
		<>
			<p ref={text} tabIndex={-1}>
				{textOf(outcome)}
			</p>
			{outcome.state === "waiting" &&
				outcome.for === "sign-in" &&
				(signIn ? (
					<button type="button" class="button" onClick={signIn}>
						{t("Sign in")}
					</button>
				) : (
					<SignInLink>{t("Sign in")}</SignInLink>
				))}
		</>
	);
}

function textOf(outcome: DisputeOutcome): string {
	if (outcome.state !== "waiting")
		return t("Sent. Thank you: the maintainers of this pack will read it.");
	switch (outcome.for) {
		case "sign-in":
			return t("Saved. It is sent as soon as you sign in.");
		case "limit":
			return t(
				"You have sent 10 solutions in the last 24 hours. This one is saved and is sent when you may send more.",
			);
		case "service":
			return t("Saved. It is sent when the service can be reached again.");
	}
}
