/** The link by which learners join: shown where it was made in this visit, made anew, and closed. */
import { useId, useRef, useState } from "preact/hooks";
import { t } from "../../l10n/l10n.ts";
import { announce } from "../announce.ts";
import { CopyButton } from "../elements/copy-button.tsx";
import { notify } from "../notices.ts";
import { joinLinkOf, shownTokens } from "./class-address.ts";
import { ConfirmDialog, type Question } from "./confirm-dialog.tsx";
import type { TeacherProps } from "./teacher-class.tsx";

export function JoinLink({ classes, taught, refresh }: TeacherProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	const { _id, hasJoinLink } = taught;
	const [question, ask] = useState<Question | null>(null);
	const token = hasJoinLink ? shownTokens.get(_id) : undefined;
	const make = async () => {
		const { joinToken } = await classes.renewLink(_id);
		shownTokens.set(_id, joinToken);
		await refresh();
	};
	const focus = () => heading.current?.focus();
	const renewal: Question = {
		title: t("New join link"),
		text: t("The current link stops working. Learners who have joined stay."),
		action: t("Make a new link"),
		done: t("The new link is there."),
		run: make,
		onDone: focus,
	};
	const closing: Question = {
		title: t("Close join link"),
		text: t("Nobody can join any more. Learners who have joined stay."),
		action: t("Close link"),
		done: t("The link is closed."),
		run: async () => {
			await classes.closeLink(_id);
			shownTokens.delete(_id);
			await refresh();
		},
		onDone: focus,
	};
	return (
		<section class="class-part" aria-labelledby="link-heading">
			<h2 id="link-heading" ref={heading} tabIndex={-1}>
				{t("Join link")}
			</h2>
			{token !== undefined && <ShownLink link={joinLinkOf(token)} />}
			{token === undefined && (
				<p class="facts">
					{hasJoinLink
						? t(
								"Learners can join by the link that you made. It is shown only when it is made; if you have lost it, make a new one.",
							)
						: t("The class is closed: nobody can join.")}
				</p>
			)}
			<p class="class-actions">
				<button
					type="button"
					class="button"
					aria-haspopup={hasJoinLink ? "dialog" : undefined}
					onClick={() => {
						if (hasJoinLink) return ask(renewal);
						void make().then(
							() => announce(t("The new link is there.")),
							(error) =>
								notify("no-join-link", t("The link was not made."), error),
						);
					}}
				>
					{hasJoinLink ? t("New link…") : t("Make a link")}
				</button>
				{hasJoinLink && (
					<button
						type="button"
						class="button"
						aria-haspopup="dialog"
						onClick={() => ask(closing)}
					>
						{t("Close link…")}
					</button>
				)}
			</p>
			{question && (
				<ConfirmDialog question={question} onClose={() => ask(null)} />
			)}
		</section>
	);
}

function ShownLink({ link }: { link: string }) {
	const id = useId();
	const field = useRef<HTMLInputElement>(null);
	return (
		<>
			<label for={id}>{t("Send this link to your learners")}</label>
			<div class="join-link">
				<input
					id={id}
					ref={field}
					type="text"
					class="field"
					readOnly
					spellcheck={false}
					value={link}
					aria-describedby={`${id}-once`}
					onFocus={({ currentTarget }) => currentTarget.select()}
				/>
				<CopyButton
					field={field}
					value={link}
					label={t("Copy link")}
					copiedText={t("The link is copied.")}
					selectedText={t("The link is selected. Copy it with your keyboard.")}
				/>
			</div>
			<p class="facts" id={`${id}-once`}>
				{t(
					"Copy it now: it is not stored, and not shown again after this visit. Whoever has it can join.",
				)}
			</p>
		</>
	);
}
